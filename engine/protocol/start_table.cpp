// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/start_table.h"

#include "engine/protocol/process_placement.h"

namespace lockstep {

Result<StartRequest> startTable(const std::string& run, const Experiment& experiment,
                                const std::map<std::size_t, SubmittedReply>& replies)
{
    const Topology& topology = experiment.topology;
    StartRequest request;
    request.run = run;
    request.leases.resize(topology.hosts.size());
    const auto placements = placeProcesses(experiment);
    struct Placed {
        std::size_t ranks = 0, servers = 0;
    };
    std::map<std::size_t, Placed> placed;
    for (const Placement& placement : placements)
        ++(placement.role == Role::Rank ? placed[placement.host].ranks : placed[placement.host].servers);
    for (const auto& [host, counts] : placed) {
        const auto reply = replies.find(host);
        if (reply == replies.end() || reply->second.ranks.size() != counts.ranks ||
            reply->second.servers.size() != counts.servers)
            return Error{LOCKSTEP_TEXT("Host %1 has prepared other ranks or servers than the experiment "
                                       "places there. Update the engine on it."),
                         {topology.hosts[host].name},
                         ""};
        request.leases[host] = reply->second.lease;
    }
    for (const Placement& placement : placements) { // each role in its order
        const SubmittedReply& reply = replies.at(placement.host);
        const auto local = static_cast<std::size_t>(placement.localRank);
        if (placement.role == Role::Rank)
            request.ranks.push_back(reply.ranks[local]);
        else
            request.servers.push_back(reply.servers[local]);
    }
    return request;
}

} // namespace lockstep
