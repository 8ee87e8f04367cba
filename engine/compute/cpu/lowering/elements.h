// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/lowering/value_gradients.h"

namespace lockstep {

/// Layers that compute each element, or each pixel, for itself.
class ElementLowering : LayerLowering {
public:
    using LayerLowering::LayerLowering;

    void activation(Activation function, Value& x, Value& y);
    void dropout(const Layer& layer, double probability, Value& x, Value& y);
    void layerNorm(const Layer& layer, double epsilon, Value& x, Value& y);
};

} // namespace lockstep
