// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/lowering/matrix_product.h"
#include "engine/compute/cpu/lowering/value_gradients.h"
#include "engine/compute/fused_graph.h"

namespace lockstep {

/// Linear layers. Their weights are large and the maps are not: so every worker computes some of the
/// features, of all samples, and reads (and writes) only its part of the weight. In f32 in every precision.
class LinearLowering : LayerLowering {
public:
    using LayerLowering::LayerLowering;

    void lower(const Stage& stage, Value& x, Value& y);

private:
    void gradient(const Stage& stage, Value& x, Value& y, const MatrixProduct& product);
};

} // namespace lockstep
