// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/experiment.h"

#include <set>
#include <vector>

namespace lockstep {

/// The ranks of a training, in the one order that placeRanks(Topology) defines. With model-parallel the
/// devices of a host are one rank's, the first of them and `furtherDevices`.
std::vector<Placement> placeRanks(const Topology& topology, const TrainingSpec& training);
std::vector<Placement> placeRanks(const Experiment& experiment);

/// Where all processes of a run stand: those ranks, then, where the strategy has servers, those
/// of placeServers(). LinksMeasured numbers them so.
std::vector<Placement> placeProcesses(const Topology& topology, const TrainingSpec& training);
std::vector<Placement> placeProcesses(const Experiment& experiment);

/// The hosts that take part, as indices into Topology::hosts.
std::set<std::size_t> hostsOf(const std::vector<Placement>& placements);

/// The hosts that are to hold copies of the checkpoints of rank 0's host, likewise: `copies` of those that
/// take part, or all where they are fewer; those that follow it in the drawing, and then those from its
/// beginning.
std::vector<std::size_t> hostsOfCopies(const std::vector<Placement>& placements, int copies);

} // namespace lockstep
