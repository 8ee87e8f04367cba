// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/lowering/value_gradients.h"
#include "engine/compute/fused_graph.h"

namespace lockstep::cuda {

/// Sums of two values, with the scale and the stochastic depth of one of them.
class AdditionLowering : LayerLowering {
public:
    using LayerLowering::LayerLowering;

    /// y = clamp(a + b)
    void add(Clamp clamp, Value& a, Value& b, Value& y);
    /// y = term(x), plus the residual unless that is null
    void addScaled(const Term& term, Value& x, Value* residual, Value& y);
};

} // namespace lockstep::cuda
