// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/lowering/value_gradients.h"
#include "engine/compute/fused_graph.h"

namespace lockstep::cuda {

/// Convolutions of each channel for itself.
class DepthwiseLowering : LayerLowering {
public:
    using LayerLowering::LayerLowering;

    void lower(const Stage& stage, Value& x, Value& y);

private:
    void weightGradients(const Layer& layer, const Value& x, const Value& y, const Windows& shape,
                         BufferId dy);
};

} // namespace lockstep::cuda
