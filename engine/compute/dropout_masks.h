// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/kernel_arguments.h"
#include "engine/core/philox.h"

#include <cmath>

/// Where the masks of dropout and stochastic depth come from, on every device: element e of a sample looks at
/// word (e / 16) % 4 of counter 16 * (e / 64) + e % 16.
namespace lockstep {

/// Philox4x32's key and the words 1 ... 3 of its counter; word 0 counts within a sample.
struct MaskCounter {
    std::uint32_t key0 = 0;
    std::uint32_t key1 = 0;
    std::uint32_t word1 = 0; ///< the layer
    std::uint32_t word2 = 0; ///< the sample's place in the global batch
    std::uint32_t word3 = 0; ///< the step

    constexpr std::array<std::uint32_t, 4> words(std::uint32_t word0) const
    {
        return philox4x32({word0, word1, word2, word3}, {key0, key1});
    }
};

constexpr MaskCounter maskCounter(const DropoutMask& mask, int sample)
{
    // A key that no Random of the same seed uses.
    return {.key0 = static_cast<std::uint32_t>(mask.seed) ^ 0x5bd1e995u,
            .key1 = static_cast<std::uint32_t>(mask.seed >> 32) ^ 0x27d4eb2fu,
            .word1 = mask.layer,
            .word2 = static_cast<std::uint32_t>(mask.firstSample + sample),
            .word3 = static_cast<std::uint32_t>(mask.step)};
}

struct MaskThreshold {
    std::uint64_t zeros = 0; ///< words below this give 0
    float factor = 1;        ///< the others
    constexpr float of(std::uint32_t word) const { return word >= zeros ? factor : 0.0f; }
};

inline MaskThreshold maskThreshold(double probability)
{
    const auto zeros = static_cast<std::uint64_t>(std::llround(probability * 0x1p32));
    return {zeros, probability < 1 ? static_cast<float>(1 / (1 - probability)) : 0.0f};
}

/// Stochastic depth's factor of one sample; its word belongs to no element.
constexpr float stochasticDepthFactor(const DropoutMask& mask, const MaskThreshold& threshold, int sample)
{
    return threshold.of(maskCounter(mask, sample).words(0xffffffffu)[0]);
}

} // namespace lockstep
