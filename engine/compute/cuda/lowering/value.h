// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/lowering/device_buffers.h"
#include "engine/compute/slides.h"

#include <vector>

namespace lockstep::cuda {

/// A stage's output and, during backward, the buffers whose sum is its gradient.
struct Value {
    BufferId data = 0;
    Element element = Element::Float32;
    int channels = 0;
    MapSize size = {};
    int readers = 0;
    bool wantsGradient = true;
    bool keepsData = false; ///< the stage that makes it reads it again in backward
    std::vector<GradientPart> parts{};

    std::int64_t pixels() const { return size.pixels(); }
    std::int64_t elements() const { return pixels() * channels; }
};

} // namespace lockstep::cuda
