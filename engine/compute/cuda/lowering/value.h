// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/lowering/convolution_plans.h"
#include "engine/compute/cuda/lowering/device_buffers.h"
#include "engine/compute/slides.h"

#include <optional>
#include <vector>

namespace lockstep::cuda {

/// A convolution that the batch norm after it can be fused with: nobody else reads its output.
struct FusableConvolution {
    ConvolutionPlans::Id id = 0;
    BufferId x = 0;
    BufferId weights = 0;
    BufferId workspace = 0;
    BufferId totals = 0; ///< of the output's channels and of their squares, where it sums them
    BufferId squares = 0;
};

/// A stage's output and, during backward, the buffers whose sum is its gradient.
struct Value {
    BufferId data = 0;
    Element element = Element::Float32;
    int channels = 0;
    MapSize size = {};
    int readers = 0;
    bool wantsGradient = true;
    bool feedsNorm = false;                          ///< its one reader is a batch norm
    bool keepsData = false;                          ///< the stage that makes it reads it again in backward
    std::optional<FusableConvolution> convolution{}; ///< that made it
    std::vector<GradientPart> parts{};

    std::int64_t pixels() const { return size.pixels(); }
    std::int64_t elements() const { return pixels() * channels; }
};

} // namespace lockstep::cuda
