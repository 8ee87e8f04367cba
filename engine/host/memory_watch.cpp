// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/memory_watch.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace lockstep {
namespace {

constexpr auto kInterval = std::chrono::seconds(1);
constexpr auto kMemory = std::chrono::seconds(60);
/// What was left so long before a death counts for it.
constexpr auto kLately = std::chrono::seconds(10);
/// Less than this part of all is next to nothing.
constexpr double kScarce = 0.05;

/// The number behind a word at the beginning of a line: "oom_kill 3", "MemAvailable:  812 kB".
std::optional<std::int64_t> numberOf(const std::string& path, const std::string& word)
{
    std::ifstream file(path);
    std::string first;
    for (std::int64_t value = 0; file >> first;) {
        if (first == word && file >> value)
            return value;
        file.clear();
        file.ignore(1 << 16, '\n');
    }
    return std::nullopt;
}

std::optional<std::int64_t> kibibytes(const std::optional<std::int64_t>& count)
{
    return count ? std::optional(*count * 1024) : std::nullopt;
}

/// Folder of the group in the unified hierarchy; empty where there is none.
std::string groupFolder()
{
    std::ifstream file("/proc/self/cgroup");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("0::"))
            return "/sys/fs/cgroup" + line.substr(3);
    return {};
}

} // namespace

MemorySources memorySources()
{
    MemorySources sources{"/proc/vmstat", "/proc/meminfo", {}, {}};
    const std::string group = groupFolder();
    std::error_code ignored;
    if (group.empty() || !std::filesystem::exists(group + "/memory.events", ignored))
        return sources;
    sources.kills = group + "/memory.events";
    sources.groupLimit = group + "/memory.max";
    sources.groupMemory = group + "/memory.stat";
    return sources;
}

MemoryWatch::Sample MemoryWatch::take(Clock::time_point now) const
{
    Sample sample;
    sample.when = now;
    sample.kills = numberOf(m_sources.kills, "oom_kill");
    sample.left = kibibytes(numberOf(m_sources.memory, "MemAvailable:"));
    sample.limit = kibibytes(numberOf(m_sources.memory, "MemTotal:"));
    std::int64_t limit = 0;
    const auto used = numberOf(m_sources.groupMemory, "anon"); // the rest can be given back
    if (!(std::ifstream(m_sources.groupLimit) >> limit) || !used)
        return sample;
    if (!sample.left || limit - *used < *sample.left) {
        sample.left = limit - *used;
        sample.limit = limit;
    }
    return sample;
}

void MemoryWatch::look(Clock::time_point now)
{
    if (!m_samples.empty() && now - m_samples.back().when < kInterval)
        return;
    m_samples.push_back(take(now));
    while (now - m_samples.front().when > kMemory)
        m_samples.pop_front();
}

MemoryShortage MemoryWatch::shortage(Clock::time_point now)
{
    const Sample last = take(now);
    MemoryShortage found;
    const auto known =
        std::ranges::find_if(m_samples, [](const Sample& sample) { return sample.kills.has_value(); });
    if (known == m_samples.end() || !last.kills)
        return found;
    found.kind = MemoryShortage::Kind::None;
    std::optional<std::int64_t> least;
    for (const Sample& sample : m_samples) {
        if (!sample.left || !sample.limit || now - sample.when > kLately)
            continue;
        least = std::min(least.value_or(*sample.left), *sample.left);
        if (static_cast<double>(*sample.left) < kScarce * static_cast<double>(*sample.limit))
            found.kind = MemoryShortage::Kind::Likely;
    }
    found.leftBytes = least.value_or(0);
    if (*last.kills > *known->kills)
        found.kind = MemoryShortage::Kind::Killed;
    return found;
}

} // namespace lockstep
