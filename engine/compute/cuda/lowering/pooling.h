// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/lowering/value_gradients.h"

namespace lockstep::cuda {

/// Maxima and means over windows.
class PoolingLowering : LayerLowering {
public:
    using LayerLowering::LayerLowering;

    void max(const Layer& layer, Value& x, Value& y);
    void average(const Layer& layer, Value& x, Value& y);
};

} // namespace lockstep::cuda
