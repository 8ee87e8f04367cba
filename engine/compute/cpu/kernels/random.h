// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/kernel_arguments.h"

/// Where the masks of dropout and stochastic depth come from.
namespace lockstep {

/// Philox4x32's key and the words 1 ... 3 of its counter; word 0 counts within a sample.
struct MaskCounter {
    std::uint32_t key0 = 0;
    std::uint32_t key1 = 0;
    std::uint32_t word1 = 0; ///< the layer
    std::uint32_t word2 = 0; ///< the sample's place in the global batch
    std::uint32_t word3 = 0; ///< the step
};

MaskCounter maskCounter(const DropoutMask& mask, int sample);

struct MaskThreshold {
    std::uint64_t zeros = 0; ///< words below this give 0
    float factor = 1;        ///< the others
};

MaskThreshold maskThreshold(double probability);

} // namespace lockstep
