// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/kernels/tiles.inl"

/// The passes of batch norm.
namespace lockstep {
namespace {

/// Channels whose shifts and sums stand on the stack at once.
inline constexpr int kMomentChannels = 512;

/// Mean of up to 16 rows from all over, near enough to the true mean that squares of differences from it do
/// not cancel.
template <typename E>
inline void roughMeans(const E* x, std::int64_t rows, std::int64_t stride, int channels, float* shift)
{
    const std::int64_t step = (rows + 15) / 16;
    const std::int64_t taken = (rows + step - 1) / step;
    forChannels(channels, [&](int c, auto part) {
        for (int g = 0; g < part.vectors; ++g) {
            Vector total = broadcast(0);
            for (std::int64_t row = 0; row < rows; row += step)
                total = total + part.load(x + row * stride + c, g);
            part.store(shift + c, total * broadcast(1.0f / static_cast<float>(taken)), g);
        }
    });
}

template <typename E>
void momentsOf(const E* x, std::int64_t rows, std::int64_t stride, int channels, double* mean,
               double* squares)
{
    float shift[kMomentChannels];
    roughMeans(x, rows, stride, channels, shift);
    for (int c = 0; c < channels; ++c)
        mean[c] = squares[c] = 0;
    forTiles(rows, channels, [&](std::int64_t from, std::int64_t to, int c, auto part) {
        constexpr int G = decltype(part)::vectors;
        Vector near[G];
        Vector total[G];
        Vector square[G];
#pragma GCC unroll 4
        for (int g = 0; g < G; ++g) {
            near[g] = part.load(shift + c, g);
            total[g] = square[g] = broadcast(0);
        }
        for (std::int64_t row = from; row < to; ++row) {
            const E* at = x + row * stride + c;
#pragma GCC unroll 4
            for (int g = 0; g < G; ++g) {
                const Vector difference = part.load(at, g) - near[g];
                total[g] = total[g] + difference;
                square[g] = multiplyAdd(difference, difference, square[g]);
            }
        }
        for (int g = 0; g < G; ++g) {
            part.addTo(mean + c, total[g], g);
            part.addTo(squares + c, square[g], g);
        }
    });
    const auto count = static_cast<double>(rows);
    for (int c = 0; c < channels; ++c) {
        const double left = squares[c] - mean[c] * mean[c] / count;
        squares[c] = left > 0 || left != left ? left : 0;
        mean[c] = static_cast<double>(shift[c]) + mean[c] / count;
    }
}

template <typename E>
void moments(const void* x, std::int64_t rows, int channels, double* mean, double* squares)
{
    if (rows == 0) {
        for (int c = 0; c < channels; ++c)
            mean[c] = squares[c] = 0;
        return;
    }
    for (int c = 0; c < channels; c += kMomentChannels) {
        const int count = channels - c < kMomentChannels ? channels - c : kMomentChannels;
        momentsOf(static_cast<const E*>(x) + c, rows, channels, count, mean + c, squares + c);
    }
}

/// A ChannelAffine of G vectors of channels, in registers.
template <int G>
struct LoadedAffine {
    Vector center[G];
    Vector scale[G];
    Vector bias[G];

    template <typename Part>
    LoadedAffine(const ChannelAffine& a, int c, const Part& part)
    {
#pragma GCC unroll 4
        for (int g = 0; g < G; ++g) {
            center[g] = part.load(a.center + c, g);
            scale[g] = part.load(a.scale + c, g);
            bias[g] = part.load(a.bias + c, g);
        }
    }
    Vector of(Vector x, int g) const
    {
        return multiplyAdd(x - center[g], scale[g], bias[g]);
    }
};

enum class Residual { None, Plain, Affine };

template <typename E, Clamp kClamp, Residual kResidual>
void normalizeAs(const Normalize& n)
{
    const auto* x = static_cast<const E*>(n.x);
    const auto* residual = static_cast<const E*>(n.residual);
    auto* y = static_cast<E*>(n.y);
    forTiles(n.rows, n.channels, [&](std::int64_t from, std::int64_t to, int c, auto part) {
        constexpr int G = decltype(part)::vectors;
        const LoadedAffine<G> affine(n.affine, c, part);
        const LoadedAffine<G> residualAffine(kResidual == Residual::Affine ? n.residualAffine : n.affine, c,
                                             part);
        for (std::int64_t row = from; row < to; ++row) {
            const std::int64_t at = row * n.channels + c;
#pragma GCC unroll 4
            for (int g = 0; g < G; ++g) {
                Vector value = affine.of(part.load(x + at, g), g);
                if constexpr (kResidual == Residual::Plain)
                    value = value + part.load(residual + at, g);
                if constexpr (kResidual == Residual::Affine)
                    value = value + residualAffine.of(part.load(residual + at, g), g);
                part.store(y + at, clamped(kClamp, value), g);
            }
        }
    });
}

template <typename E, Clamp kClamp>
void normalizeClamped(const Normalize& n)
{
    if (n.residual == nullptr)
        normalizeAs<E, kClamp, Residual::None>(n);
    else if (n.residualAffine.center == nullptr)
        normalizeAs<E, kClamp, Residual::Plain>(n);
    else
        normalizeAs<E, kClamp, Residual::Affine>(n);
}

template <typename E>
void normalize(const Normalize& n)
{
    switch (n.clamp) {
    case Clamp::None:
        return normalizeClamped<E, Clamp::None>(n);
    case Clamp::Relu:
        return normalizeClamped<E, Clamp::Relu>(n);
    case Clamp::Relu6:
        return normalizeClamped<E, Clamp::Relu6>(n);
    }
}

/// g of NormGradient at one place.
template <typename E>
struct MaskedGradient {
    const E* dy;
    const E* dy2;
    const E* y;

