// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/topology.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace lockstep {

/// The hosts that have ranks, as a tree for sums: what they have goes up and is added on the way, and what
/// the root then has comes down. Each host and its parent send each other all values once, where in a ring
/// of n each sends 2 (n-1)/n of them. So a tree is faster where hosts hang on one another by links of their
/// own, over one slow link between two sites, or by slow links on a host with a fast one, and a ring where
/// all hang on a switch alike.
struct SumTree {
    std::vector<std::size_t> hosts; ///< by index into Topology::hosts; the root first, parents before others
    std::vector<std::size_t> parents; ///< of each of `hosts`: into `hosts`; the root is its own
    /// Edges from the root to the farthest, >= 1.
    int depth() const;
    /// Who sends to whom, all at the same time: hosts by index.
    struct Flow {
        std::size_t from = 0, to = 0;
    };
    std::vector<Flow> flows() const;
    bool operator==(const SumTree&) const = default;
};

/// The tree that sums take along the drawn links; nothing where a ring (ring_order.h) is as fast, fewer than
/// three hosts have ranks, two of them are not joined, or no bandwidth is drawn. It decides bits, so it
/// depends on the drawing, not on what is measured: a training that goes on does the same.
std::optional<SumTree> sumTree(const Topology& topology);

} // namespace lockstep
