// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/lowering/value_gradients.h"

namespace lockstep::cuda {

/// Layers that only move or drop channels and pixels.
class ChannelLowering : LayerLowering {
public:
    using LayerLowering::LayerLowering;

    void concat(const std::vector<Value*>& inputs, Value& y);
    void slice(int first, Value& x, Value& y);
    void shuffle(int groups, Value& x, Value& y);
    void subsample(const SubsampleLayer& layer, Value& x, Value& y);

private:
    /// Some channels of one buffer to some of another, as many as `part` has; an offset is in elements.
    struct Channels {
        BufferId buffer;
        int all; ///< from row to row
        int offset = 0;
    };
    Operation copy(const char* name, const Value& part, Channels from, Channels to, Output output) const;
};

} // namespace lockstep::cuda
