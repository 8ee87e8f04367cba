// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/lowering/schedule.h"
#include "engine/compute/kernel_arguments.h"

#include <span>

namespace lockstep {

/// A linear layer y = clamp(x W' + b) in shared, row-major memory of the whole batch. Every worker computes
/// some of the features, of all samples.
struct MatrixProduct {
    int in = 0;
    int out = 0;
    const float* weight = nullptr;
    const float* bias = nullptr;
    std::span<float> weightGradient, biasGradient;
    Clamp clamp = Clamp::None;
    BufferId x = 0, y = 0, dx = 0, dy = 0;
    BufferId flat = 0; ///< a worker's x (or dx) in the order of torchvision's weight, as activations

    void forward(const WorkerFrame& f) const;
    void backward(const WorkerFrame& f) const;
    void inputGradient(const WorkerFrame& f) const;
};

} // namespace lockstep
