// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/lowering/slides.h"
#include "engine/compute/cpu/lowering/value_gradients.h"

namespace lockstep {

/// Max pooling and adaptive average pooling, of pictures and clips.
class PoolingLowering : LayerLowering {
public:
    using LayerLowering::LayerLowering;

    void max(const Layer& layer, Value& x, Value& y);
    void average(const Layer& layer, Value& x, Value& y);

private:
    using Window = void (PoolingLowering::*)(const Windows&, Value&, Value&);
    /// Within the frames, then across them, each by `window`.
    void pool(const Layer& layer, Value& x, Value& y, Window window);
    void maxWindow(const Windows& shape, Value& x, Value& y);
    void averageWindow(const Windows& shape, Value& x, Value& y);
};

} // namespace lockstep
