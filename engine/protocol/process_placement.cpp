// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/process_placement.h"

#include <map>

namespace lockstep {

std::vector<Placement> placeRanks(const Topology& topology, const TrainingSpec& training)
{
    std::vector<Placement> devices = placeRanks(topology);
    if (training.strategy != StrategyKind::ModelParallel)
        return devices;
    std::vector<Placement> ranks;
    for (Placement& each : devices) {
        if (each.localRank > 0) {
            ranks.back().furtherDevices.push_back(each.device);
            continue;
        }
        each.rank = static_cast<int>(ranks.size());
        ranks.push_back(std::move(each));
    }
    return ranks;
}

std::vector<Placement> placeRanks(const Experiment& experiment)
{
    return placeRanks(experiment.topology, experiment.training);
}

std::vector<Placement> placeProcesses(const Experiment& experiment)
{
    std::vector<Placement> placements = placeRanks(experiment);
    if (!usesServers(experiment.training.strategy))
        return placements;
    int number = 0;
    std::map<std::size_t, int> onHost;
    for (const std::size_t host : placeServers(experiment.topology))
        placements.push_back({number++, onHost[host]++, host, Device{}, Role::Server});
    return placements;
}

std::set<std::size_t> hostsOf(const std::vector<Placement>& placements)
{
    std::set<std::size_t> hosts;
    for (const Placement& placement : placements)
        hosts.insert(placement.host);
    return hosts;
}

} // namespace lockstep
