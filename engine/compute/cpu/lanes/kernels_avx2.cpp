// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/lanes/vector_avx2.h"

#include "engine/compute/cpu/lanes/linear.inl"

namespace lockstep {

const LaneKernels& avx2LaneKernels()
{
    static constexpr LaneKernels kernels{
        .lanes = kLanes,
        .name = "AVX2",
        .scratchFloats = scratchFloats,
        .forwardWeightFloats = forwardWeightFloats,
        .backwardWeightFloats = backwardWeightFloats,
        .prepareForward = prepareForward,
        .prepareBackward = prepareBackward,
        .convolve = convolve,
        .unpool = unpool,
        .weightGradient = weightGradient,
        .sumFloats = sumFloats,
        .finishWeightGradient = finishWeightGradient,
        .inputGradient = inputGradient,
        .linear = linear,
        .linearInputGradient = linearInputGradient,
        .linearWeightGradient = linearWeightGradient,
        .activationGradient = activationGradient,
    };
    return kernels;
}

} // namespace lockstep
