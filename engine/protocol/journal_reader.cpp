// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/checked_line.h"
#include "engine/protocol/journal_fields.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <limits>

namespace lockstep {
namespace {

constexpr std::size_t kUsualRecordBytes = 256;
constexpr std::uint64_t kMaxSequence = std::uint64_t{1} << 62;

constexpr const char* kWrongMembers = LOCKSTEP_TEXT("The members of this record are not those of its kind.");
constexpr const char* kTooLong = LOCKSTEP_TEXT("This line is longer than a record may be.");
constexpr const char* kNewer =
    LOCKSTEP_TEXT("This journal was written in a newer version of the format: please use a newer Lockstep.");

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// Walks a line member by member in the order of journal_fields.h. After the first mismatch good() is false
/// and nothing more is read. Numbers are read without allocation.
class LineScanner {
public:
    explicit LineScanner(std::string_view text) : m_at(text.data()), m_end(text.data() + text.size()) {}

    bool good() const { return m_good; }
    bool atEnd() const { return m_at == m_end; }
    /// Further members, of a later version, begin here.
    bool atMember() const { return m_end - m_at >= 2 && m_at[0] == ',' && m_at[1] == '"'; }

    void expect(std::string_view text)
    {
        const bool same = m_good && static_cast<std::size_t>(m_end - m_at) >= text.size() &&
                          std::memcmp(m_at, text.data(), text.size()) == 0;
        m_good = same;
        m_at += same ? text.size() : 0;
    }
    template <std::size_t N, typename T>
    void operator()(const char (&key)[N], T& value)
    {
        expect(",\"");
        expect(std::string_view(key, N - 1));
        expect("\":");
        if (m_good)
            read(value);
    }
    template <std::integral T>
    void read(T& value)
    {
        const char* digits = m_at != m_end && *m_at == '-' ? m_at + 1 : m_at;
        const bool leadingZero = m_end - digits >= 2 && digits[0] == '0' && isDigit(digits[1]);
        const auto [end, error] = std::from_chars(m_at, m_end, value);
        m_good = error == std::errc() && !leadingZero;
        m_at = end;
    }
    void read(bool& value)
    {
        value = m_at != m_end && *m_at == 't';
        expect(value ? "true" : "false");
    }
    void read(double& value);
    void read(std::string& value);

private:
    const char* numberEnd() const;
    bool readEscape(std::string& value);
    bool readCodeUnit(std::uint32_t& unit);

    const char* m_at;
    const char* m_end;
    bool m_good = true;
};

/// End of the JSON number at m_at, null when there is none: from_chars takes more than JSON does.
const char* LineScanner::numberEnd() const
{
    const char* at = m_at;
    const auto digits = [this, &at] {
        const char* first = at;
        while (at != m_end && isDigit(*at))
            ++at;
        return at - first;
    };
    at += at != m_end && *at == '-' ? 1 : 0;
    const char* whole = at;
    if (const auto count = digits(); count == 0 || (count > 1 && *whole == '0'))
        return nullptr;
    if (at != m_end && *at == '.') {
        ++at;
        if (digits() == 0)
            return nullptr;
    }
    if (at != m_end && (*at == 'e' || *at == 'E')) {
        ++at;
        at += at != m_end && (*at == '+' || *at == '-') ? 1 : 0;
        if (digits() == 0)
            return nullptr;
    }
    return at;
}

void LineScanner::read(double& value)
{
    if (m_at != m_end && *m_at == '"') {
        std::string name;
        read(name);
        constexpr double kInfinity = std::numeric_limits<double>::infinity();
        m_good = m_good && (name == "nan" || name == "inf" || name == "-inf");
        value = name == "nan"   ? std::numeric_limits<double>::quiet_NaN()
                : name == "inf" ? kInfinity
                                : -kInfinity;
        return;
    }
    const char* end = numberEnd();
    m_good = end != nullptr;
    if (!m_good)
        return;
    const auto result = std::from_chars(m_at, end, value);
    m_good = result.ec == std::errc() && result.ptr == end;
    m_at = end;
}

void LineScanner::read(std::string& value)
{
    expect("\"");
    value.clear();
    while (m_good && m_at != m_end && *m_at != '"') {
        const char c = *m_at;
        if (c == '\\') {
            m_good = readEscape(value);
            continue;
        }
        const std::size_t bytes = utf8SequenceBytes({m_at, static_cast<std::size_t>(m_end - m_at)});
        m_good = bytes > 0 && static_cast<unsigned char>(c) >= 0x20;
        value.append(m_at, m_good ? bytes : 0);
        m_at += m_good ? bytes : 0;
    }
    expect("\"");
}

bool LineScanner::readCodeUnit(std::uint32_t& unit)
{
    if (m_end - m_at < 6 || m_at[0] != '\\' || m_at[1] != 'u' || m_at[2] == '-')
        return false;
    const auto result = std::from_chars(m_at + 2, m_at + 6, unit, 16);
    m_at += 6;
    return result.ec == std::errc() && result.ptr == m_at;
}

bool LineScanner::readEscape(std::string& value)
{
    constexpr std::string_view kNames = "\"\\/bfnrt";
    constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
    const char name = m_end - m_at >= 2 ? m_at[1] : '\0';
    if (const std::size_t index = kNames.find(name); index != kNames.npos) {
        value += kMeanings[index];
        m_at += 2;
        return true;
    }
    std::uint32_t code = 0;
    if (!readCodeUnit(code) || (code >= 0xDC00 && code <= 0xDFFF))
        return false;
    if (code >= 0xD800 && code <= 0xDBFF) {
        std::uint32_t low = 0;
        if (!readCodeUnit(low) || low < 0xDC00 || low > 0xDFFF)
            return false;
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    }
    const auto put = [&value](std::uint32_t byte) {
        value += static_cast<char>(static_cast<unsigned char>(byte));
    };
    if (code < 0x80) {
        put(code);
    } else if (code < 0x800) {
        put(0xC0 | code >> 6);
        put(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        put(0xE0 | code >> 12);
        put(0x80 | (code >> 6 & 0x3F));
        put(0x80 | (code & 0x3F));
    } else {
        put(0xF0 | code >> 18);
        put(0x80 | (code >> 12 & 0x3F));
        put(0x80 | (code >> 6 & 0x3F));
        put(0x80 | (code & 0x3F));
    }
    return true;
}

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
    std::string kind; // the names are short enough to need no allocation
    if (scanner.good())
        scanner.read(kind);
    if (!scanner.good() || record.sequence > kMaxSequence)
        return Line::Damaged;
    if (!readEvent(kind, scanner, record.event))
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
