// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/process_placement.h"

#include <algorithm>
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

std::vector<Placement> placeProcesses(const Topology& topology, const TrainingSpec& training)
{
    std::vector<Placement> placements = placeRanks(topology, training);
    if (!usesServers(training.strategy))
        return placements;
    int number = 0;
    std::map<std::size_t, int> onHost;
    for (const std::size_t host : placeServers(topology))
        placements.push_back({number++, onHost[host]++, host, Device{}, Role::Server});
    return placements;
}

std::vector<Placement> placeProcesses(const Experiment& experiment)
{
    return placeProcesses(experiment.topology, experiment.training);
}

std::set<std::size_t> hostsOf(const std::vector<Placement>& placements)
{
    std::set<std::size_t> hosts;
    for (const Placement& placement : placements)
        hosts.insert(placement.host);
    return hosts;
}

std::vector<std::size_t> hostsOfCopies(const std::vector<Placement>& placements, int copies)
{
    if (placements.empty())
        return {};
    const std::set<std::size_t> all = hostsOf(placements);
    const auto lead = all.find(placements.front().host); // ranks come first, in order
    std::vector<std::size_t> hosts(std::next(lead), all.end());
    hosts.insert(hosts.end(), all.begin(), lead);
    hosts.resize(std::min(hosts.size(), static_cast<std::size_t>(std::max(0, copies))));
    return hosts;
}

} // namespace lockstep
