// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/experiment.h"

namespace lockstep {

/// The pieces in which a rank computes the gradient of its samples of one batch: as few as the program's size
/// allows, and none smaller than another by more than one sample, for batch norm sees a piece at a time.
class BatchPieces {
public:
    /// `count` samples, 0 ... the batch of `training`: a batch may be short.
    BatchPieces(const TrainingSpec& training, int count);
    /// At least one: a batch without samples is one empty piece.
    int number() const { return m_number; }
    /// Samples of a piece; the larger ones come first.
    int size(int piece) const { return m_count / m_number + (piece < m_count % m_number ? 1 : 0); }

    /// Samples of the largest piece of a whole batch: what a program must have room for.
    static int largest(const TrainingSpec& training);

private:
    int m_count;
    int m_number;
};

} // namespace lockstep
