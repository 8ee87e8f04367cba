// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/checkpoint/checkpoint_fixture.h"

#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <functional>
#include <random>
#include <thread>

namespace lockstep {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

class CheckpointCrash : public CheckpointFolder {
protected:
    /// Saves one step after the other until it is killed; tells each finished one through `pipe`.
    [[noreturn]] void saveForever(int pipe)
    {
        CheckpointStore store(m_run, 2);
        for (std::int64_t step = 1;; ++step) {
            save(store, step, step % 5 == 0 ? Standing::Best : Standing::Latest);
            if (write(pipe, &step, sizeof(step)) != sizeof(step))
                _exit(1);
        }
    }

    /// Everything that bears a checkpoint's name must be whole; returns the newest step, 0 when there is
    /// none.
    std::int64_t expectOldOrNew()
    {
        bool rubbish = false;
        std::int64_t newest = 0;
        const fs::path folder = m_run / "checkpoints";
        if (!fs::exists(folder))
            return 0;
        for (const auto& entry : fs::directory_iterator(folder)) {
            const std::string name = entry.path().filename().string();
            rubbish = rubbish || name.starts_with('.');
            if (name.starts_with('.'))
                continue;
            const LoadedCheckpoint checkpoint = loadCheckpoint(entry.path().string());
            expectWhole(checkpoint);
            newest = std::max(newest, checkpoint.position.step);
        }
        m_midWrite += rubbish ? 1 : 0;
        // The next process clears up and goes on.
        const CheckpointStore store(m_run, 2);
        for (const auto& entry : fs::directory_iterator(folder))
            EXPECT_FALSE(entry.path().filename().string().starts_with('.')) << entry.path();
        const CheckpointStore::Newest loaded = store.newest();
        EXPECT_TRUE(loaded.warnings.empty());
        EXPECT_EQ(loaded.checkpoint ? loaded.checkpoint->position.step : 0, newest);
        return newest;
    }

    int m_midWrite = 0; ///< kills that left something unfinished
};

TEST_F(CheckpointCrash, AKillAtARandomInstantLeavesTheOldStateOrTheNew)
{
    constexpr int kKills = 150;
    std::mt19937 random(17);
    for (int round = 0; round < kKills; ++round) {
        fs::remove_all(m_run / "checkpoints");
        int ends[2];
        ASSERT_EQ(pipe(ends), 0);
        const pid_t child = fork();
        ASSERT_GE(child, 0);
        if (child == 0)
            saveForever(ends[1]);
        close(ends[1]);
        std::int64_t finished = 0;
        const auto wait = 2ms + std::chrono::microseconds(random() % 25000);
        std::this_thread::sleep_for(wait);
        kill(child, SIGKILL);
        ASSERT_EQ(waitpid(child, nullptr, 0), child);
        for (std::int64_t step = 0; read(ends[0], &step, sizeof(step)) == sizeof(step);)
            finished = step;
        close(ends[0]);
        const std::int64_t newest = expectOldOrNew();
        ASSERT_GE(newest, finished);
        ASSERT_LE(newest, finished + 1);
    }
    RecordProperty("kills", kKills);
    RecordProperty("mid_write", m_midWrite);
    std::printf("%d kills, %d of them in the middle of a save\n", kKills, m_midWrite);
    EXPECT_GT(m_midWrite, kKills / 10);
}

/// One save of step 2 over step 1 under ptrace, killed when it asks for its n-th system call. Returns false
/// when it ended before.
bool killedAtSystemCall(const std::function<void()>& work, int n)
{
    const pid_t child = fork();
    if (child == 0) {
        ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
        raise(SIGSTOP);
        work();
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    for (int stop = 0; WIFSTOPPED(status); ++stop) {
        if (stop == 2 * n) { // each call stops at its entry and at its exit
            kill(child, SIGKILL);
            waitpid(child, &status, 0);
            return true;
        }
        ptrace(PTRACE_SYSCALL, child, nullptr, nullptr);
        waitpid(child, &status, 0);
    }
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    return false;
}

TEST_F(CheckpointCrash, AKillBeforeAnySystemCallLeavesTheOldStateOrTheNew)
{
    int calls = 0;
    int oldStates = 0;
    for (bool killed = true; killed; ++calls) {
        ASSERT_LT(calls, 1000);
        fs::remove_all(m_run / "checkpoints");
        {
            CheckpointStore store(m_run, 2);
            for (const std::int64_t step : {1, 2, 3})
                save(store, step);
        }
        killed = killedAtSystemCall(
            [this] {
                CheckpointStore store(m_run, 2);
                save(store, 4);
                save(store, 4, Standing::Best); // over one that is there
            },
            calls);
        const std::int64_t newest = expectOldOrNew();
        EXPECT_TRUE(newest == 3 || newest == 4) << calls;
        oldStates += newest == 3 ? 1 : 0;
    }
    std::printf("killed before each of %d system calls: %d times the old state, else the new\n", calls,
                oldStates);
    EXPECT_GT(oldStates, 20);
    EXPECT_GT(calls - oldStates, 20);
}

} // namespace
} // namespace lockstep
