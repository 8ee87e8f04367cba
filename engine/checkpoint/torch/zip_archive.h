// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace lockstep {

bool looksLikeZip(std::string_view bytes);

/// The entries of a zip archive (PKWARE APPNOTE 6.3.10, zip64 included) that are stored, not compressed, as
/// PyTorch does it with tensors: so nothing can grow on reading. Encrypted, overlapping, doubled and
/// misplaced entries are refused. Names are names only, never paths on a disk.
class ZipArchive {
public:
    /// Reads the directory; borrows `bytes`. Throws EngineError(CheckpointError) naming `fileName`.
    ZipArchive(std::string_view bytes, std::string fileName);

    bool contains(std::string_view name) const { return m_entries.find(name) != m_entries.end(); }
    /// Content of an entry, its CRC-32 checked now; a compressed one is refused. Throws
    /// EngineError(CheckpointError).
    std::string_view read(std::string_view name) const;
    /// "archive" for "archive/data.pkl"; throws unless exactly one entry has that last part.
    std::string folderOf(std::string_view lastPart) const;

private:
    struct Entry {
        std::string_view content;
        std::uint32_t crc = 0;
        bool compressed = false;
    };
    struct Directory;
    Directory findDirectory() const;
    std::uint64_t readEntry(std::uint64_t at, const Directory& directory);
    std::string_view contentAt(std::uint64_t header, std::uint64_t size, std::uint64_t method,
                               std::string_view name, const Directory& directory) const;
    void refuseOverlaps() const;

    std::string_view m_bytes;
    std::string m_fileName;
    std::map<std::string_view, Entry> m_entries;
};

} // namespace lockstep
