// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace lockstep {

using ByteSink = std::function<void(std::span<const std::byte>)>;

/// Writes a zip archive of stored entries, each content beginning at a multiple of 64 bytes, as PyTorch does
/// it (so that tensors can be mapped into memory). In order, without seeking.
class ZipWriter {
public:
    /// Numbers from `zip64From` on are written as zip64 fields; tests take a small one.
    explicit ZipWriter(ByteSink write, std::uint64_t zip64From = 0xFFFFFFFF);

    /// REQUIRES: names of at most 65535 bytes that differ, fewer than 65535 entries.
    void add(const std::string& name, std::span<const std::byte> content);
    /// The directory; once, at the end.
    void finish();

private:
    struct Entry {
        std::string name;
        std::uint32_t crc = 0;
        std::uint64_t bytes = 0;
        std::uint64_t header = 0; ///< place of its local header
    };
    void put(std::span<const std::byte> bytes);
    void put(const std::string& bytes);
    std::uint32_t narrow(std::uint64_t number) const;
    std::string localHeader(const Entry& entry) const;
    std::string directoryEntry(const Entry& entry) const;

    ByteSink m_write;
    std::uint64_t m_zip64From;
    std::uint64_t m_at = 0;
    std::vector<Entry> m_entries;
};

} // namespace lockstep
