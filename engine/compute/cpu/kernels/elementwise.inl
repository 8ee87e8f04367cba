// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/kernels/tiles.inl"

/// Activations, additions and the like.
namespace lockstep {
namespace {

/// p[0] x^n + ... + p[n]
template <int kCount>
inline Vector polynomial(Vector x, const float (&p)[kCount])
{
    Vector value = broadcast(p[0]);
#pragma GCC unroll 8
    for (int i = 1; i < kCount; ++i)
        value = multiplyAdd(value, x, broadcast(p[i]));
    return value;
}

/// e^x for x in [-87, 88], relative error about 1e-7 (Cephes' expf: reduction by ln 2 in two parts,
/// polynomial).
inline Vector exponential(Vector x)
{
    const Vector n = roundToWhole(x * broadcast(1.44269504088896341f));
    Vector r = multiplyAdd(n, broadcast(-0.693359375f), x);
    r = multiplyAdd(n, broadcast(2.12194440e-4f), r);
    const Vector p = polynomial(
        r, {1.9875691500e-4f, 1.3981999507e-3f, 8.3334519073e-3f, 4.1665795894e-2f, 1.6666665459e-1f, 0.5f});
    return (multiplyAdd(p, r * r, r) + broadcast(1.0f)) * powerOfTwo(n);
}

/// tanh x, relative error below 3e-7 (Cephes' tanhf: a polynomial near zero, 1 - 2 / (e^2x + 1) beyond
/// 0.625).
inline Vector hyperbolicTangent(Vector x)
{
    const Vector z = x * x;
    const Vector p = polynomial(z, {-5.70498872745e-3f, 2.06390887954e-2f, -5.37397155531e-2f,
                                    1.33314422036e-1f, -3.33332819422e-1f});
    const Vector near = multiplyAdd(p * z, x, x);
    // Beyond 9.1 the result is 1 in f32.
    const Vector limited = maximum(broadcast(-10.0f), minimum(broadcast(10.0f), x));
    const Vector one = broadcast(1.0f);
    const Vector far = one - broadcast(2.0f) / (exponential(limited + limited) + one);
    return select(greater(absolute(x), broadcast(0.625f)), far, near);
}

/// The normal distribution's Phi(x), and its density, absolute error below 2e-7 [Abramowitz, Stegun: Handbook
/// of Mathematical Functions, 7.1.26, for erfc(|x| / sqrt 2)].
inline Vector normalDistribution(Vector x, Vector& density)
{
    const Vector a = absolute(x);
    const Vector z = a * broadcast(0.70710678118654752f);
    const Vector t = broadcast(1.0f) / multiplyAdd(z, broadcast(0.3275911f), broadcast(1.0f));
    const Vector bell = exponential(maximum(broadcast(-80.0f), broadcast(-0.5f) * x * x));
    const Vector p = polynomial(t, {1.061405429f, -1.453152027f, 1.421413741f, -0.284496736f, 0.254829592f});
    const Vector tail = broadcast(0.5f) * p * t * bell;
    density = broadcast(0.39894228040143268f) * bell;
    return select(greater(x, broadcast(0.0f)), broadcast(1.0f) - tail, tail);
}

template <Activation kFunction>
inline Vector activated(Vector x)
{
    if constexpr (kFunction == Activation::Relu)
        return clamped(Clamp::Relu, x);
    if constexpr (kFunction == Activation::Relu6)
        return clamped(Clamp::Relu6, x);
    if constexpr (kFunction == Activation::Tanh)
        return hyperbolicTangent(x);
    Vector density;
    return x * normalDistribution(x, density);
}

/// gradient * activation'; `known` is the activation's output, GELU's input.
template <Activation kFunction>
inline Vector throughActivation(Vector known, Vector gradient)
{
    if constexpr (kFunction == Activation::Relu)
        return throughClamp(Clamp::Relu, known, gradient);
    if constexpr (kFunction == Activation::Relu6)
        return throughClamp(Clamp::Relu6, known, gradient);
    if constexpr (kFunction == Activation::Tanh)
        return gradient - gradient * known * known;
    Vector density;
    const Vector probability = normalDistribution(known, density);
    return gradient * multiplyAdd(known, density, probability);
}

template <typename Body>
inline void forActivation(Activation function, const Body& body)
{
    switch (function) {
    case Activation::Relu:
        return body.template operator()<Activation::Relu>();
    case Activation::Relu6:
        return body.template operator()<Activation::Relu6>();
    case Activation::Tanh:
        return body.template operator()<Activation::Tanh>();
    case Activation::Gelu:
        return body.template operator()<Activation::Gelu>();
    }
}

template <typename E>
void activate(Activation function, const void* x, void* y, std::int64_t n)
{
    forActivation(function, [&]<Activation kFunction>() {
        forElements(n, [&](std::int64_t i, auto part) {
            part.store(static_cast<E*>(y) + i,
                       activated<kFunction>(part.load(static_cast<const E*>(x) + i, 0)), 0);
        });
    });
}

template <typename E>
void activationGradient(Activation function, const void* known, const void* dy, void* dx, std::int64_t n,
                        Output output)
{
    forActivation(function, [&]<Activation kFunction>() {
        forElements(n, [&](std::int64_t i, auto part) {
            const Vector gradient = part.load(static_cast<const E*>(dy) + i, 0);
            const Vector at = part.load(static_cast<const E*>(known) + i, 0);
            put(output, part, static_cast<E*>(dx) + i, throughActivation<kFunction>(at, gradient));
        });
    });
}

template <typename E>
void add(const void* a, const void* b, void* y, std::int64_t n, Clamp clamp)
{
    forElements(n, [&](std::int64_t i, auto part) {
        const Vector value =
            part.load(static_cast<const E*>(a) + i, 0) + part.load(static_cast<const E*>(b) + i, 0);
        part.store(static_cast<E*>(y) + i, clamped(clamp, value), 0);
    });
}

template <typename E>
void clampGradient(const void* y, const void* dy, void* dx, std::int64_t n, Clamp clamp, Output output)
{
    forElements(n, [&](std::int64_t i, auto part) {
        const Vector gradient = part.load(static_cast<const E*>(dy) + i, 0);
        const Vector at = part.load(static_cast<const E*>(y) + i, 0);
        put(output, part, static_cast<E*>(dx) + i, throughClamp(clamp, at, gradient));
    });
}

template <typename E>
void accumulate(const void* x, void* y, std::int64_t n)
{
    add<E>(x, y, y, n, Clamp::None);
}

template <typename E>
void columnSums(const void* x, std::int64_t rows, int channels, double* sums)
{
    for (int c = 0; c < channels; ++c)
        sums[c] = 0;
    forTiles(rows, channels, [&](std::int64_t from, std::int64_t to, int c, auto part) {
        constexpr int G = decltype(part)::vectors;
        Vector total[G];
#pragma GCC unroll 4
        for (int g = 0; g < G; ++g)
            total[g] = broadcast(0);
        for (std::int64_t row = from; row < to; ++row)
#pragma GCC unroll 4
            for (int g = 0; g < G; ++g)
                total[g] = total[g] + part.load(static_cast<const E*>(x) + row * channels + c, g);
        for (int g = 0; g < G; ++g)
            part.addTo(sums + c, total[g], g);
    });
}

} // namespace
} // namespace lockstep
