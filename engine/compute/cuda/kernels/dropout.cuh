// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/device/step_block.h"
#include "engine/compute/cuda/kernels/elements.h"
#include "engine/compute/cuda/kernels/walks.h"
#include "engine/compute/dropout_masks.h"

namespace lockstep::cuda {

/// The mask of the present step.
LOCKSTEP_HOST_DEVICE inline DropoutMask maskOf(const DropoutMask& mask, const StepBlock& step)
{
    DropoutMask present = mask;
    present.step = step.step;
    present.firstSample = step.firstSample;
    return present;
}

/// A thread draws the words of one counter, which four elements look at.
template <typename E>
struct Dropout {
    static constexpr int kThreads = kBlockThreads;
    struct Shared {};
    DropoutMask mask;
    MaskThreshold threshold;
    const StepBlock* step;
    const E* x;
    E* y;
    int samples;
    std::int64_t elements; ///< of a sample
    Output output;

    constexpr std::int64_t counters() const { return (elements + 63) / 64 * 16; }

    template <typename Block>
    LOCKSTEP_HOST_DEVICE void operator()(Block& block, Shared&) const
    {
        const DropoutMask present = maskOf(mask, *step);
        forElements(block, samples * counters(), [&](std::int64_t i) {
            const Quotient at = divided(i, counters());
            const auto sample = static_cast<int>(at.whole);
            const auto words = maskCounter(present, sample).words(static_cast<std::uint32_t>(at.rest));
            const std::int64_t first = at.rest / 16 * 64 + at.rest % 16;
            for (int word = 0; word < 4; ++word)
                if (first + 16 * word < elements)
                    drop(threshold.of(words[static_cast<std::size_t>(word)]),
                         at.whole * elements + first + 16 * word);
        });
    }

private:
    LOCKSTEP_HOST_DEVICE void drop(float factor, std::int64_t element) const
    {
        // 0 and not 0 * x where the mask is 0: x may be infinite.
        putOne(output, y[element], factor > 0 ? toFloat(x[element]) * factor : 0.0f);
    }
};

struct DepthFactors {
    static constexpr int kThreads = kBlockThreads;
    struct Shared {};
    DropoutMask mask;
    MaskThreshold threshold;
    const StepBlock* step;
    int samples;
    float* factors;

    template <typename Block>
    LOCKSTEP_HOST_DEVICE void operator()(Block& block, Shared&) const
    {
        const DropoutMask present = maskOf(mask, *step);
        forElements(block, samples, [&](std::int64_t i) {
            factors[i] = stochasticDepthFactor(present, threshold, static_cast<int>(i));
        });
    }
};

} // namespace lockstep::cuda
