// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/messenger.h"

#include <span>
#include <vector>

namespace lockstep {

/// Where a rank stands in a tree of those that sum.
struct TreePlace {
    int parent = -1;           ///< its rank; -1: this is the root
    std::vector<int> children; ///< by rank, in the order in which what they have is added
    bool operator==(const TreePlace&) const = default;
};

/// Elementwise sums over the ranks of a tree, in place, with the same bits on all: piece by piece each adds
/// what its children send to its own values and sends that to its parent, and what the root then has comes
/// down the same way while further pieces go up. So between a rank and its parent all values cross once each
/// way.
///
/// Within a collective that has begun, on all ranks of the tree. Throws as Messenger does.
void sumAlongTree(Messenger& messenger, const TreePlace& place, std::span<float> values);
void sumAlongTree(Messenger& messenger, const TreePlace& place, std::span<double> values);

} // namespace lockstep
