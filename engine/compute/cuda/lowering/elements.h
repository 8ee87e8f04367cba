// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/lowering/value_gradients.h"

namespace lockstep::cuda {

/// Layers that treat every element, or every pixel's channels, for itself.
class ElementLowering : LayerLowering {
public:
    using LayerLowering::LayerLowering;

    void activation(Activation function, Value& x, Value& y);
    void dropout(const Layer& layer, double probability, Value& x, Value& y);
    void layerNorm(const Layer& layer, double epsilon, Value& x, Value& y);
};

} // namespace lockstep::cuda
