// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/experiment.h"
#include "engine/protocol/sum_tree.h"
#include "engine/protocol/topology.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace lockstep {

/// What the drawing says of the way that sums over ranks take: up and down a tree of hosts (sum_tree.h) where
/// that is faster, else around a ring of them (ring_order.h). The ranks of a host add up before they cross.
struct SumWay {
    int members = 1; ///< hosts that have ranks
    /// Until each member has sent a byte to the one before it, of a tree: to its parent and to its children,
    /// s; nothing: no link or switch between them has a bandwidth, or none is drawn.
    std::optional<double> secondsPerByte = {};
    double roundTrip = 0; ///< of the farthest two that exchange, s
    int depth = 0;        ///< of the tree; 0: it is a ring
    /// How often what one member sends another holds each of the values.
    double crossings() const;
    int rounds() const; ///< messages one after the other, from the first to the last
    bool operator==(const SumWay&) const = default;
};
SumWay drawnSumWay(const Topology& topology);
/// Who sends to whom on that way, all at the same time.
std::vector<SumTree::Flow> drawnSumFlows(const Topology& topology);

/// Whether gradients that cross as they are, unencrypted, are summed by NCCL, around a ring of ranks: all of
/// them are on a GPU each, and no tree of hosts is faster. Those of a model in parts are in the hosts'
/// memory.
bool sumsByNccl(const Topology& topology, StrategyKind strategy);

/// Sums of fewer bytes go in as few rounds as there can be, others along a ring or a tree, where bytes count.
inline constexpr std::size_t kRingBytes = std::size_t{16} << 10;

/// Whether the last bucket of a step, of so many bytes in f32, crosses with what is summed in double
/// precision at its end (loss, votes): in double itself, so twice as many bytes, but without rounds of its
/// own. Only where that saves time; on a way of which no rate is drawn, when it is small. It decides bits, so
/// it depends on the drawing, not on what is measured: a training that goes on does the same.
bool ridesWithScalars(std::size_t bytes, const SumWay& way);

} // namespace lockstep
