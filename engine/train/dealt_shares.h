// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/experiment.h"
#include "engine/protocol/shares.h"

#include <vector>

namespace lockstep {

/// The shares that an experiment states; equal ones where it leaves them to the program, as far as the
/// samples allow. Throws EngineError(InvalidExperiment) where it states them for another number of ranks.
/// `drawnRanks`: ranks whose batches make up the global batch, which stays as it is where hosts are missing;
/// 0: as many as there are.
BatchShares statedShares(const TrainingSpec& training, int worldSize, int drawnRanks = 0);

/// Shares that a training found before, as its checkpoint holds them, where it may go on with them: it leaves
/// them to the program, and ranks and global batch are as many. Else nothing.
std::vector<int> keptShares(const TrainingSpec& training, const std::vector<int>& found, int worldSize,
                            int drawnRanks = 0);
/// Those, or the stated ones.
BatchShares sharesAt(const TrainingSpec& training, const std::vector<int>& found, int worldSize,
                     int drawnRanks = 0);

/// What each rank takes of a batch of an evaluation: as much as its program has room for, but no more than in
/// proportion to its share of the training, so that all are ready at about the same time.
BatchShares evaluationShares(const TrainingSpec& training, const BatchShares& shares);

} // namespace lockstep
