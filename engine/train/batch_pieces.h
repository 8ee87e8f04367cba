// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/experiment.h"

namespace lockstep {

/// The pieces in which a rank computes the gradient of its samples of one batch: as few as the program's size
/// allows, and none smaller than another by more than one sample, for batch norm sees a piece at a time.
class BatchPieces {
public:
    /// `count` samples, >= 0, for a program of `largest`.
    BatchPieces(int largest, int count);
    /// At least one: a batch without samples is one empty piece.
    int number() const { return m_number; }
    /// Samples of a piece; the larger ones come first.
    int size(int piece) const { return m_count / m_number + (piece < m_count % m_number ? 1 : 0); }

    /// Samples of the largest piece of a rank whose part of a whole global batch is `batch`: what its program
    /// must have room for. Where parts are not known before the ranks have been timed, it is that of equal
    /// ones: a rank with more has more pieces, and no rank needs more memory than training.batch says.
    static int largest(const TrainingSpec& training, int batch);

private:
    int m_count;
    int m_number;
};

} // namespace lockstep
