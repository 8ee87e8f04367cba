// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/kernels/kernels.h"
#include "engine/compute/cpu/lowering/step_buffers.h"
#include "engine/compute/slides.h"

#include <vector>

namespace lockstep {

/// A stage's output and, during backward, the buffers whose sum is its gradient.
struct Value {
    BufferId data = 0;
    Element element = Element::Float32;
    int channels = 0;
    int frames = 1; ///< a picture is a clip of one
    int height = 0;
    int width = 0;
    int readers = 0;
    bool wantsGradient = true;
    bool keepsData = false; ///< the stage that makes it reads it again in backward
    std::vector<GradientPart> parts{};

    MapSize size() const { return {frames, height, width}; }
    std::int64_t pixels() const { return std::int64_t{frames} * height * width; }
    std::int64_t elements() const { return pixels() * channels; }
    std::int64_t bytes() const { return elements() * static_cast<std::int64_t>(bytesOf(element)); }
};
inline const NhwcKernels& kernelsOf(const Value& value)
{
    return nhwcKernels(value.element);
}

} // namespace lockstep
