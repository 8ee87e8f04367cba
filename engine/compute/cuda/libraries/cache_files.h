// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

/// Files that may vanish or be damaged without harm: each begins with a digest of all that follows.
namespace lockstep::cuda {

/// SHA-256, hexadecimal.
std::string digestOf(std::string_view text);

/// The content, where it is whole and no longer than that.
std::optional<std::string> readCacheFile(const std::filesystem::path& folder, const std::string& name,
                                         std::uintmax_t mostBytes);
/// Replaced whole; of the files of the same ending as many as that are kept, the newest. A full or read-only
/// disk is no error: what is kept here costs time alone to find again.
void writeCacheFile(const std::filesystem::path& folder, const std::string& name, std::string_view content,
                    std::size_t mostFiles);

} // namespace lockstep::cuda
