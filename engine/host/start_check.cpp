// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/start_check.h"

#include "engine/distributed/process_group.h"
#include "engine/host/system_calls.h"

namespace lockstep {

void checkStart(const StartRequest& start, const SubmitRequest& submitted, const SubmittedReply& bound,
                const Experiment& experiment, const std::vector<Placement>& placements)
{
    if (start.run != submitted.run)
        throw refusal(LOCKSTEP_TEXT("This supervisor owns the run %1, not %2."), {submitted.run, start.run});
    const std::size_t hosts = experiment.topology.hosts.size();
    if (start.ranks.size() != placements.size() || start.leases.size() != hosts)
        throw refusal(LOCKSTEP_TEXT("Start names %1 ranks and %2 hosts, but the experiment has %3 and %4."),
                      {std::to_string(start.ranks.size()), std::to_string(start.leases.size()),
                       std::to_string(placements.size()), std::to_string(hosts)});
    if (!start.servers.empty())
        throw refusal(LOCKSTEP_TEXT("Start names %1 servers, but the strategy of the experiment has none."),
                      {std::to_string(start.servers.size())});
    for (const Placement& placement : placements) {
        const bool mine = placement.host == static_cast<std::size_t>(submitted.host);
        const Endpoint& port = bound.ranks[mine ? static_cast<std::size_t>(placement.localRank) : 0];
        if (mine && start.ranks[static_cast<std::size_t>(placement.rank)] != port)
            throw refusal(
                LOCKSTEP_TEXT("Start gives rank %1 another address than the one this host has bound."),
                {std::to_string(placement.rank)});
    }
    parseRunToken(start.token);
}

} // namespace lockstep
