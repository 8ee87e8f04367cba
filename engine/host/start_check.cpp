// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/start_check.h"

#include "engine/distributed/process_group.h"
#include "engine/host/system_calls.h"

#include <algorithm>

namespace lockstep {

void checkStart(const StartRequest& start, const SubmitRequest& submitted, const SubmittedReply& bound,
                const Experiment& experiment, const std::vector<Placement>& placements)
{
    if (start.run != submitted.run)
        throw refusal(LOCKSTEP_TEXT("This supervisor owns the run %1, not %2."), {submitted.run, start.run});
    const std::size_t hosts = experiment.topology.hosts.size();
    const auto ranks = static_cast<std::size_t>(std::ranges::count(placements, Role::Rank, &Placement::role));
    const std::size_t servers = placements.size() - ranks;
    if (start.ranks.size() != ranks || start.leases.size() != hosts)
        throw refusal(LOCKSTEP_TEXT("Start names %1 ranks and %2 hosts, but the experiment has %3 and %4."),
                      {std::to_string(start.ranks.size()), std::to_string(start.leases.size()),
                       std::to_string(ranks), std::to_string(hosts)});
    if (start.servers.size() != servers)
        throw refusal(servers == 0
                          ? LOCKSTEP_TEXT("Start names %1 servers, but the strategy of the experiment "
                                          "has none.")
                          : LOCKSTEP_TEXT("Start names %1 servers, but the experiment has %2."),
                      {std::to_string(start.servers.size()), std::to_string(servers)});
    for (const Placement& placement : placements) {
        if (placement.host != static_cast<std::size_t>(submitted.host))
            continue;
        const bool isRank = placement.role == Role::Rank;
        const auto number = static_cast<std::size_t>(placement.rank);
        const auto local = static_cast<std::size_t>(placement.localRank);
        const Endpoint& given = isRank ? start.ranks[number] : start.servers[number];
        if (given != (isRank ? bound.ranks[local] : bound.servers[local]))
            throw refusal(
                isRank
                    ? LOCKSTEP_TEXT("Start gives rank %1 another address than the one this host has bound.")
                    : LOCKSTEP_TEXT(
                          "Start gives server %1 another address than the one this host has bound."),
                {std::to_string(placement.rank)});
    }
    parseRunToken(start.token);
}

} // namespace lockstep
