// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/run/host_sentences.h"

#include <algorithm>
#include <cstddef>

namespace lockstep {

namespace {

constexpr std::size_t kMostNames = 4;

/// "cpu-1, cpu-2, cpu-3 and 7 more". Whole sentences for each count: languages join names in their own ways.
Sentence listed(const std::vector<std::string>& names)
{
    static constexpr const char* kTexts[] = {
        LOCKSTEP_TEXT("%1 and %2"),
        LOCKSTEP_TEXT("%1, %2 and %3"),
        LOCKSTEP_TEXT("%1, %2, %3 and %4"),
    };
    if (names.size() == 1)
        return names.front();
    if (names.size() <= kMostNames)
        return {kTexts[names.size() - 2], {names.begin(), names.end()}};
    const std::size_t more = names.size() - (kMostNames - 1);
    return {LOCKSTEP_TEXT("%1, %2, %3 and %4 more hosts"),
            {names[0], names[1], names[2], std::to_string(more)}};
}

} // namespace

Sentence onHosts(const std::vector<std::string>& names, const Sentence& what)
{
    return {LOCKSTEP_TEXT("On %1: %2"), {listed(names), what}};
}

std::vector<Sentence> toldOnce(const std::vector<HostSentence>& told)
{
    struct Shared {
        Sentence what;
        std::vector<std::string> hosts;
    };
    std::vector<Shared> all;
    for (const auto& [host, what] : told) {
        auto known = std::ranges::find(all, what, &Shared::what);
        if (known == all.end())
            known = all.insert(all.end(), {what, {}});
        known->hosts.push_back(host);
    }
    std::vector<Sentence> sentences;
    for (const Shared& one : all)
        sentences.push_back(onHosts(one.hosts, one.what));
    return sentences;
}

} // namespace lockstep
