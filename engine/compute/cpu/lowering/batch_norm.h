// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/kernels/batch_norm.h"
#include "engine/compute/cpu/lowering/schedule.h"
#include "engine/compute/kernel_arguments.h"

#include <span>

namespace lockstep {

/// A batch norm in the program.
struct BatchNorm {
    int channels = 0;
    std::int64_t pixels = 0;
    double epsilon = 0;
    double momentum = 0;
    std::size_t parameter = 0; ///< the weight; the bias follows
    const float* weight = nullptr;
    const float* bias = nullptr;
    std::span<float> runningMean, runningVariance, batches;
    BufferId moments = 0; ///< shared, f64 {worker, 2, channels}: forward's moments
    BufferId sums = 0;    ///< the same for backward's sums
    BufferId merged = 0;  ///< f64 {2, channels}
    BufferId center = 0, inverse = 0, scale = 0, slope = 0, xSlope = 0, offset = 0; ///< f32 {channels}
    BufferId dropped = 0; ///< f32 {2, channels}: the parameters' gradients, of workers but the first

    double* slot(const WorkerFrame& f, BufferId of, int worker) const;
    BatchNormState state(const WorkerFrame& f) const;
    ChannelAffine affine(const WorkerFrame& f) const;
    void prepare(const WorkerFrame& f) const;
    void prepareGradient(const WorkerFrame& f, std::span<float> weightGradient,
                         std::span<float> biasGradient) const;
};

} // namespace lockstep
