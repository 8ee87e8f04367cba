// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/problems/host_needs.h"

#include "app/forecast/strategy_memory.h"
#include "engine/protocol/process_placement.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace lockstep {

namespace {

/// The latest and the best of them, never more than the run writes, and the one that is being written.
double checkpointsAtOnce(const TrainingSpec& training)
{
    const double written = std::ceil(static_cast<double>(training.epochs) / training.checkpointEvery);
    return std::min<double>(written, training.keepCheckpoints + training.keepBest) + 1;
}

/// Rank 0's host, and those that hold copies.
std::set<std::size_t> hostsOfCheckpoints(const Experiment& experiment)
{
    const auto placements = placeRanks(experiment);
    if (placements.empty())
        return {};
    const auto copies = hostsOfCopies(placements, experiment.restart.copies);
    std::set<std::size_t> hosts(copies.begin(), copies.end());
    hosts.insert(placements.front().host);
    return hosts;
}

std::map<int, std::int64_t> gpuNeeds(const Host& host, StrategyKind strategy, double bytes)
{
    std::map<int, std::int64_t> needs;
    if (strategy == StrategyKind::ModelParallel)
        return needs; // which part lies on which GPU is the engine's to say
    for (const Device device : std::set<Device>(host.devices.begin(), host.devices.end())) {
        if (device.kind == DeviceKind::Cuda)
            needs[device.index] = static_cast<std::int64_t>(bytes * replicasOn(host, device, strategy));
    }
    return needs;
}

} // namespace

double replicasOn(const Host& host, Device device, StrategyKind strategy)
{
    if (strategy == StrategyKind::ModelParallel)
        return host.devices.empty() ? 0 : 1;
    return static_cast<double>(std::count(host.devices.begin(), host.devices.end(), device));
}

NeedsOfHosts needsOfHosts(const Experiment& experiment, const ModelCosts& costs)
{
    const TrainingSpec& training = experiment.training;
    const std::set<std::size_t> keepers = hostsOfCheckpoints(experiment);
    NeedsOfHosts all;
    for (std::size_t i = 0; i < experiment.topology.hosts.size(); ++i) {
        const Host& host = experiment.topology.hosts[i];
        HostNeeds& needs = all[static_cast<int>(i)];
        needs.memoryBytes =
            static_cast<std::int64_t>(costs.memoryBytes * replicasOn(host, Device{}, training.strategy) +
                                      strategyMemoryOn(experiment, costs.work, i));
        needs.gpuBytes = gpuNeeds(host, training.strategy, costs.memoryBytes);
        if (keepers.contains(i))
            needs.checkpointBytes =
                static_cast<std::int64_t>(costs.checkpointBytes * checkpointsAtOnce(training));
    }
    return all;
}

} // namespace lockstep
