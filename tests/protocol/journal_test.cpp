// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/journal.h"

#include "engine/protocol/checked_line.h"
#include "tests/protocol/sample_records.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>

namespace lockstep {
namespace {

/// RFC 3720 appendix B.4.
TEST(Crc32c, AgreesWithTheVectorsOfRfc3720)
{
    std::string rising;
    std::string falling;
    for (int i = 0; i < 32; ++i) {
        rising += static_cast<char>(i);
        falling += static_cast<char>(31 - i);
    }
    EXPECT_EQ(crc32c(std::string(32, '\0')), 0x8A9136AAu);
    EXPECT_EQ(crc32c(std::string(32, '\xFF')), 0x62A8AB43u);
    EXPECT_EQ(crc32c(rising), 0x46DD794Eu);
    EXPECT_EQ(crc32c(falling), 0x113FDB5Cu);
    EXPECT_EQ(crc32c("123456789"), 0xE3069283u);
    EXPECT_EQ(crc32c(""), 0u);
    const std::string read(
        "\x01\xC0\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x14\x00\x00\x00\x00\x00\x04\x00"
        "\x00\x00\x00\x14\x00\x00\x00\x18\x28\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00",
        48);
    EXPECT_EQ(crc32c(read), 0xD9963A56u);
}

/// One bit at a time, as the definition says.
std::uint32_t slowCrc32c(std::string_view bytes)
{
    std::uint32_t state = ~0u;
    for (const char c : bytes) {
        state ^= static_cast<unsigned char>(c);
        for (int bit = 0; bit < 8; ++bit)
            state = (state >> 1) ^ ((state & 1) != 0 ? 0x82F63B78u : 0);
    }
    return ~state;
}

TEST(Crc32c, AgreesWithTheDefinitionAtEveryLengthAndSplit)
{
    std::mt19937 random(3);
    std::string bytes;
    for (int length = 0; length < 100; ++length) {
        EXPECT_EQ(crc32c(bytes), slowCrc32c(bytes));
        const std::size_t half = bytes.size() / 3;
        EXPECT_EQ(
            crc32c(std::string_view(bytes).substr(half), crc32c(std::string_view(bytes).substr(0, half))),
            crc32c(bytes));
        bytes += static_cast<char>(random());
    }
}

TEST(Journal, LineIsAsSpecified)
{
    StepFinished step;
    step.step = 3;
    step.loss = 0.1;
    step.samples = 50;
    step.dataSeconds = std::numeric_limits<double>::quiet_NaN();
    const std::string line = formatRecord({5, 7, 9, step});
    EXPECT_EQ(
        line,
        R"({"seq":5,"mono_ns":7,"wall_ms":9,"kind":"step","step":3,"epoch":0,"batch":0,"loss":0.1,)"
        R"("samples":50,"learning_rate":0,"samples_per_second":0,"data_seconds":"nan","forward_seconds":0,)"
        R"("backward_seconds":0,"network_seconds":0,"optimizer_seconds":0,"top1":0,"top5":0,"crc":)" +
            std::to_string(slowCrc32c(std::string_view(line).substr(0, line.find(",\"crc\"")))) + "}");
}

/// Written before the shares of right answers were recorded.
TEST(Journal, ReadsLinesThatLackTheAppendedMembers)
{
    StepFinished step;
    step.loss = 0.25;
    step.optimizerSeconds = 3;
    Evaluated evaluated;
    evaluated.samples = 7;
    std::string text;
    for (const Event& event : {Event(step), Event(evaluated)}) {
        const std::string line = formatRecord({text.empty() ? 0u : 1u, 1, 2, event});
        std::string older = line.substr(0, line.rfind(",\"crc\""));
        older.erase(older.find(event.index() == Event(step).index() ? ",\"top1\"" : ",\"top5\""));
        text += older + ",\"crc\":" + std::to_string(crc32c(older)) + "}\n";
    }
    JournalReader reader;
    const JournalReader::Chunk chunk = reader.feed(text);
    EXPECT_TRUE(chunk.damages.empty());
    ASSERT_EQ(chunk.records.size(), 2u);
    EXPECT_EQ(chunk.records[0].event, Event(step));
    EXPECT_EQ(chunk.records[1].event, Event(evaluated));
}

TEST(Journal, EveryLineIsJsonToAnotherReader)
{
    for (const Record& record : sampleRecords()) {
        const nlohmann::json line = nlohmann::json::parse(formatRecord(record));
        EXPECT_EQ(line.at("seq"), record.sequence);
        EXPECT_EQ(line.at("mono_ns"), record.monotonicNs);
        EXPECT_TRUE(line.at("kind").is_string());
        if (const auto* started = std::get_if<RankStarted>(&record.event)) {
            EXPECT_EQ(line.at("host"), started->host);
        }
        if (const auto* step = std::get_if<StepFinished>(&record.event); step && std::isfinite(step->loss)) {
            EXPECT_EQ(line.at("loss"), step->loss);
        }
    }
}

TEST(Journal, ReadsBackWhatWasWrittenInAnyChunks)
{
    const std::vector<Record> records = sampleRecords();
    const std::string journal = journalOf(records);
    std::mt19937 random(5);
    for (int round = 0; round < 300; ++round) {
        JournalReader reader;
        std::vector<Record> read;
        for (std::size_t at = 0; at < journal.size();) {
            const std::size_t most = round % 3 == 0 ? 1 : round % 3 == 1 ? 40 : 3000;
            const std::size_t length = std::min<std::size_t>(1 + random() % most, journal.size() - at);
            const JournalReader::Chunk chunk = reader.feed(std::string_view(journal).substr(at, length));
            EXPECT_TRUE(chunk.damages.empty());
            EXPECT_EQ(chunk.missingRecords + chunk.repeatedRecords + chunk.unknownKinds, 0u);
            read.insert(read.end(), chunk.records.begin(), chunk.records.end());
            at += length;
        }
        ASSERT_EQ(read, records);
        EXPECT_EQ(reader.offset(), journal.size());
        EXPECT_EQ(reader.nextSequence(), records.size());
    }
}

TEST(Journal, KeepsNotANumber)
{
    EpochFinished epoch;
    epoch.loss = std::numeric_limits<double>::quiet_NaN();
    const JournalReader::Chunk chunk = JournalReader().feed(journalOf({{0, 0, 0, epoch}}));
    ASSERT_EQ(chunk.records.size(), 1u);
    EXPECT_TRUE(std::isnan(std::get<EpochFinished>(chunk.records[0].event).loss));
}

TEST(Journal, KeepsEveryBitOfRandomDoubles)
{
    std::mt19937_64 random(11);
    std::string journal;
    std::vector<double> values;
    for (std::uint64_t i = 0; i < 20000; ++i) {
        const std::uint64_t bits = random();
        double value = 0;
        std::memcpy(&value, &bits, sizeof(value));
        value = std::isnan(value) ? 0 : value;
        values.push_back(value);
        appendRecord(journal, {i, 0, 0, DeviceSampled{value, static_cast<std::int64_t>(random())}});
    }
    const JournalReader::Chunk chunk = JournalReader().feed(journal);
    ASSERT_EQ(chunk.records.size(), values.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        ASSERT_EQ(std::get<DeviceSampled>(chunk.records[i].event).busy, values[i]);
}

/// The widest numbers that there are.
TEST(Journal, AsManyNumbersAsARecordMayHoldFitItsLine)
{
    StepTimeline timeline;
    timeline.bucketUs.assign(kMaxRecordNumbers / 2, -std::numeric_limits<double>::min() / 3);
    timeline.bucketBytes.assign(kMaxRecordNumbers / 2, std::numeric_limits<std::int64_t>::min());
    const std::string line = formatRecord({1, 2, 3, timeline});
    EXPECT_LE(line.size(), kMaxRecordBytes);
    EXPECT_EQ(nlohmann::json::parse(line).at("bucket_us").size(), kMaxRecordNumbers / 2);
    const JournalReader::Chunk chunk = JournalReader(0, 1).feed(line + "\n");
    ASSERT_EQ(chunk.records.size(), 1u);
    EXPECT_EQ(chunk.records[0].event, Event(timeline));

    timeline.dataUs = {0};
    EXPECT_EQ(JournalReader(0, 1).feed(formatRecord({1, 2, 3, timeline}) + "\n").damages.size(), 1u);
}

/// The C library is the other reader of decimals.
TEST(Journal, DecimalsAreReadAsTheNearestDouble)
{
    std::mt19937_64 random(19);
    std::vector<std::string> numbers = {"0",
                                        "-0",
                                        "0.0e5",
                                        "1e22",
                                        "1e23",
                                        "1e-22",
                                        "1e-23",
                                        "1E+5",
                                        "9007199254740993",
                                        "9007199254740992e3",
                                        "4.9e-324",
                                        "1.7976931348623157e308",
                                        "18446744073709551617",
                                        "0.1e1",
                                        "100000000000000000000",
                                        "0.000000000000000000001",
                                        "123456789.123456789123456789"};
    for (int i = 0; i < 20000; ++i) {
        std::string text = std::to_string(random() >> (random() % 64));
        if (random() % 2 == 0)
            text += '.' + std::to_string(random() >> (random() % 64));
        if (random() % 2 == 0)
            text += 'e' + std::to_string(static_cast<int>(random() % 500) - 250);
        numbers.push_back((random() % 2 == 0 ? "-" : "") + text);
    }
    std::string journal;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const std::size_t start = journal.size();
        journal += R"({"seq":)" + std::to_string(i) + R"(,"mono_ns":0,"wall_ms":0,"kind":"device","busy":)" +
                   numbers[i] + R"(,"memory_bytes":0)";
        appendChecksum(journal, start);
        journal += '\n';
    }
    const JournalReader::Chunk chunk = JournalReader().feed(journal);
    ASSERT_EQ(chunk.records.size(), numbers.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const double found = std::get<DeviceSampled>(chunk.records[i].event).busy;
        const double expected = std::strtod(numbers[i].c_str(), nullptr);
        ASSERT_EQ(std::bit_cast<std::uint64_t>(found), std::bit_cast<std::uint64_t>(expected)) << numbers[i];
    }
}

/// Digits are read eight at a time; the line ends at every distance behind them.
TEST(Journal, IntegersOfEveryLengthAreReadExactly)
{
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
    std::vector<std::int64_t> values = {0, kMost, kMost - 1, kLeast, kLeast + 1};
    for (std::int64_t power = 1; power <= kMost / 10; power *= 10)
        values.insert(values.end(), {power - 1, power, power + 1, -power, 1 - power, power * 9, power / 9});
    for (const std::int64_t value : values) {
        for (const std::string& further : {std::string(), std::string(R"(,"further":1)")}) {
            std::string line = R"({"seq":0,"mono_ns":)" + std::to_string(value) +
                               R"(,"wall_ms":2,"kind":"skipped","step":)" + std::to_string(value) +
                               R"(,"loss_scale":1)" + further;
            appendChecksum(line, 0);
            line += '\n';
            const JournalReader::Chunk chunk = JournalReader().feed(line);
            ASSERT_EQ(chunk.records.size(), 1u) << line;
            EXPECT_EQ(chunk.records[0].monotonicNs, value);
            EXPECT_EQ(std::get<StepSkipped>(chunk.records[0].event).step, value);
        }
    }
}

TEST(Journal, AReaderGoesOnWhereAnotherStood)
{
    const std::vector<Record> records = sampleRecords();
    const std::string journal = journalOf(records);
    for (std::size_t cut = 0; cut <= journal.size(); cut += 7) {
        JournalReader first;
        std::vector<Record> read = first.feed(std::string_view(journal).substr(0, cut)).records;
        JournalReader second(first.offset(), first.nextSequence());
        const JournalReader::Chunk chunk = second.feed(std::string_view(journal).substr(first.offset()));
        read.insert(read.end(), chunk.records.begin(), chunk.records.end());
        ASSERT_EQ(read, records) << cut;
        EXPECT_EQ(chunk.missingRecords + chunk.repeatedRecords + chunk.damages.size(), 0u);
        EXPECT_EQ(second.offset(), journal.size());
    }
}

TEST(Journal, CutsTextsSoThatEveryLineCanBeRead)
{
    RankFinished finished;
    finished.message = std::string(1 << 20, '\x01');
    RankStarted started;
    for (std::string* text : {&started.run, &started.host, &started.device, &started.engine, &started.model})
        text->assign(100000, '\x02');
    Warned warned;
    for (int i = 0; i < 5000; ++i)
        warned.warning.text += "节";
    const JournalReader::Chunk chunk =
        JournalReader().feed(journalOf({{0, 0, 0, finished}, {1, 0, 0, started}, {2, 0, 0, warned}}));
    ASSERT_EQ(chunk.records.size(), 3u);
    EXPECT_EQ(std::get<RankFinished>(chunk.records[0].event).message, std::string(8192, '\x01'));
    EXPECT_EQ(std::get<RankStarted>(chunk.records[1].event).host, std::string(1024, '\x02'));
    const std::string& cut = std::get<Warned>(chunk.records[2].event).warning.text;
    EXPECT_EQ(cut, warned.warning.text.substr(0, 8190)); // whole characters only
}

} // namespace
} // namespace lockstep
