// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/process_group.h"
#include "engine/protocol/experiment.h"
#include "engine/protocol/rank_launch.h"
#include "engine/train/stop_flag.h"

#include <memory>
#include <string>

namespace lockstep {

/// Connects this rank with all others of its run, or makes a group of one. Takes over the descriptors of the
/// launch; `stop`, which is borrowed, ends the wait for the others. Throws as makeGlooProcessGroup() does.
std::unique_ptr<ProcessGroup> meetRanks(const RankLaunch& launch, const Experiment& experiment,
                                        const StopFlag& stop);
/// For the log: whether the ranks of its host sum in memory first. Empty for one that has its host to itself.
std::string describeSums(const RankLaunch& launch);
/// For the log: that sums go up and down a tree of hosts. Empty where they go around a ring.
std::string describeWay(const ProcessGroup& group);
/// For the log: how many sums of gradients are under way at once. Empty for one.
std::string describeStreams(ProcessGroup& group);

} // namespace lockstep
