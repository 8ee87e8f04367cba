// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/libraries/plan_cache.h"

#include "engine/compute/cuda/libraries/cache_files.h"

#include <algorithm>
#include <cstdlib>

namespace lockstep::cuda {
namespace {

/// What a whole file never reaches: more is not read.
constexpr std::uintmax_t kMostBytes = std::uintmax_t{4} << 20;
constexpr const char* kEnding = ".plans";

template <typename Entries>
auto place(Entries& entries, const std::string& question)
{
    return std::find_if(entries.begin(), entries.end(),
                        [&](const auto& entry) { return entry.first == question; });
}

} // namespace

PlanCache::PlanCache(std::filesystem::path folder, const std::string& circumstances)
    : m_folder(std::move(folder)), m_file(digestOf(circumstances) + kEnding), m_entries(read())
{
}

std::optional<std::string> PlanCache::find(const std::string& question) const
{
    const auto entry = place(m_entries, question);
    return entry == m_entries.end() ? std::nullopt : std::optional(entry->second);
}

void PlanCache::remember(const std::string& question, const std::string& plan)
{
    for (auto& known : read()) // what others have found meanwhile
        if (place(m_entries, known.first) == m_entries.end())
            m_entries.push_back(std::move(known));
    if (const auto entry = place(m_entries, question); entry != m_entries.end())
        m_entries.erase(entry);
    m_entries.emplace_back(question, plan);
    while (m_entries.size() > kMostEntries)
        m_entries.pop_front();
    write();
}

std::filesystem::path PlanCache::keptIn() const
{
    // Other processes may have added to it meanwhile.
    const Entries kept = read();
    const bool isKept = !m_entries.empty() && std::ranges::find(kept, m_entries.back()) != kept.end();
    return isKept ? m_folder : std::filesystem::path();
}

/// A line for each entry.
PlanCache::Entries PlanCache::read() const
{
    const std::string lines = readCacheFile(m_folder, m_file, kMostBytes).value_or("");
    Entries entries;
    for (std::size_t from = 0; from < lines.size();) {
        const std::size_t end = lines.find('\n', from);
        const std::size_t tab = lines.find('\t', from);
        entries.emplace_back(lines.substr(from, tab - from), lines.substr(tab + 1, end - tab - 1));
        from = end + 1;
    }
    return entries;
}

void PlanCache::write() const
{
    std::string lines;
    for (const auto& [question, plan] : m_entries)
        lines += question + '\t' + plan + '\n';
    writeCacheFile(m_folder, m_file, lines, kMostFiles);
}

std::filesystem::path planCacheFolder()
{
    if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache && *cache == '/')
        return std::filesystem::path(cache) / "lockstep" / "plans";
    if (const char* home = std::getenv("HOME"); home && *home == '/')
        return std::filesystem::path(home) / ".cache" / "lockstep" / "plans";
    return {};
}

} // namespace lockstep::cuda
