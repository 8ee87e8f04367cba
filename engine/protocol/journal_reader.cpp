// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/checked_line.h"
#include "engine/protocol/journal_fields.h"
#include "engine/protocol/journal_scanner.h"

namespace lockstep {
namespace {

constexpr std::size_t kUsualRecordBytes = 256;
constexpr std::uint64_t kMaxSequence = std::uint64_t{1} << 62;

constexpr const char* kWrongMembers = LOCKSTEP_TEXT("The members of this record are not those of its kind.");
constexpr const char* kTooLong = LOCKSTEP_TEXT("This line is longer than a record may be.");
constexpr const char* kNewer =
    LOCKSTEP_TEXT("This journal was written in a newer version of the format: please use a newer Lockstep.");

/// Reads the members when `kind` is that of Struct; false when it is another.
template <typename Struct>
bool readIfKind(std::string_view kind, LineScanner& scanner, Event& event)
{
    if (kind != KindOf<Struct>::name)
        return false;
    visitFields(scanner, event.emplace<Struct>());
    return true;
}

template <typename... Structs>
bool readEvent(std::string_view kind, LineScanner& scanner, std::variant<Structs...>& event)
{
    return (readIfKind<Structs>(kind, scanner, event) || ...);
}

bool isNewer(const Event& event)
{
    const auto* started = std::get_if<RankStarted>(&event);
    return started != nullptr && started->version > kJournalVersion;
}

enum class Line { Known, UnknownKind, Damaged };

Line parseLine(std::string_view content, Record& record)
{
    LineScanner scanner(content);
    scanner.expect(kRecordHead);
    if (scanner.good())
        scanner.read(record.sequence);
    scanner("mono_ns", record.monotonicNs);
    scanner("wall_ms", record.wallMs);
    scanner.expect(",\"kind\":");
    // Nearly every line is of one kind, whose name needs no copy.
    const bool isStep = scanner.accept("\"step\"");
    std::string kind; // the names are short enough to need no allocation
    if (!isStep && scanner.good())
        scanner.read(kind);
    if (!scanner.good() || record.sequence > kMaxSequence)
        return Line::Damaged;
    if (isStep)
        visitFields(scanner, record.event.emplace<StepFinished>());
    else if (!readEvent(kind, scanner, record.event))
        return Line::UnknownKind;
    return scanner.good() && (scanner.atEnd() || scanner.atMember()) ? Line::Known : Line::Damaged;
}

} // namespace

JournalReader::Chunk JournalReader::feed(std::string_view bytes)
{
    Chunk chunk;
    chunk.records.reserve(bytes.size() / kUsualRecordBytes + 1);
    for (std::size_t newline = bytes.find('\n'); newline != bytes.npos; newline = bytes.find('\n')) {
        std::string_view line = bytes.substr(0, newline);
        if (m_tooLong > 0 || m_tail.size() + line.size() > kMaxRecordBytes) {
            const std::uint64_t length = m_tooLong + m_tail.size() + line.size() + 1;
            chunk.damages.push_back({m_offset, length, kTooLong});
            m_offset += length;
        } else if (!m_tail.empty()) {
            m_tail += line;
            readLine(m_tail, chunk);
        } else {
            readLine(line, chunk);
        }
        m_tail.clear();
        m_tooLong = 0;
        bytes.remove_prefix(newline + 1);
    }
    keepTail(bytes);
    return chunk;
}

void JournalReader::keepTail(std::string_view bytes)
{
    if (m_tooLong > 0 || m_tail.size() + bytes.size() > kMaxRecordBytes) {
        m_tooLong += m_tail.size() + bytes.size();
        m_tail.clear();
    } else {
        m_tail += bytes;
    }
}

void JournalReader::readLine(std::string_view line, Chunk& chunk)
{
    const std::uint64_t start = m_offset;
    m_offset += line.size() + 1;
    std::string_view content;
    if (const char* reason = checkLine(line, content)) {
        chunk.damages.push_back({start, line.size() + 1, reason});
        return;
    }
    Record& record = chunk.records.emplace_back();
    const Line found = parseLine(content, record);
    const bool newer = found == Line::Known && isNewer(record.event);
    const std::uint64_t sequence = record.sequence;
    const bool repeated = found != Line::Damaged && sequence < m_nextSequence;
    if (found != Line::Known || newer || repeated)
        chunk.records.pop_back();
    if (found == Line::Damaged) {
        chunk.damages.push_back({start, line.size() + 1, kWrongMembers});
        return;
    }
    if (repeated) {
        ++chunk.repeatedRecords;
        return;
    }
    chunk.missingRecords += sequence - m_nextSequence;
    m_nextSequence = sequence + 1;
    chunk.unknownKinds += found == Line::UnknownKind ? 1 : 0;
    if (newer)
        chunk.damages.push_back({start, line.size() + 1, kNewer});
}

} // namespace lockstep
