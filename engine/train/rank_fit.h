// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/checkpoint/loaded_tensor.h"

#include <vector>

namespace lockstep {

/// What each rank kept by itself (rank_memories.h), dealt out to another number of ranks; other tensors, and
/// everything where the number is the same, are left as they are. Parts of a whole are added up where ranks
/// are fewer, and zero for those that are new; of copies, the ranks take what there is in turns.
std::vector<LoadedTensor> fitToRanks(std::vector<LoadedTensor> tensors, int worldSize);

} // namespace lockstep
