// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace lockstep {

/// How much of the disk a folder and all below it take, a slice of files at a time, so that a conversation
/// can go on beside it. What goes while it is weighed counts or not; symbolic links are not followed.
class FolderWeight {
public:
    explicit FolderWeight(const std::string& path);

    /// Weighs the next files. REQUIRES: !over().
    void advance();
    bool over() const { return m_next == std::filesystem::recursive_directory_iterator(); }
    std::uint64_t bytes() const { return m_bytes; } ///< blocks that are taken, as du(1) counts

private:
    void add(const std::filesystem::path& path);

    std::filesystem::recursive_directory_iterator m_next;
    std::uint64_t m_bytes = 0;
};

} // namespace lockstep
