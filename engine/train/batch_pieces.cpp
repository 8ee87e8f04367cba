// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/batch_pieces.h"

#include <algorithm>

namespace lockstep {

int BatchPieces::largest(const TrainingSpec& training, int batch)
{
    const int whole = training.shares.kind == ShareKind::Auto ? training.batch : batch;
    if (training.strategy == StrategyKind::ModelParallel)
        return whole; // the program cuts it by itself, for its parts compute several pieces at a time
    return (whole + training.accumulate - 1) / training.accumulate;
}

BatchPieces::BatchPieces(int largest, int count)
    : m_count(count), m_number(std::max(1, (count + largest - 1) / largest))
{
}

} // namespace lockstep
