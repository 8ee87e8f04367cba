// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/dealt_shares.h"

#include "engine/core/error.h"
#include "engine/train/batch_pieces.h"

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace lockstep {

namespace {

int globalBatchOf(const TrainingSpec& training, int worldSize, int drawnRanks)
{
    return training.batch * std::max(worldSize, drawnRanks);
}

} // namespace

BatchShares statedShares(const TrainingSpec& training, int worldSize, int drawnRanks)
{
    const int globalBatch = globalBatchOf(training, worldSize, drawnRanks);
    const auto ranks = static_cast<std::size_t>(worldSize);
    if (training.shares.kind != ShareKind::ByRank)
        return BatchShares::inProportion(std::vector<int>(ranks, 1), globalBatch);
    const std::vector<int>& parts = training.shares.byRank;
    if (parts.size() != ranks)
        throw EngineError(ExitCode::InvalidExperiment,
                          Error{LOCKSTEP_TEXT("found %1 parts, expected one for each of the %2 ranks."),
                                {std::to_string(parts.size()), std::to_string(worldSize)},
                                "training.shares"});
    return BatchShares::inProportion(parts, globalBatch);
}

std::vector<int> keptShares(const TrainingSpec& training, const std::vector<int>& found, int worldSize,
                            int drawnRanks)
{
    const auto ranks = static_cast<std::size_t>(worldSize);
    const std::int64_t samples = std::accumulate(found.begin(), found.end(), std::int64_t{0});
    const bool fits =
        ranks > 1 && found.size() == ranks && samples == globalBatchOf(training, worldSize, drawnRanks);
    return training.shares.kind == ShareKind::Auto && fits ? found : std::vector<int>();
}

BatchShares sharesAt(const TrainingSpec& training, const std::vector<int>& found, int worldSize,
                     int drawnRanks)
{
    const std::vector<int> kept = keptShares(training, found, worldSize, drawnRanks);
    return kept.empty() ? statedShares(training, worldSize, drawnRanks) : BatchShares(kept);
}

BatchShares evaluationShares(const TrainingSpec& training, const BatchShares& shares)
{
    // Programs that are equal although the shares are not: only the rank with the largest share fills its
    // own.
    std::vector<int> batches = shares.batches();
    const std::int64_t most = *std::max_element(batches.begin(), batches.end());
    const std::int64_t room = BatchPieces::largest(training, static_cast<int>(most));
    for (int& batch : batches)
        batch = static_cast<int>(std::max<std::int64_t>(1, room * batch / most));
    return BatchShares(std::move(batches));
}

} // namespace lockstep
