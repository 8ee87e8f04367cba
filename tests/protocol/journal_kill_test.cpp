// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/journal.h"

#include <gtest/gtest.h>

#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

/// A writer of a journal is killed within a write, again and again, and goes on where it was.
namespace {

int writesLeft = 0; ///< of this process, until one is torn; 0: none is
std::size_t tornAt = 0;

} // namespace

extern "C" ssize_t write(int descriptor, const void* bytes, std::size_t count)
{
    if (writesLeft == 0 || --writesLeft > 0)
        return ::syscall(SYS_write, descriptor, bytes, count);
    ::syscall(SYS_write, descriptor, bytes, tornAt % (count + 1));
    ::raise(SIGKILL);
    return -1;
}

namespace lockstep {
namespace {

constexpr int kKills = 100;

std::string contentOf(const std::string& path)
{
    std::ostringstream bytes;
    bytes << std::ifstream(path, std::ios::binary).rdbuf();
    return bytes.str();
}

/// Writes until it is killed, and tells of every record that was written.
[[noreturn]] void writeForEver(const std::string& path, int pipe, std::mt19937& random)
{
    JournalWriter journal(path);
    tornAt = random();
    writesLeft = 1 + static_cast<int>(random() % 300);
    for (std::int64_t step = 0;; ++step) {
        StepFinished finished;
        finished.step = step;
        journal.write(finished);
        ::syscall(SYS_write, pipe, ".", 1);
    }
}

/// Records that a writer told of before it was killed.
std::size_t writeUntilKilled(const std::string& path, std::mt19937& random)
{
    int ends[2];
    EXPECT_EQ(::pipe(ends), 0);
    const auto seed = random();
    const pid_t child = ::fork();
    if (child == 0) {
        std::mt19937 own(seed);
        writeForEver(path, ends[1], own);
    }
    ::close(ends[1]);
    std::size_t told = 0;
    char buffer[512];
    for (ssize_t count = 0; (count = ::read(ends[0], buffer, sizeof buffer)) > 0;)
        told += static_cast<std::size_t>(count);
    ::close(ends[0]);
    int status = 0;
    EXPECT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    return told;
}

TEST(JournalKill, ATornEndIsCutOffAndNoRecordIsLost)
{
    std::string folder = (std::filesystem::temp_directory_path() / "lockstep-journal-XXXXXX").string();
    ASSERT_NE(::mkdtemp(folder.data()), nullptr);
    const std::string path = folder + "/rank-0.jsonl";
    std::mt19937 random(11);
    std::size_t told = 0, before = 0;
    int torn = 0;
    for (int round = 0; round < kKills; ++round) {
        const std::size_t toldNow = writeUntilKilled(path, random);
        const std::string content = contentOf(path);
        torn += content.empty() || content.back() == '\n' ? 0 : 1;
        const JournalReader::Chunk chunk = JournalReader().feed(content);
        EXPECT_TRUE(chunk.damages.empty()) << round;
        EXPECT_EQ(chunk.missingRecords + chunk.repeatedRecords, 0u) << round;
        // The last one may have been whole before it could be told of.
        EXPECT_GE(chunk.records.size(), before + toldNow) << round;
        EXPECT_LE(chunk.records.size(), before + toldNow + 1) << round;
        for (std::size_t i = before; i < chunk.records.size(); ++i)
            ASSERT_EQ(chunk.records[i].sequence, i) << round;
        before = chunk.records.size();
        told += toldNow;
    }
    std::filesystem::remove_all(folder);
    std::printf("FIGURES %d kills, %d torn ends, %zu records told of, %zu there\n", kKills, torn, told,
                before);
    EXPECT_GE(torn, 40);
}

} // namespace
} // namespace lockstep
