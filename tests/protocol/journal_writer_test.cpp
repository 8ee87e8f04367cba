// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/journal.h"

#include "tests/protocol/sample_records.h"

#include <gtest/gtest.h>

#include <sys/resource.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

namespace lockstep {
namespace {

namespace fs = std::filesystem;

class JournalFile : public testing::Test {
protected:
    void SetUp() override
    {
        std::string name = (fs::temp_directory_path() / "lockstep-journal-XXXXXX").string();
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        m_folder = name;
        m_path = m_folder / "rank-0.jsonl";
    }
    void TearDown() override { fs::remove_all(m_folder); }

    std::string content() const
    {
        std::ostringstream bytes;
        bytes << std::ifstream(m_path, std::ios::binary).rdbuf();
        return bytes.str();
    }
    void replace(const std::string& bytes) const { std::ofstream(m_path, std::ios::binary) << bytes; }

    fs::path m_folder;
    fs::path m_path;
};

TEST_F(JournalFile, StampsSequenceAndClocks)
{
    {
        JournalWriter writer(m_path);
        for (const Record& record : sampleRecords())
            writer.write(record.event);
        writer.sync();
    }
    const JournalReader::Chunk chunk = JournalReader().feed(content());
    const std::vector<Record> expected = sampleRecords();
    ASSERT_EQ(chunk.records.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_EQ(chunk.records[i].sequence, i);
        EXPECT_EQ(chunk.records[i].event, expected[i].event);
        EXPECT_GT(chunk.records[i].wallMs, 1700000000000);
        if (i > 0) {
            EXPECT_GE(chunk.records[i].monotonicNs, chunk.records[i - 1].monotonicNs);
        }
    }
}

TEST_F(JournalFile, CutsATornLastLineAndGoesOn)
{
    const std::string journal = journalOf(sampleRecords());
    const std::size_t lastLine = journal.rfind('\n', journal.size() - 2) + 1;
    for (std::size_t cut = lastLine; cut <= journal.size(); cut += 5) {
        replace(journal.substr(0, cut));
        JournalWriter(m_path).write(Warned{"again"});
        JournalReader reader;
        const JournalReader::Chunk chunk = reader.feed(content());
        EXPECT_TRUE(chunk.damages.empty()) << cut;
        EXPECT_EQ(chunk.missingRecords + chunk.repeatedRecords, 0u);
        ASSERT_EQ(chunk.records.size(), sampleRecords().size() + (cut == journal.size() ? 1 : 0));
        EXPECT_EQ(std::get<Warned>(chunk.records.back().event).warning.text, "again");
        EXPECT_EQ(reader.offset(), content().size());
    }
}

TEST_F(JournalFile, GoesOnBehindDamageInTheMiddle)
{
    std::string journal = journalOf(sampleRecords());
    journal[journal.find('\n') + 9] ^= 1;
    replace(journal);
    JournalWriter(m_path).write(Warned{"again"});
    const JournalReader::Chunk chunk = JournalReader().feed(content());
    EXPECT_EQ(chunk.damages.size(), 1u);
    EXPECT_EQ(chunk.records.back().sequence, sampleRecords().size());
    EXPECT_TRUE(content().starts_with(journal));
}

TEST_F(JournalFile, NamesTheFileItCannotOpen)
{
    try {
        JournalWriter writer((m_folder / "no such folder" / "x").string());
        FAIL() << "opened";
    } catch (const std::system_error& error) {
        EXPECT_EQ(error.code().value(), ENOENT);
        EXPECT_NE(std::string(error.what()).find("no such folder/x"), std::string::npos);
    }
}

/// A full disk is played by a limit of the file's size, which tears a write in the middle of a line.
TEST_F(JournalFile, TakesBackARecordThatDidNotFit)
{
    const auto formerHandler = std::signal(SIGXFSZ, SIG_IGN);
    rlimit former{};
    ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &former), 0);
    JournalWriter writer(m_path);
    writer.write(Warned{"first"});
    const std::string before = content();
    const rlimit small{before.size() + 20, former.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
    EXPECT_THROW(writer.write(Warned{"second"}), std::system_error);
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &former), 0);
    std::signal(SIGXFSZ, formerHandler);
    EXPECT_EQ(content(), before);
    writer.write(Warned{"third"});
    const JournalReader::Chunk chunk = JournalReader().feed(content());
    EXPECT_TRUE(chunk.damages.empty());
    ASSERT_EQ(chunk.records.size(), 2u);
    EXPECT_EQ(chunk.records[1].sequence, 1u);
}

} // namespace
} // namespace lockstep
