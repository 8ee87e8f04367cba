// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/topology.h"

#include <compare>
#include <cstddef>
#include <vector>

namespace lockstep {

/// Two hosts by index into Topology::hosts, the smaller one first.
struct HostPair {
    std::size_t first = 0;
    std::size_t second = 0;
    auto operator<=>(const HostPair&) const = default;
};

/// Pairs that are measured at the same time.
using PairRound = std::vector<HostPair>;

/// More hosts than these are not measured each with each, but along a ring only: every rank exchanges with
/// its neighbours in it, and the number of pairs would be too large.
inline constexpr std::size_t kMaxTournament = 16;

/// Every pair of `hosts` (rising, without repetition) once, or, of more than kMaxTournament, those next to
/// each other in the order given, which is taken for a ring. In a round each host is in one pair at most, and
/// two pairs have no link and no switch with a bandwidth in common on their drawn ways: what they share would
/// be shared out between them.
std::vector<PairRound> planPairRounds(const Topology& topology, const std::vector<std::size_t>& hosts);

} // namespace lockstep
