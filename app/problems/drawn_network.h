// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/topology.h"

#include <cstddef>
#include <optional>
#include <vector>

/// What the drawn links say about the way between hosts.
namespace lockstep {

/// The hosts that hold ranks, by index, in the order of their ranks.
std::vector<std::size_t> hostsWithRanks(const Topology& topology);

/// Of these hosts, those to which no chain of drawn links leads from the first. Links whose ends do not exist
/// lead nowhere. Empty when no link is drawn at all: then the drawing says nothing about the network.
std::vector<std::size_t> hostsWithoutWay(const Topology& topology, const std::vector<std::size_t>& hosts);

/// The link that limits what these hosts exchange: even when every message takes the widest way, some must
/// cross a link as narrow as this one. Links without a bandwidth count as wide enough. Nothing when no such
/// link has a bandwidth; hosts without a way are left out. An index into Topology::links.
std::optional<std::size_t> narrowestLink(const Topology& topology, const std::vector<std::size_t>& hosts);

/// How many groups these hosts fall into when a switch is taken away: the messages of a ring cross it as
/// often. 1 or less: nothing between them must cross it.
std::size_t sidesOf(const Topology& topology, std::size_t switchIndex, const std::vector<std::size_t>& hosts);

} // namespace lockstep
