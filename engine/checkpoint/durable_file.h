// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/core/sha256.h"
#include "engine/protocol/descriptor.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

namespace lockstep {

/// A new file that appears under its name whole, on the disk, or not at all. Errors, those of fsync and close
/// included, throw EngineError(CheckpointError) naming the file; the unfinished one is removed.
///
/// A large one is forced to the disk in pieces while it is written: so whoever waits can be told how far it
/// is, and the system's memory does not fill with bytes that a slow disk has yet to take.
class DurableFile {
public:
    /// Told how many more bytes are on the disk.
    using Progress = std::function<void(std::int64_t bytes)>;
    explicit DurableFile(std::string path, Progress progress = {});
    ~DurableFile();
    DurableFile(const DurableFile&) = delete;
    DurableFile& operator=(const DurableFile&) = delete;

    void write(std::span<const std::byte> bytes);
    /// Forces the bytes to the disk, closes, and gives the file its name. (Its folder is the caller's to
    /// sync.)
    void commit();

    std::int64_t size() const { return m_size; }
    /// Of everything written; once, after the last write.
    std::string sha256() { return m_hash.hexadecimal(); }

private:
    void tellOfRest();

    std::string m_path;
    std::string m_temporary;
    Progress m_progress;
    Descriptor m_file;
    std::int64_t m_size = 0;
    std::int64_t m_safe = 0; ///< bytes on the disk
    Sha256 m_hash;
};

/// Forces the names in a folder to the disk.
void syncFolder(const std::string& path);

/// The whole content of a regular file that has exactly `size` bytes, or at most `limit` when `size` is
/// negative. Throws EngineError(CheckpointError).
std::string readWholeFile(const std::string& path, std::int64_t size, std::int64_t limit);

} // namespace lockstep
