// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace lockstep {

/// In what order hosts pass sums on; the same on all ranks.
struct SumOrder {
    std::vector<int> ring;    ///< all ranks, as one sends to the other; empty: ascending
    std::vector<int> parents; ///< by rank: the one above it in a tree, -1: the root; empty: around the ring
};

} // namespace lockstep
