// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/topology.h"

#include <cstddef>
#include <vector>

/// What the drawn links say about the way between hosts.
namespace lockstep {

/// The hosts that hold ranks, by index, in the order of their ranks.
std::vector<std::size_t> hostsWithRanks(const Topology& topology);

/// Of these hosts, those to which no chain of drawn links leads from the first. Links whose ends do not exist
/// lead nowhere. Empty when no link is drawn at all: then the drawing says nothing about the network.
std::vector<std::size_t> hostsWithoutWay(const Topology& topology, const std::vector<std::size_t>& hosts);

} // namespace lockstep
