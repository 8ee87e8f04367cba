// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/kernels/kernels.h"

#include "engine/compute/cpu/kernels/tables.h"
#include "engine/compute/dropout_masks.h"

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

float stochasticDepthFactor(const DropoutMask& mask, int sample)
{
    return stochasticDepthFactor(mask, maskThreshold(mask.probability), sample);
}

} // namespace lockstep
