// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/lowering/value_gradients.h"

#include <vector>

namespace lockstep::cuda {

/// Where forward ends and backward begins: logits, loss, and the loss' derivative; or, of a part that
/// precedes another, what crosses.
class HeadLowering : LayerLowering {
public:
    HeadLowering(ProgramBuilder& program, ValueGradients& gradients, int classes)
        : LayerLowering(program, gradients), m_classes(classes)
    {
    }

    /// The logits of the model, which are scored and kept.
    void output(Value& x);
    /// Those of a further head, in training alone: its loss, times `weight`, is added.
    void auxiliary(Value& x, double weight);
    /// The output of a part that precedes another: it is kept, and its gradient is brought before backward.
    void crossing(Value& x);

private:
    struct Head;
    /// The value in f32.
    BufferId logits(const Value& x);
    void lower(Value& x, const Head& head);
    void derivative(Value& x, BufferId derivative);

    int m_classes;
};

} // namespace lockstep::cuda
