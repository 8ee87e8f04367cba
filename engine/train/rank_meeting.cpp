// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/rank_meeting.h"

#include "engine/distributed/hostwise_process_group.h"
#include "engine/train/served_mesh_options.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

/// Anywhere in the run: the same answer on all ranks.
bool someShareAHost(const Topology& topology)
{
    return std::ranges::any_of(placeRanks(topology),
                               [](const Placement& placement) { return placement.localRank > 0; });
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
    if (!someShareAHost(experiment.topology))
        return makeGlooProcessGroup(std::move(options));
    return makeHostwiseProcessGroup(std::move(options), Descriptor(launch.memoryDescriptor));
}

std::string describeSums(const RankLaunch& launch)
{
    if (launch.localWorldSize == 1 || !launch.servers.empty())
        return {};
    return launch.memoryDescriptor < 0
               ? "the ranks of this host were given no memory to share: each sends its sums by itself"
               : "the ranks of this host add up in memory, and one of them sends the sums";
}

} // namespace lockstep
