// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/problems/gathered_problems.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

/// As if both were about one host.
bool isSameOfAnother(const Problem& one, const Problem& other)
{
    const auto rest = [](const Problem& problem) {
        const std::vector<Sentence>& arguments = problem.error.arguments;
        return std::vector<Sentence>(arguments.begin() + 1, arguments.end());
    };
    return one.sharesHosts && other.sharesHosts && one.severity == other.severity &&
           one.remedy == other.remedy && one.error.text == other.error.text && rest(one) == rest(other);
}

} // namespace

Problems gathered(const Problems& problems)
{
    Problems told;
    std::vector<std::vector<Sentence>> hosts; // of each of them
    for (const Problem& problem : problems) {
        const auto same = std::ranges::find_if(
            told, [&](const Problem& earlier) { return isSameOfAnother(earlier, problem); });
        const auto index = static_cast<std::size_t>(same - told.begin());
        if (same == told.end()) {
            told.push_back(problem);
            hosts.emplace_back();
        } else {
            told[index].furtherKeys.push_back(problem.error.key);
        }
        if (problem.sharesHosts)
            hosts[index].push_back(problem.error.arguments.front());
    }
    for (std::size_t i = 0; i < told.size(); ++i) {
        if (hosts[i].size() > 1)
            told[i].error.arguments.front() = inARow(std::move(hosts[i]), ", ");
    }
    return told;
}

} // namespace lockstep
