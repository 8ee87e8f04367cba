// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/lane_vector_avx2.h"

#include "engine/compute/cpu/lane_linear.h"

namespace lockstep {

const LaneKernels& avx2LaneKernels()
{
    static constexpr LaneKernels kernels{
        .lanes = kLanes,
        .name = "AVX2",
        .convolve = convolve,
        .unpool = unpool,
        .weightGradient = weightGradient,
        .inputGradient = inputGradient,
        .linear = linear,
        .linearInputGradient = linearInputGradient,
        .linearWeightGradient = linearWeightGradient,
        .activationGradient = activationGradient,
    };
    return kernels;
}

} // namespace lockstep
