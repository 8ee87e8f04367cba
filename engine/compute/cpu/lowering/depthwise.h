// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/lowering/slides.h"
#include "engine/compute/cpu/lowering/value_gradients.h"
#include "engine/compute/fused_graph.h"

namespace lockstep {

/// Convolutions whose channels do not meet.
class DepthwiseLowering : LayerLowering {
public:
    using LayerLowering::LayerLowering;

    void lower(const Stage& stage, Value& x, Value& y);

private:
    void weightGradient(const Layer& layer, const Value& x, const Value& y, const Windows& shape, BufferId dy,
                        std::int64_t taps, bool bias);
};

} // namespace lockstep
