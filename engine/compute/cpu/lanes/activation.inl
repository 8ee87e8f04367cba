// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Included after lane_vector_*.h, which defines Vector and its operations for one instruction set.
#include "engine/compute/cpu/lanes/kernels.h"

namespace lockstep {
namespace {

/// e^x for x in [-87, 88], relative error about 1e-7 (Cephes' expf: reduction by ln 2 in two parts,
/// polynomial).
inline Vector exponential(Vector x)
{
    const Vector n = roundToWhole(x * broadcast(1.44269504088896341f));
    Vector r = multiplyAdd(n, broadcast(-0.693359375f), x);
    r = multiplyAdd(n, broadcast(2.12194440e-4f), r);
    Vector p = broadcast(1.9875691500e-4f);
    for (float coefficient : {1.3981999507e-3f, 8.3334519073e-3f, 4.1665795894e-2f, 1.6666665459e-1f, 0.5f})
        p = multiplyAdd(p, r, broadcast(coefficient));
    p = multiplyAdd(p, r * r, r) + broadcast(1.0f);
    return p * powerOfTwo(n);
}

/// tanh x, relative error below 3e-7 (Cephes' tanhf: a polynomial near zero, 1 - 2 / (e^2x + 1) beyond
/// 0.625).
inline Vector hyperbolicTangent(Vector x)
{
    const Vector z = x * x;
    Vector p = broadcast(-5.70498872745e-3f);
    for (float coefficient : {2.06390887954e-2f, -5.37397155531e-2f, 1.33314422036e-1f, -3.33332819422e-1f})
        p = multiplyAdd(p, z, broadcast(coefficient));
    const Vector near = multiplyAdd(p * z, x, x);
    // Beyond 9.1 the result is 1 in f32.
    const Vector limited = maximum(minimum(x, broadcast(10.0f)), broadcast(-10.0f));
    const Vector one = broadcast(1.0f);
    const Vector far = one - broadcast(2.0f) / (exponential(limited + limited) + one);
    return select(greater(absolute(x), broadcast(0.625f)), far, near);
}

inline Vector activate(LaneActivation function, Vector x)
{
    switch (function) {
    case LaneActivation::Relu:
        return maximum(x, zero());
    case LaneActivation::Tanh:
        return hyperbolicTangent(x);
    case LaneActivation::None:
        break;
    }
    return x;
}

/// gradient * activation'(x), from the activation's output.
inline Vector throughActivation(LaneActivation function, Vector output, Vector gradient)
{
    switch (function) {
    case LaneActivation::Relu:
        return keep(greater(output, zero()), gradient);
    case LaneActivation::Tanh:
        return gradient - gradient * output * output;
    case LaneActivation::None:
        break;
    }
    return gradient;
}

void activationGradient(LaneActivation function, const float* output, float* gradient, float scale,
                        int vectors)
{
    const Vector factor = broadcast(scale);
    for (int i = 0; i < vectors; ++i) {
        float* at = gradient + i * kLanes;
        store(at, throughActivation(function, load(output + i * kLanes), load(at) * factor));
    }
}

} // namespace
} // namespace lockstep
