// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/lowering/slides.h"
#include "engine/compute/cpu/lowering/value_gradients.h"

namespace lockstep {

/// Layers that move channels and pixels about.
class ChannelLowering : LayerLowering {
public:
    using LayerLowering::LayerLowering;

    void concat(const std::vector<Value*>& inputs, Value& y);
    void slice(int first, Value& x, Value& y);
    void shuffle(int groups, Value& x, Value& y);
    void subsample(const SubsampleLayer& layer, Value& x, Value& y);
};

} // namespace lockstep
