// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/journal.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/protocol/sample_records.h"

/// A journal from a foreign host: damage is counted and passed over, and chunking changes nothing.
namespace lockstep::fuzz {
namespace {

struct Tally {
    std::vector<Record> records;
    std::size_t damages = 0;
    std::uint64_t unknown = 0, missing = 0, repeated = 0;
    bool operator==(const Tally&) const = default;

    void add(const JournalReader::Chunk& chunk)
    {
        records.insert(records.end(), chunk.records.begin(), chunk.records.end());
        damages += chunk.damages.size();
        unknown += chunk.unknownKinds;
        missing += chunk.missingRecords;
        repeated += chunk.repeatedRecords;
    }
};

/// A comparison that takes "not a number" for equal to itself.
bool sameTexts(const std::vector<Record>& some, const std::vector<Record>& others)
{
    if (some.size() != others.size())
        return false;
    for (std::size_t i = 0; i < some.size(); ++i)
        if (formatRecord(some[i]) != formatRecord(others[i]))
            return false;
    return true;
}

} // namespace

Verdict tryInput(std::string_view bytes)
{
    Tally whole, pieces;
    JournalReader reader;
    whole.add(reader.feed(bytes));
    JournalReader piecewise;
    for (std::size_t at = 0; at < bytes.size(); at += 7)
        pieces.add(piecewise.feed(bytes.substr(at, 7)));
    require(reader.offset() == piecewise.offset() && reader.nextSequence() == piecewise.nextSequence(),
            "chunking does not change where a reader stands");
    require(sameTexts(whole.records, pieces.records) && whole.damages == pieces.damages &&
                whole.unknown == pieces.unknown && whole.missing == pieces.missing &&
                whole.repeated == pieces.repeated,
            "chunking does not change what is read");
    for (const Record& record : whole.records) {
        JournalReader again(0, record.sequence);
        const auto chunk = again.feed(formatRecord(record) + "\n");
        require(sameTexts(chunk.records, {record}), "a record survives being written and read");
    }
    return whole.damages == 0 && !whole.records.empty() ? Verdict::Accepted : Verdict::Refused;
}

std::vector<std::string> seeds()
{
    std::vector<std::string> all = {journalOf(sampleRecords())};
    for (Record record : sampleRecords()) {
        record.sequence = 0;
        all.push_back(journalOf({record}));
    }
    return all;
}

} // namespace lockstep::fuzz
