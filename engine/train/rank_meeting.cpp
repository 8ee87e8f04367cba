// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/rank_meeting.h"

#include "engine/distributed/hostwise_process_group.h"
#include "engine/protocol/collective_streams.h"
#include "engine/protocol/process_placement.h"
#include "engine/protocol/ring_order.h"
#include "engine/protocol/sum_way.h"
#include "engine/train/served_mesh_options.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace lockstep {

namespace {

// Both are the same on all ranks.

bool someShareAHost(const std::vector<Placement>& ranks)
{
    return std::ranges::any_of(ranks, [](const Placement& placement) { return placement.localRank > 0; });
}

bool crossHosts(const std::vector<Placement>& ranks)
{
    return std::ranges::any_of(
        ranks, [&](const Placement& placement) { return placement.host != ranks.front().host; });
}

/// Where buckets of gradients go through the hosts, and not from GPU to GPU.
bool sumsBuckets(const TrainingSpec& training, const std::vector<Placement>& ranks)
{
    const bool hasBuckets =
        training.strategy == StrategyKind::AllReduce || training.strategy == StrategyKind::ModelParallel;
    return hasBuckets && (training.encryption || std::ranges::any_of(ranks, [](const Placement& placement) {
                              return placement.device.kind == DeviceKind::Cpu;
                          }));
}

int countHosts(const std::vector<Placement>& ranks)
{
    return static_cast<int>(std::ranges::count(ranks, 0, &Placement::localRank));
}

/// All ranks, host by host along the drawn links.
std::vector<int> ringOf(const Topology& topology, const std::vector<Placement>& ranks)
{
    std::vector<int> ring;
    for (const std::size_t host : ringOrder(topology))
        for (const Placement& placement : ranks)
            if (placement.host == host)
                ring.push_back(placement.rank);
    return ring;
}

} // namespace

std::unique_ptr<ProcessGroup> meetRanks(const RankLaunch& launch, const Experiment& experiment,
                                        const StopFlag& stop)
{
    if (launch.worldSize == 1)
        return makeSoloProcessGroup();
    GlooGroupOptions options;
    options.rank = launch.rank;
    options.worldSize = launch.worldSize;
    options.ranks = launch.ranks;
    options.listenDescriptor = launch.listenDescriptor;
    options.token = parseRunToken(launch.token);
    options.run = launch.run;
    options.attempt = launch.attempt;
    options.timeoutSeconds = experiment.training.timeoutSeconds;
    options.connectSeconds = std::max(kMeetingSeconds, options.timeoutSeconds);
    options.settings = launch.experiment;
    options.cancelDescriptor = stop.descriptor();
    const std::vector<Placement> ranks = placeRanks(experiment);
    options.seals = experiment.training.encryption && crossHosts(ranks);
    options.sumWay = drawnSumWay(experiment.topology);
    if (sumsBuckets(experiment.training, ranks))
        options.streams = [hosts = countHosts(ranks),
                           bytes = experiment.training.bucketMegabytes * (1 << 20)](double roundTrip) {
            return streamsFor(roundTrip, hosts, bytes);
        };
    const std::vector<int> ring = ringOf(experiment.topology, ranks);
    if (!someShareAHost(ranks) && std::ranges::is_sorted(ring))
        return makeGlooProcessGroup(std::move(options));
    return makeHostwiseProcessGroup(std::move(options), Descriptor(launch.memoryDescriptor), ring);
}

std::string describeSums(const RankLaunch& launch)
{
    if (launch.localWorldSize == 1 || !launch.servers.empty())
        return {};
    return launch.memoryDescriptor < 0
               ? "the ranks of this host were given no memory to share: each sends its sums by itself"
               : "the ranks of this host add up in memory, and one of them sends the sums";
}

std::string describeStreams(ProcessGroup& group)
{
    const std::size_t streams = group.streams().size();
    return streams == 1 ? std::string()
                        : "as round trips are long, " + std::to_string(streams) +
                              " sums are under way at once, each over connections of its own";
}

} // namespace lockstep
