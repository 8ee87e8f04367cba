// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/descriptor.h"
#include "engine/protocol/journal_records.h"
#include "engine/protocol/result.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// One event of a rank, and its one line of JSON. FORMAT.md is the specification: members in a fixed order,
/// a sequence number and both clocks first, the CRC-32C of everything before it last.
namespace lockstep {

/// A line longer than this is damage, whatever it says.
inline constexpr std::size_t kMaxRecordBytes = 64u << 10;

/// CRC-32C (Castagnoli; RFC 3720 appendix B.4), as an unsigned number.
std::uint32_t crc32c(std::string_view bytes, std::uint32_t seed = 0);

/// One line without its newline. NaN and infinities are written as the strings "nan", "inf", "-inf". Texts
/// are cut so that the line stays within kMaxRecordBytes: 8 KiB for warnings and messages, 1 KiB for others.
/// A warning or message that is longer with all its arguments is written in plain English, and so is what
/// stands too deep in one.
std::string formatRecord(const Record& record);
/// Appends the same line plus '\n' to `out`; no other allocation on the path of a StepFinished.
void appendRecord(std::string& out, const Record& record);

/// Accepts a journal in chunks of any size and keeps the unfinished tail. Damage never stops it: a broken
/// line is counted and named, and reading goes on at the next one. Not thread-safe.
class JournalReader {
public:
    JournalReader() = default;
    /// Goes on where a reader stood: the next byte fed is the one at `offset` of the journal.
    JournalReader(std::uint64_t offset, std::uint64_t nextSequence)
        : m_offset(offset), m_nextSequence(nextSequence)
    {
    }

    struct Damage {
        std::uint64_t offset = 0; ///< of the line's first byte in the journal
        std::uint64_t bytes = 0;  ///< of the line, its newline included
        std::string reason;       ///< an English sentence marked LOCKSTEP_TEXT
    };
    struct Chunk {
        std::vector<Record> records;
        std::vector<Damage> damages;
        std::uint64_t unknownKinds = 0;    ///< whole lines of a kind that this version does not know
        std::uint64_t missingRecords = 0;  ///< holes in the sequence numbers
        std::uint64_t repeatedRecords = 0; ///< sequence numbers seen before; such records are not delivered
    };
    Chunk feed(std::string_view bytes);
    /// Bytes of whole lines consumed so far: where a re-opened reader may go on.
    std::uint64_t offset() const { return m_offset; }
    std::uint64_t nextSequence() const { return m_nextSequence; }

private:
    void readLine(std::string_view line, Chunk& chunk);
    void keepTail(std::string_view bytes);

    std::string m_tail;
    std::uint64_t m_offset = 0;
    std::uint64_t m_nextSequence = 0;
    std::uint64_t m_tooLong = 0; ///< bytes of an over-long line dropped so far
};

/// Appends records to a file; each is one write of a whole line. Opening an existing journal cuts a
/// torn last line and goes on with its sequence numbers. A record that could not be written whole is taken
/// back. Not thread-safe; the engine side, so it throws std::system_error naming the file.
class JournalWriter {
public:
    explicit JournalWriter(const std::string& path);
    JournalWriter(const JournalWriter&) = delete;
    JournalWriter& operator=(const JournalWriter&) = delete;

    /// Stamps sequence and clocks, and writes.
    void write(Event event);
    /// Forces what was written to the disk.
    void sync();

private:
    std::string m_path;
    std::string m_line;
    Descriptor m_file;
    std::uint64_t m_size = 0;
    std::uint64_t m_sequence = 0;
};

} // namespace lockstep
