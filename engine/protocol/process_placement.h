// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/experiment.h"

#include <set>
#include <vector>

namespace lockstep {

/// Where all processes of a run stand: the ranks of placeRanks(), then, where the strategy has servers, those
/// of placeServers().
std::vector<Placement> placeProcesses(const Experiment& experiment);

/// The hosts that take part, as indices into Topology::hosts.
std::set<std::size_t> hostsOf(const std::vector<Placement>& placements);

} // namespace lockstep