    explicit MaskedGradient(const NormGradient& n)
        : dy(static_cast<const E*>(n.dy)), dy2(static_cast<const E*>(n.dy2)), y(static_cast<const E*>(n.y))
    {
    }

    template <Clamp kClamp, bool kTwo, typename Part>
    Vector at(std::int64_t place, const Part& part, int g) const
    {
        Vector gradient = part.load(dy + place, g);
        if constexpr (kTwo)
            gradient = gradient + part.load(dy2 + place, g);
        if constexpr (kClamp != Clamp::None)
            gradient = throughClamp(kClamp, part.load(y + place, g), gradient);
        return gradient;
    }
};

template <typename E, Clamp kClamp, bool kTwo>
void normGradientSumsAs(const NormGradient& n, const float* center, double* sums)
{
    const MaskedGradient<E> gradient(n);
    const auto* x = static_cast<const E*>(n.x);
    auto* masked = static_cast<E*>(n.masked);
    forTiles(n.rows, n.channels, [&](std::int64_t from, std::int64_t to, int c, auto part) {
        constexpr int G = decltype(part)::vectors;
        Vector mean[G];
        Vector total[G];
        Vector product[G];
#pragma GCC unroll 4
        for (int g = 0; g < G; ++g) {
            mean[g] = part.load(center + c, g);
            total[g] = product[g] = broadcast(0);
        }
        for (std::int64_t row = from; row < to; ++row) {
            const std::int64_t at = row * n.channels + c;
#pragma GCC unroll 4
            for (int g = 0; g < G; ++g) {
                Vector value = gradient.template at<kClamp, kTwo>(at, part, g);
                if (masked != nullptr)
                    part.store(masked + at, value, g);
                total[g] = total[g] + value;
                product[g] = multiplyAdd(value, part.load(x + at, g) - mean[g], product[g]);
            }
        }
        for (int g = 0; g < G; ++g) {
            part.addTo(sums + c, total[g], g);
            part.addTo(sums + n.channels + c, product[g], g);
        }
    });
}

template <typename E, Clamp kClamp, bool kTwo>
void normGradientAs(const NormGradient& n, const float* center, const float* slope, const float* xSlope,
                    const float* offset, void* result)
{
    const MaskedGradient<E> gradient(n);
    const auto* x = static_cast<const E*>(n.x);
    auto* dx = static_cast<E*>(result);
    forTiles(n.rows, n.channels, [&](std::int64_t from, std::int64_t to, int c, auto part) {
        constexpr int G = decltype(part)::vectors;
        const LoadedAffine<G> rest({center, xSlope, offset}, c, part);
        Vector factor[G];
#pragma GCC unroll 4
        for (int g = 0; g < G; ++g)
            factor[g] = part.load(slope + c, g);
        for (std::int64_t row = from; row < to; ++row) {
            const std::int64_t at = row * n.channels + c;
#pragma GCC unroll 4
            for (int g = 0; g < G; ++g) {
                const Vector value = gradient.template at<kClamp, kTwo>(at, part, g);
                part.store(dx + at, multiplyAdd(value, factor[g], rest.of(part.load(x + at, g), g)), g);
            }
        }
    });
}

/// body(clamp and whether there is a second gradient, as constants)
template <typename Body>
inline void forGradientKinds(Clamp clamp, bool two, const Body& body)
{
    const auto withTwo = [&]<Clamp kClamp>() {
        if (two)
            body.template operator()<kClamp, true>();
        else
            body.template operator()<kClamp, false>();
    };
    switch (clamp) {
    case Clamp::None:
        return withTwo.template operator()<Clamp::None>();
    case Clamp::Relu:
        return withTwo.template operator()<Clamp::Relu>();
    case Clamp::Relu6:
        return withTwo.template operator()<Clamp::Relu6>();
    }
}

template <typename E>
void normGradientSums(const NormGradient& n, const float* center, double* sums)
{
    for (int c = 0; c < 2 * n.channels; ++c)
        sums[c] = 0;
    forGradientKinds(n.clamp, n.dy2 != nullptr, [&]<Clamp kClamp, bool kTwo>() {
        normGradientSumsAs<E, kClamp, kTwo>(n, center, sums);
    });
}

template <typename E>
void normGradient(const NormGradient& n, const float* center, const float* slope, const float* xSlope,
                  const float* offset, void* dx)
{
    NormGradient known = n;
    if (n.masked != nullptr) {
        known.dy = n.masked;
        known.dy2 = nullptr;
        known.clamp = Clamp::None;
    }
    forGradientKinds(known.clamp, known.dy2 != nullptr, [&]<Clamp kClamp, bool kTwo>() {
        normGradientAs<E, kClamp, kTwo>(known, center, slope, xSlope, offset, dx);
    });
}

} // namespace
} // namespace lockstep
