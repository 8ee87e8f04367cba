// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/libraries/plan_cache.h"

#include "engine/core/files.h"
#include "engine/core/sha256.h"
#include "engine/protocol/descriptor.h"

#include <fcntl.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <system_error>
#include <vector>

namespace lockstep::cuda {
namespace {

/// What a whole file never reaches: more is not read.
constexpr std::uintmax_t kMostBytes = std::uintmax_t{4} << 20;
constexpr const char* kEnding = ".plans";

std::string digest(std::string_view text)
{
    Sha256 sha;
    sha.update(text);
    return sha.hexadecimal();
}

template <typename Entries>
auto place(Entries& entries, const std::string& question)
{
    return std::find_if(entries.begin(), entries.end(),
                        [&](const auto& entry) { return entry.first == question; });
}

} // namespace

PlanCache::PlanCache(std::filesystem::path folder, const std::string& circumstances)
    : m_folder(std::move(folder)), m_file(digest(circumstances) + kEnding), m_entries(read())
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

/// A digest of all that follows, then a line for each entry.
PlanCache::Entries PlanCache::read() const
{
    std::error_code error;
    if (m_folder.empty() || std::filesystem::file_size(m_folder / m_file, error) > kMostBytes || error)
        return {};
    std::ifstream file(m_folder / m_file, std::ios::binary);
    std::string expected;
    if (!std::getline(file, expected))
        return {};
    const std::string lines{std::istreambuf_iterator<char>(file), {}};
    if (digest(lines) != expected)
        return {};
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
    if (m_folder.empty())
        return;
    std::string lines;
    for (const auto& [question, plan] : m_entries)
        lines += question + '\t' + plan + '\n';
    std::error_code error;
    std::filesystem::create_directories(m_folder, error);
    const Descriptor folder(open(m_folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    // A full or read-only disk costs the next run a measurement, no more.
    if (!error && folder && replaceFile(folder.get(), m_file.string(), digest(lines) + '\n' + lines) == 0)
        dropOldFiles();
}

void PlanCache::dropOldFiles() const
{
    std::error_code error;
    std::vector<std::pair<std::filesystem::file_time_type, std::filesystem::path>> files;
    for (const auto& entry : std::filesystem::directory_iterator(m_folder, error))
        if (entry.path().extension() == kEnding)
            files.emplace_back(entry.last_write_time(error), entry.path());
    std::sort(files.rbegin(), files.rend());
    for (std::size_t i = kMostFiles; i < files.size(); ++i)
        std::filesystem::remove(files[i].second, error);
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
