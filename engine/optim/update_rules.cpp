// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/optim/update_rules.h"

#include <array>

#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define LOCKSTEP_WIDEST __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define LOCKSTEP_WIDEST
#endif

namespace lockstep {

LOCKSTEP_WIDEST void updateSgd(float* __restrict value, const float* __restrict gradient, std::size_t count,
                               GradientUse use, float rate)
{
    for (std::size_t i = 0; i < count; ++i)
        value[i] -= rate * (gradient[i] * use.scale + use.decay * value[i]);
}

LOCKSTEP_WIDEST void updateMomentum(float* __restrict value, const float* __restrict gradient,
                                    float* __restrict velocity, std::size_t count, GradientUse use,
                                    MomentumFactors factors)
{
    for (std::size_t i = 0; i < count; ++i) {
        velocity[i] = factors.momentum * velocity[i] + (gradient[i] * use.scale + use.decay * value[i]);
        value[i] -= factors.rate * velocity[i];
    }
}

LOCKSTEP_WIDEST void updateNesterov(float* __restrict value, const float* __restrict gradient,
                                    float* __restrict velocity, std::size_t count, GradientUse use,
                                    MomentumFactors factors)
{
    for (std::size_t i = 0; i < count; ++i) {
        const float used = gradient[i] * use.scale + use.decay * value[i];
        velocity[i] = factors.momentum * velocity[i] + used;
        value[i] -= factors.rate * (used + factors.momentum * velocity[i]);
    }
}

LOCKSTEP_WIDEST void updateAdagrad(float* __restrict value, const float* __restrict gradient,
                                   float* __restrict sum, std::size_t count, GradientUse use, float rate,
                                   float epsilon)
{
    for (std::size_t i = 0; i < count; ++i) {
        const float used = gradient[i] * use.scale + use.decay * value[i];
        sum[i] += used * used;
        value[i] -= rate * used / (__builtin_sqrtf(sum[i]) + epsilon);
    }
}

LOCKSTEP_WIDEST void updateAdam(float* __restrict value, const float* __restrict gradient,
                                float* __restrict first, float* __restrict second, std::size_t count,
                                GradientUse use, AdamFactors f)
{
    for (std::size_t i = 0; i < count; ++i) {
        const float used = gradient[i] * use.scale + use.decay * value[i];
        first[i] = f.beta1 * first[i] + (1 - f.beta1) * used;
        second[i] = f.beta2 * second[i] + (1 - f.beta2) * (used * used);
        value[i] = f.shrink * value[i] -
                   f.rate * first[i] / (__builtin_sqrtf(second[i]) * f.secondScale + f.epsilon);
    }
}

LOCKSTEP_WIDEST double sumOfSquares(const float* __restrict values, std::size_t count)
{
    // Sixteen sums side by side: vectors of any width add them in the same order.
    constexpr std::size_t kSums = 16;
    std::array<double, kSums> sums{};
    std::size_t i = 0;
    for (; i + kSums <= count; i += kSums)
        for (std::size_t j = 0; j < kSums; ++j)
            sums[j] += static_cast<double>(values[i + j]) * static_cast<double>(values[i + j]);
    for (std::size_t j = 0; i < count; ++i, ++j)
        sums[j] += static_cast<double>(values[i]) * static_cast<double>(values[i]);
    double total = 0;
    for (const double sum : sums)
        total += sum;
    return total;
}

} // namespace lockstep
