// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/kernels/kernels.h"

#include "engine/compute/cpu/kernels/random.h"
#include "engine/compute/cpu/kernels/tables.h"
#include "engine/core/random.h"

#include <cmath>

namespace lockstep {

std::vector<InstructionSet> availableInstructionSets()
{
    std::vector<InstructionSet> sets{InstructionSet::Portable};
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
        return sets;
    sets.push_back(InstructionSet::Avx2);
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))
        sets.push_back(InstructionSet::Avx512);
    return sets;
}

const NhwcKernels& nhwcKernels(InstructionSet set, Element element)
{
    switch (set) {
    case InstructionSet::Avx512:
        return avx512NhwcKernels(element);
    case InstructionSet::Avx2:
        return avx2NhwcKernels(element);
    case InstructionSet::Portable:
        break;
    }
    return portableNhwcKernels(element);
}

const NhwcKernels& nhwcKernels(Element element)
{
    static const InstructionSet best = availableInstructionSets().back();
    return nhwcKernels(best, element);
}

void depthwiseWeights(const float* weight, int channels, int kernel, float* prepared)
{
    const int taps = kernel * kernel;
    for (int c = 0; c < channels; ++c)
        for (int tap = 0; tap < taps; ++tap)
            prepared[tap * channels + c] = weight[c * taps + tap];
}

void depthwiseWeightsBack(const float* prepared, int channels, int kernel, float* weight, Output output)
{
    const int taps = kernel * kernel;
    for (int c = 0; c < channels; ++c)
        for (int tap = 0; tap < taps; ++tap) {
            float& to = weight[c * taps + tap];
            to = prepared[tap * channels + c] + (output == Output::Add ? to : 0.0f);
        }
}

MaskCounter maskCounter(const DropoutMask& mask, int sample)
{
    // A key that no Random of the same seed uses.
    return {.key0 = static_cast<std::uint32_t>(mask.seed) ^ 0x5bd1e995u,
            .key1 = static_cast<std::uint32_t>(mask.seed >> 32) ^ 0x27d4eb2fu,
            .word1 = mask.layer,
            .word2 = static_cast<std::uint32_t>(mask.firstSample + sample),
            .word3 = static_cast<std::uint32_t>(mask.step)};
}

MaskThreshold maskThreshold(double probability)
{
    const auto zeros = static_cast<std::uint64_t>(std::llround(probability * 0x1p32));
    return {zeros, probability < 1 ? static_cast<float>(1 / (1 - probability)) : 0.0f};
}

float stochasticDepthFactor(const DropoutMask& mask, int sample)
{
    const MaskCounter counter = maskCounter(mask, sample);
    const auto words =
        philox4x32({0xffffffffu, counter.word1, counter.word2, counter.word3}, {counter.key0, counter.key1});
    const MaskThreshold threshold = maskThreshold(mask.probability);
    return words[0] >= threshold.zeros ? threshold.factor : 0.0f;
}

} // namespace lockstep
