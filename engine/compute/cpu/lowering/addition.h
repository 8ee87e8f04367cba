// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/lowering/value_gradients.h"
#include "engine/compute/fused_graph.h"

namespace lockstep {

/// Additions of two values, and of one with another that is scaled, dropped or both.
class AdditionLowering : LayerLowering {
public:
    using LayerLowering::LayerLowering;

    /// y = clamp(a + b)
    void add(Clamp clamp, Value& a, Value& b, Value& y);
    /// y = residual + the term of x with its layer scale and stochastic depth; the residual may be null.
    void addScaled(const Term& term, Value& x, Value* residual, Value& y);
};

} // namespace lockstep
