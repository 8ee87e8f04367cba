// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/batch_pieces.h"

#include <algorithm>

namespace lockstep {

int BatchPieces::largest(const TrainingSpec& training)
{
    return (training.batch + training.accumulate - 1) / training.accumulate;
}

BatchPieces::BatchPieces(const TrainingSpec& training, int count)
    : m_count(count), m_number(std::max(1, (count + largest(training) - 1) / largest(training)))
{
}

} // namespace lockstep
