// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

namespace lockstep::cuda {

/// Which plans were found to be the fastest, kept from run to run: one file for each device and version of
/// everything that the choice depends on, replaced whole. What is missing, damaged or unreadable is
/// forgotten: then it is measured again. Processes that measure at the same time keep what the others found.
class PlanCache {
public:
    /// `circumstances`: device, driver, versions; any text. Without a folder nothing is kept beyond this
    /// object.
    PlanCache(std::filesystem::path folder, const std::string& circumstances);

    std::optional<std::string> find(const std::string& question) const;
    /// Neither has a tab or a line's end in it.
    void remember(const std::string& question, const std::string& plan);

    /// The folder, once it holds what this object was told; empty where it cannot be written.
    std::filesystem::path keptIn() const;

    /// The oldest are forgotten beyond these.
    static constexpr std::size_t kMostEntries = 4096;
    static constexpr std::size_t kMostFiles = 16;

private:
    using Entries = std::deque<std::pair<std::string, std::string>>;

    Entries read() const;
    void write() const;

    std::filesystem::path m_folder;
    std::string m_file;
    Entries m_entries; ///< the oldest first
};

/// Where people's caches are (XDG): ~/.cache/lockstep/plans unless XDG_CACHE_HOME says otherwise. Empty
/// where there is no home.
std::filesystem::path planCacheFolder();

} // namespace lockstep::cuda
