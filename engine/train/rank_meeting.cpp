// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/rank_meeting.h"

#include "engine/distributed/hostwise_process_group.h"
#include "engine/protocol/collective_streams.h"
#include "engine/protocol/process_placement.h"
#include "engine/protocol/ring_order.h"
#include "engine/protocol/sum_tree.h"
#include "engine/protocol/sum_way.h"
#include "engine/train/served_mesh_options.h"

#include <algorithm>
#include <iterator>
#include <optional>
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
bool sumsBuckets(const Experiment& experiment)
{
    const TrainingSpec& training = experiment.training;
    const bool hasBuckets =
        training.strategy == StrategyKind::AllReduce || training.strategy == StrategyKind::ModelParallel;
    return hasBuckets && (training.encryption || !sumsByNccl(experiment.topology, training.strategy));
}

int countHosts(const std::vector<Placement>& ranks)
{
    return static_cast<int>(std::ranges::count(ranks, 0, &Placement::localRank));
}

std::vector<int> ranksOf(std::size_t host, const std::vector<Placement>& ranks)
{
    std::vector<int> numbers;
    for (const Placement& placement : ranks)
        if (placement.host == host)
            numbers.push_back(placement.rank);
    return numbers;
}

/// Along the drawn links, host by host. In a tree the first rank of a host stands for the others.
SumOrder sumOrderOf(const Topology& topology, const std::vector<Placement>& ranks)
{
    SumOrder order;
    for (const std::size_t host : ringOrder(topology))
        std::ranges::copy(ranksOf(host, ranks), std::back_inserter(order.ring));
    const std::optional<SumTree> tree = sumTree(topology);
    if (!tree)
        return order;
    order.parents.resize(ranks.size(), -1);
    for (std::size_t i = 0; i < tree->hosts.size(); ++i) {
        const std::vector<int> own = ranksOf(tree->hosts[i], ranks);
        for (const int rank : own)
            order.parents[static_cast<std::size_t>(rank)] = own.front();
        const bool isRoot = tree->parents[i] == i;
        order.parents[static_cast<std::size_t>(own.front())] =
            isRoot ? -1 : ranksOf(tree->hosts[tree->parents[i]], ranks).front();
    }
    return order;
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
    if (sumsBuckets(experiment))
        options.streams = [hosts = countHosts(ranks),
                           bytes = experiment.training.bucketMegabytes * (1 << 20)](double roundTrip) {
            return streamsFor(roundTrip, hosts, bytes);
        };
    const SumOrder order = sumOrderOf(experiment.topology, ranks);
    if (!someShareAHost(ranks) && std::ranges::is_sorted(order.ring) && order.parents.empty())
        return makeGlooProcessGroup(std::move(options));
    return makeHostwiseProcessGroup(std::move(options), Descriptor(launch.memoryDescriptor), order);
}

std::string describeSums(const RankLaunch& launch)
{
    if (launch.localWorldSize == 1 || !launch.servers.empty())
        return {};
    return launch.memoryDescriptor < 0
               ? "the ranks of this host were given no memory to share: each sends its sums by itself"
               : "the ranks of this host add up in memory, and one of them sends the sums";
}

std::string describeWay(const ProcessGroup& group)
{
    if (group.sumWay().depth == 0)
        return {};
    return "sums go up and down a tree of the hosts along the drawn links, which carry them once each way";
}

std::string describeStreams(ProcessGroup& group)
{
    const std::size_t streams = group.streams().size();
    return streams == 1 ? std::string()
                        : "as round trips are long, " + std::to_string(streams) +
                              " sums are under way at once, each over connections of its own";
}

} // namespace lockstep
