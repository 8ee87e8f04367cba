// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/journal.h"

#include "engine/protocol/checked_line.h"
#include "tests/protocol/sample_records.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

namespace lockstep {
namespace {

std::string withChecksum(const std::string& content)
{
    return content + ",\"crc\":" + std::to_string(crc32c(content)) + "}\n";
}

const std::string kWarning = R"({"seq":0,"mono_ns":1,"wall_ms":2,"kind":"warning","text":"x")";

/// A flipped bit may cost the record it hit (and the neighbour, when it hit the newline between); everything
/// else arrives, nothing false arrives, and what is lost is counted.
TEST(JournalDamage, EveryFlippedBitIsDetected)
{
    const std::vector<Record> records = sampleRecords();
    const std::string journal = journalOf(records);
    std::size_t detected = 0;
    for (std::size_t bit = 0; bit < journal.size() * 8; ++bit) {
        std::string damaged = journal;
        damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
        JournalReader reader;
        const JournalReader::Chunk chunk = reader.feed(damaged);
        for (const Record& record : chunk.records)
            ASSERT_NE(std::find(records.begin(), records.end(), record), records.end()) << "bit " << bit;
        ASSERT_GE(chunk.records.size() + 2, records.size()) << "bit " << bit;
        const bool tornEnd =
            reader.offset() < damaged.size(); // the last newline was hit: the line is still open
        detected += (!chunk.damages.empty() || tornEnd) && chunk.records.size() < records.size() ? 1 : 0;
    }
    EXPECT_EQ(detected, journal.size() * 8);
    RecordProperty("flips", static_cast<int>(journal.size() * 8));
}

TEST(JournalDamage, NamesPlaceAndReason)
{
    const std::string first = withChecksum(kWarning);
    std::string broken = first;
    broken[20] ^= 1;
    const JournalReader::Chunk chunk = JournalReader().feed(first + broken + "not a record\n");
    ASSERT_EQ(chunk.damages.size(), 2u);
    EXPECT_EQ(chunk.damages[0].offset, first.size());
    EXPECT_EQ(chunk.damages[0].bytes, first.size());
    EXPECT_EQ(chunk.damages[0].reason, "The checksum of this line does not match its content.");
    EXPECT_EQ(chunk.damages[1].offset, 2 * first.size());
    EXPECT_EQ(chunk.damages[1].reason, "This line is not a record with a checksum.");
}

TEST(JournalDamage, AnOverlongLineIsOneDamageHoweverItArrives)
{
    const std::string good = withChecksum(kWarning);
    const std::string longLine =
        withChecksum(kWarning + ",\"more\":\"" + std::string(kMaxRecordBytes, 'x') + '"');
    for (const std::size_t piece : {std::size_t{1000}, std::size_t{70000}, std::size_t{1} << 20}) {
        const std::string journal = longLine + good;
        JournalReader reader;
        std::size_t records = 0;
        std::vector<JournalReader::Damage> damages;
        for (std::size_t at = 0; at < journal.size(); at += piece) {
            const JournalReader::Chunk chunk = reader.feed(std::string_view(journal).substr(at, piece));
            records += chunk.records.size();
            damages.insert(damages.end(), chunk.damages.begin(), chunk.damages.end());
        }
        EXPECT_EQ(records, 1u);
        ASSERT_EQ(damages.size(), 1u);
        EXPECT_EQ(damages[0].offset, 0u);
        EXPECT_EQ(damages[0].bytes, longLine.size());
        EXPECT_EQ(damages[0].reason, "This line is longer than a record may be.");
        EXPECT_EQ(reader.offset(), journal.size());
    }
}

TEST(JournalDamage, AnEndlessLineTakesNoMemoryAndEndsAtTheNextNewline)
{
    JournalReader reader;
    const std::string piece(1 << 20, 'x');
    for (int i = 0; i < 64; ++i)
        EXPECT_TRUE(reader.feed(piece).damages.empty());
    EXPECT_EQ(reader.offset(), 0u);
    const JournalReader::Chunk chunk = reader.feed("\n" + withChecksum(kWarning));
    EXPECT_EQ(chunk.records.size(), 1u);
    ASSERT_EQ(chunk.damages.size(), 1u);
    EXPECT_EQ(chunk.damages[0].bytes, (64u << 20) + 1);
}

TEST(JournalDamage, RepeatedRecordsAreNotDeliveredAndMissingOnesCounted)
{
    const std::vector<Record> records = sampleRecords();
    std::string journal;
    for (const std::size_t index : {0, 1, 1, 0, 2, 5, 4, 6})
        appendRecord(journal, records[index]);
    const JournalReader::Chunk chunk = JournalReader().feed(journal);
    EXPECT_EQ(chunk.records, (std::vector{records[0], records[1], records[2], records[5], records[6]}));
    EXPECT_EQ(chunk.repeatedRecords, 3u);
    EXPECT_EQ(chunk.missingRecords, 2u);
    EXPECT_TRUE(chunk.damages.empty());
}

TEST(JournalDamage, ALostLineIsDamageAndAHole)
{
    const std::vector<Record> records = sampleRecords();
    std::string journal = journalOf(records);
    journal[journal.find('\n') + 30] ^= 4;
    const JournalReader::Chunk chunk = JournalReader().feed(journal);
    EXPECT_EQ(chunk.records.size(), records.size() - 1);
    EXPECT_EQ(chunk.damages.size(), 1u);
    EXPECT_EQ(chunk.missingRecords, 1u);
}

TEST(JournalDamage, UnknownKindsAndMembersArePassedOver)
{
    const std::string unknown =
        withChecksum(R"({"seq":0,"mono_ns":1,"wall_ms":2,"kind":"weather","sun":true)");
    const std::string more =
        withChecksum(R"({"seq":1,"mono_ns":1,"wall_ms":2,"kind":"warning","text":"x","mood":[1,{}])");
    const JournalReader::Chunk chunk = JournalReader().feed(unknown + more);
    EXPECT_EQ(chunk.unknownKinds, 1u);
    EXPECT_EQ(chunk.missingRecords, 0u);
    EXPECT_TRUE(chunk.damages.empty());
    ASSERT_EQ(chunk.records.size(), 1u);
    EXPECT_EQ(std::get<Warned>(chunk.records[0].event).warning.text, "x");
}

TEST(JournalDamage, NumbersBehindTheMembersOfAKindAreKeptUpToTheFirstThatIsNone)
{
    const auto further = [](const std::string& members) {
        const std::string line =
            R"({"seq":0,"mono_ns":1,"wall_ms":2,"kind":"epoch","epoch":0,"step":1,"loss":2,"seconds":3)";
        const JournalReader::Chunk chunk = JournalReader().feed(withChecksum(line + members));
        EXPECT_TRUE(chunk.damages.empty()) << members;
        EXPECT_EQ(chunk.records.size(), 1u) << members;
        return std::get<EpochFinished>(chunk.records.at(0).event).further;
    };
    EXPECT_EQ(further(R"(,"a":1,"b.c":-2.5e3)"), (FurtherNumbers{{"a", 1}, {"b.c", -2500}}));
    EXPECT_EQ(further(R"(,"a":"inf","b":"of a later version","c":1)"),
              (FurtherNumbers{{"a", std::numeric_limits<double>::infinity()}}));
    EXPECT_EQ(further(R"(,"a":[1,2])"), FurtherNumbers{});
    EXPECT_EQ(further(R"(,"":1)"), FurtherNumbers{});
    EXPECT_EQ(further(",\"" + std::string(kMaxFurtherName + 1, 'n') + "\":1"), FurtherNumbers{});
    std::string many;
    for (int i = 0; i < 1000; ++i)
        many += ",\"m" + std::to_string(i) + "\":1";
    EXPECT_EQ(further(many).size(), kMaxFurtherNumbers);
}

TEST(JournalDamage, SentencesOfBeforeHaveNoArguments)
{
    std::string line = R"({"seq":0,"mono_ns":1,"wall_ms":2,"kind":"finished","exit_code":6,)"
                       R"("message":"Rank 1 is gone.","culprit":1,"step":3,"seconds":4,"weight_hash":"")";
    appendChecksum(line, 0);
    const JournalReader::Chunk chunk = JournalReader().feed(line + "\n");
    EXPECT_TRUE(chunk.damages.empty());
    ASSERT_EQ(chunk.records.size(), 1u);
    EXPECT_EQ(std::get<RankFinished>(chunk.records[0].event).message, Sentence("Rank 1 is gone."));
}

TEST(JournalDamage, SentencesWithinBoundsAreAllThatIsRead)
{
    const auto damages = [](const std::string& arguments) {
        std::string line = R"({"seq":0,"mono_ns":1,"wall_ms":2,"kind":"warning","text":"a","arguments":)";
        line += arguments;
        appendChecksum(line, 0);
        return JournalReader().feed(line + "\n").damages.size();
    };
    EXPECT_EQ(damages(R"(["b",{"text":"c","arguments":["d"]}])"), 0u);
    EXPECT_EQ(damages(R"(["1","2","3","4","5","6","7","8","9","10"])"), 1u);
    EXPECT_EQ(damages(R"(["b",])"), 1u);
    EXPECT_EQ(damages(R"([1])"), 1u);
    EXPECT_EQ(damages(R"([{"text":"c"}])"), 1u);
    std::string deep = R"(["x"])";
    for (int i = 0; i < 100; ++i)
        deep = R"([{"text":"a","arguments":)" + deep + "}]";
    EXPECT_EQ(damages(deep), 1u);
}

TEST(JournalDamage, ANewerVersionIsRefusedInAPlainSentence)
{
    RankStarted started;
    started.version = kJournalVersion + 1;
    const JournalReader::Chunk chunk = JournalReader().feed(journalOf({{0, 0, 0, started}}));
    EXPECT_TRUE(chunk.records.empty());
    ASSERT_EQ(chunk.damages.size(), 1u);
    EXPECT_EQ(chunk.damages[0].reason,
              "This journal was written in a newer version of the format: please use a newer Lockstep.");
}

/// Lines with a right checksum that a strict reader refuses all the same.
TEST(JournalDamage, MembersMustBeThoseOfTheGrammar)
{
    const std::string head = R"({"seq":0,"mono_ns":1,"wall_ms":2,)";
    const std::string device = head + R"("kind":"device",)";
    const std::string warning = head + R"("kind":"warning",)";
    const std::vector<std::string> contents = {
        "",
        "{",
        R"({"seq":-1,"mono_ns":1,"wall_ms":2,"kind":"warning","text":"x")",
        R"({"seq":00,"mono_ns":1,"wall_ms":2,"kind":"warning","text":"x")",
        R"({"seq":18446744073709551616,"mono_ns":1,"wall_ms":2,"kind":"warning","text":"x")",
        R"({"seq":18446744073709551615,"mono_ns":1,"wall_ms":2,"kind":"warning","text":"x")",
        R"({"seq": 0,"mono_ns":1,"wall_ms":2,"kind":"warning","text":"x")",
        R"({"seq":0,"mono_ns":9223372036854775808,"wall_ms":2,"kind":"warning","text":"x")",
        R"({"mono_ns":1,"seq":0,"wall_ms":2,"kind":"warning","text":"x")",
        head + R"("kind":7)",
        warning + R"("text":7)",
        warning + R"("text":"x)",
        warning + R"("text":"x" )",
        warning + R"("txt":"x")",
        warning + "\"text\":\"\x01\"",
        warning + "\"text\":\"\xFF\"",
        warning + R"("text":"\q")",
        warning + R"("text":"\u12")",
        warning + R"("text":"\ud800")",
        warning + R"("text":"\ud800\u0041")",
        warning + R"("text":"\udc00")",
        warning + R"("text":"\u-123")",
        warning + R"("text":"x"})",
        device + R"("busy":"much","memory_bytes":1)",
        device + R"("busy":.5,"memory_bytes":1)",
        device + R"("busy":1.,"memory_bytes":1)",
        device + R"("busy":1.e5,"memory_bytes":1)",
        device + R"("busy":1e,"memory_bytes":1)",
        device + R"("busy":01,"memory_bytes":1)",
        device + R"("busy":+1,"memory_bytes":1)",
        device + R"("busy":nan,"memory_bytes":1)",
        device + R"("busy":-inf,"memory_bytes":1)",
        device + R"("busy":1e999,"memory_bytes":1)",
        device + R"("busy":0.1e9223372036854775807,"memory_bytes":1)",
        device + R"("busy":0.1e-9223372036854775808,"memory_bytes":1)",
        device + R"("busy":1e+-5,"memory_bytes":1)",
        device + R"("busy":1e99999999999999999999,"memory_bytes":1)",
        device + R"("busy":1,"memory_bytes":1.5)",
        device + R"("busy":1,"memory_bytes":true)",
        device + R"("busy":1)",
        head + R"("kind":"checkpoint","step":1,"epoch":0,"path":"p","bytes":1,"best":1)",
        head + R"("kind":"epoch","epoch":2147483648,"step":1,"loss":1,"seconds":1)",
        head + R"("kind":"epoch","epoch":-2147483649,"step":1,"loss":1,"seconds":1)",
        head + R"("kind":"epoch","epoch":0,"step":9223372036854775808,"loss":1,"seconds":1)",
        head + R"("kind":"epoch","epoch":0,"step":-9223372036854775809,"loss":1,"seconds":1)",
        head + R"("kind":"epoch","epoch":0,"step":10000000000000000000000000000,"loss":1,"seconds":1)",
        head + R"("kind":"epoch","epoch":0,"step":012345678901,"loss":1,"seconds":1)",
        head + R"("kind":"epoch","epoch":-,"step":1,"loss":1,"seconds":1)",
    };
    for (const std::string& content : contents) {
        const JournalReader::Chunk chunk = JournalReader().feed(withChecksum(content));
        EXPECT_TRUE(chunk.records.empty()) << content;
        EXPECT_EQ(chunk.damages.size(), 1u) << content;
    }
    EXPECT_EQ(JournalReader().feed(withChecksum(device + R"("busy":1E+2,"memory_bytes":-1)")).records.size(),
              1u);
    EXPECT_EQ(JournalReader().feed(withChecksum(warning + R"("text":"\/\b\f\ud83d\ude00")")).records.size(),
              1u);
}

TEST(JournalDamage, ChecksumMustBePlain)
{
    const std::string crc = std::to_string(crc32c(kWarning));
    const std::vector<std::string> ends = {",\"crc\":0" + crc + "}\n",  ",\"crc\":" + crc + " }\n",
                                           ",\"crc\":" + crc + "}\r\n", ", \"crc\":" + crc + "}\n",
                                           ",\"crc\":-" + crc + "}\n",  ",\"crc\":}\n",
                                           ",\"crc\":99999999999}\n",   "}\n"};
    for (const std::string& end : ends)
        EXPECT_EQ(JournalReader().feed(kWarning + end).damages.size(), 1u) << end;
}

TEST(JournalDamage, RandomBytesNeverBecomeRecords)
{
    std::mt19937 random(13);
    JournalReader reader;
    std::uint64_t lines = 0;
    std::uint64_t damages = 0;
    for (int round = 0; round < 200; ++round) {
        std::string noise(static_cast<std::size_t>(random() % 5000), '\0');
        for (char& c : noise)
            c = static_cast<char>(random());
        lines += static_cast<std::uint64_t>(std::count(noise.begin(), noise.end(), '\n'));
        const JournalReader::Chunk chunk = reader.feed(noise);
        EXPECT_TRUE(chunk.records.empty());
        damages += chunk.damages.size();
    }
    EXPECT_EQ(damages, lines);
}

} // namespace
} // namespace lockstep
