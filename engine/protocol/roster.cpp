// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/roster.h"

#include "engine/protocol/json_value.h"
#include "engine/protocol/process_placement.h"

#include <algorithm>

namespace lockstep {
namespace {

constexpr std::size_t kMostPieces = 65536; // that a document may state

/// By rank, of those on hosts of the roster. Shares for another number of ranks stay as they are: whoever
/// trains refuses them.
std::vector<int> partsOf(const Experiment& drawn, const Roster& roster)
{
    const std::vector<Placement> ranks = placeRanks(drawn);
    const std::vector<int>& parts = drawn.training.shares.byRank;
    if (parts.size() != ranks.size())
        return parts;
    std::vector<int> kept;
    for (const Placement& rank : ranks)
        if (std::ranges::binary_search(roster, static_cast<int>(rank.host)))
            kept.push_back(parts[static_cast<std::size_t>(rank.rank)]);
    return kept;
}

} // namespace

Roster wholeRoster(const Experiment& drawn)
{
    Roster roster;
    for (const std::size_t host : hostsOf(placeProcesses(drawn)))
        roster.push_back(static_cast<int>(host));
    return roster;
}

Experiment withRoster(Experiment drawn, const Roster& roster)
{
    if (roster == wholeRoster(drawn))
        return drawn;
    const std::size_t ranksBefore = placeRanks(drawn).size();
    drawn.training.shares.byRank = partsOf(drawn, roster);
    for (std::size_t i = 0; i < drawn.topology.hosts.size(); ++i)
        if (!std::ranges::binary_search(roster, static_cast<int>(i)))
            drawn.topology.hosts[i].devices.clear();
    if (drawn.training.shares.kind == ShareKind::Auto)
        return drawn; // whose ranks take their shares in pieces of `batch` in any case
    const std::size_t ranks = std::max<std::size_t>(placeRanks(drawn).size(), 1);
    const auto pieces = static_cast<std::size_t>(drawn.training.accumulate) * ranksBefore;
    drawn.training.accumulate = static_cast<int>(std::min((pieces + ranks - 1) / ranks, kMostPieces));
    return drawn;
}

bool mayGoOn(const Roster& roster, const Roster& whole)
{
    if (2 * roster.size() != whole.size())
        return 2 * roster.size() > whole.size();
    return !roster.empty() && roster.front() == whole.front();
}

std::optional<Error> checkElastic(const Experiment& experiment)
{
    const StrategyKind strategy = experiment.training.strategy;
    if (!experiment.restart.elastic || strategy == StrategyKind::AllReduce ||
        strategy == StrategyKind::LocalSteps)
        return std::nullopt;
    const char* const text =
        usesServers(strategy)
            ? LOCKSTEP_TEXT("found true, but with %1 the weights stand on servers, and what those of a host "
                            "hold is lost with it; expected false, or another strategy.")
            : LOCKSTEP_TEXT("found true, but with %1 the parts of the model cannot be dealt out anew; "
                            "expected false, or another strategy.");
    return Error{text, {quotedText(std::string(toString(strategy)))}, "restart.elastic"};
}

} // namespace lockstep
