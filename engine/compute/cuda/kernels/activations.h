// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/kernels/elements.h"
#include "engine/graph/layers.h"

#include <cmath>
#include <cstdint>

/// Activations with the CPU's approximations (compute/cpu/kernels/elementwise.inl, where their errors and
/// sources stand), operation by operation, so that the bits are those of a processor without fused
/// multiply-adds.
namespace lockstep::cuda {

/// p[0] x^n + ... + p[n]
template <int kCount>
LOCKSTEP_HOST_DEVICE float polynomial(float x, const float (&p)[kCount])
{
    float value = p[0];
    for (int i = 1; i < kCount; ++i)
        value = value * x + p[i];
    return value;
}

/// 2^n for whole n within the exponent's range.
LOCKSTEP_HOST_DEVICE inline float powerOfTwo(float n)
{
    const auto bits = static_cast<std::uint32_t>(static_cast<std::int32_t>(n) + 127) << 23;
    return __builtin_bit_cast(float, bits);
}

/// e^x for x in [-87, 88].
LOCKSTEP_HOST_DEVICE inline float exponential(float x)
{
    const float n = rintf(x * 1.44269504088896341f);
    float r = n * -0.693359375f + x;
    r = n * 2.12194440e-4f + r;
    const float p = polynomial(
        r, {1.9875691500e-4f, 1.3981999507e-3f, 8.3334519073e-3f, 4.1665795894e-2f, 1.6666665459e-1f, 0.5f});
    return (p * (r * r) + r + 1.0f) * powerOfTwo(n);
}

LOCKSTEP_HOST_DEVICE inline float hyperbolicTangent(float x)
{
    const float z = x * x;
    const float p = polynomial(z, {-5.70498872745e-3f, 2.06390887954e-2f, -5.37397155531e-2f,
                                   1.33314422036e-1f, -3.33332819422e-1f});
    const float near = p * z * x + x;
    // Not fminf and fmaxf: NaN stays.
    float limited = 10.0f < x ? 10.0f : x;
    limited = -10.0f > limited ? -10.0f : limited;
    const float far = 1.0f - 2.0f / (exponential(limited + limited) + 1.0f);
    return fabsf(x) > 0.625f ? far : near;
}

struct NormalDistribution {
    float probability; ///< of values below x
    float density;
};

LOCKSTEP_HOST_DEVICE inline NormalDistribution normalDistribution(float x)
{
    const float z = fabsf(x) * 0.70710678118654752f;
    const float t = 1.0f / (z * 0.3275911f + 1.0f);
    const float exponent = -0.5f * x * x;
    const float bell = exponential(-80.0f > exponent ? -80.0f : exponent);
    const float p = polynomial(t, {1.061405429f, -1.453152027f, 1.421413741f, -0.284496736f, 0.254829592f});
    const float tail = 0.5f * p * t * bell;
    return {x > 0.0f ? 1.0f - tail : tail, 0.39894228040143268f * bell};
}

LOCKSTEP_HOST_DEVICE inline float activated(Activation function, float x)
{
    switch (function) {
    case Activation::Relu:
        return clamped(Clamp::Relu, x);
    case Activation::Relu6:
        return clamped(Clamp::Relu6, x);
    case Activation::Tanh:
        return hyperbolicTangent(x);
    case Activation::Gelu:
        break;
    }
    return x * normalDistribution(x).probability;
}

/// gradient * activation'; `known` is the activation's output, GELU's input.
LOCKSTEP_HOST_DEVICE inline float throughActivation(Activation function, float known, float gradient)
{
    switch (function) {
    case Activation::Relu:
        return throughClamp(Clamp::Relu, known, gradient);
    case Activation::Relu6:
        return throughClamp(Clamp::Relu6, known, gradient);
    case Activation::Tanh:
        return gradient - gradient * known * known;
    case Activation::Gelu:
        break;
    }
    const NormalDistribution normal = normalDistribution(known);
    return gradient * (known * normal.density + normal.probability);
}

} // namespace lockstep::cuda
