// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/kernels/tiles.inl"

/// Layer norm, layer scale and what else belongs to ConvNeXt's blocks.
namespace lockstep {
namespace {

/// Sum over the channels of value(first channel, Part, g); lanes beyond the channels must come as zero.
template <typename Value>
inline float channelSum(int channels, const Value& value)
{
    Vector sums[4] = {broadcast(0), broadcast(0), broadcast(0), broadcast(0)};
    forChannels(channels, [&](int c, auto part) {
#pragma GCC unroll 4
        for (int g = 0; g < part.vectors; ++g)
            sums[g] = sums[g] + value(c, part, g);
    });
    return sum((sums[0] + sums[1]) + (sums[2] + sums[3]));
}

template <typename E>
void layerNorm(const void* x, std::int64_t rows, int channels, const float* weight, const float* bias,
               double epsilon, void* y, float* mean, float* inverse)
{
    const auto* from = static_cast<const E*>(x);
    auto* to = static_cast<E*>(y);
    const float share = 1.0f / static_cast<float>(channels);
    for (std::int64_t row = 0; row < rows; ++row, from += channels, to += channels) {
        const float middle =
            channelSum(channels, [&](int c, auto part, int g) { return part.load(from + c, g); }) * share;
        const Vector center = broadcast(middle);
        const float squares = channelSum(channels, [&](int c, auto part, int g) {
            const Vector difference = part.only(part.load(from + c, g) - center);
            return difference * difference;
        });
        const double variance = static_cast<double>(squares > 0 ? squares : 0) / channels;
        const auto scale = static_cast<float>(1 / __builtin_sqrt(variance + epsilon));
        const Vector factor = broadcast(scale);
        forChannels(channels, [&](int c, auto part) {
            for (int g = 0; g < part.vectors; ++g) {
                const Vector value = (part.load(from + c, g) - center) * factor;
                part.store(to + c, multiplyAdd(value, part.load(weight + c, g), part.load(bias + c, g)), g);
            }
        });
        mean[row] = middle;
        inverse[row] = scale;
    }
}

/// dx of a few rows; also used for the sums below, so that x and dy come from the cache then.
template <typename E>
void layerNormRows(const E* x, const E* dy, std::int64_t rows, int channels, const float* weight,
                   const float* mean, const float* inverse, E* dx, Output output)
{
    const float share = 1.0f / static_cast<float>(channels);
    for (std::int64_t row = 0; row < rows; ++row, x += channels, dy += channels, dx += channels) {
        const Vector center = broadcast(mean[row]);
        const Vector factor = broadcast(inverse[row]);
        const auto scaled = [&](int c, auto part, int g) {
            return part.load(dy + c, g) * part.load(weight + c, g);
        };
        const auto spread = [&](int c, auto part, int g) { return (part.load(x + c, g) - center) * factor; };
        const Vector meanGradient = broadcast(channelSum(channels, scaled) * share);
        // The gradient is zero in lanes beyond the channels, and so is its product with anything finite.
        const Vector meanProduct =
            broadcast(channelSum(channels, [&](int c, auto part,
                                               int g) { return scaled(c, part, g) * spread(c, part, g); }) *
                      share);
        forChannels(channels, [&](int c, auto part) {
            for (int g = 0; g < part.vectors; ++g) {
                const Vector value = scaled(c, part, g) - meanGradient - spread(c, part, g) * meanProduct;
                put(output, part, dx + c, value * factor, g);
            }
        });
    }
}

template <typename E>
void layerNormGradient(const void* x, const void* dy, std::int64_t rows, int channels, const float* weight,
                       const float* mean, const float* inverse, void* dx, Output output, double* sums)
{
    constexpr std::int64_t kRows = 32;
    const auto* from = static_cast<const E*>(x);
    const auto* gradient = static_cast<const E*>(dy);
    for (int c = 0; c < 2 * channels; ++c)
        sums[c] = 0;
    for (std::int64_t row = 0; row < rows; row += kRows) {
        const std::int64_t end = row + kRows < rows ? row + kRows : rows;
        forChannels(channels, [&](int c, auto part) {
            for (int g = 0; g < part.vectors; ++g) {
                Vector ofWeight = broadcast(0);
                Vector ofBias = broadcast(0);
                for (std::int64_t r = row; r < end; ++r) {
                    const Vector value = part.load(gradient + r * channels + c, g);
                    const Vector spread =
                        (part.load(from + r * channels + c, g) - broadcast(mean[r])) * broadcast(inverse[r]);
                    ofWeight = multiplyAdd(value, spread, ofWeight);
                    ofBias = ofBias + value;
                }
                part.addTo(sums + c, ofWeight, g);
                part.addTo(sums + channels + c, ofBias, g);
            }
        });
        layerNormRows(from + row * channels, gradient + row * channels, end - row, channels, weight,
                      mean + row, inverse + row, static_cast<E*>(dx) + row * channels, output);
    }
}

template <typename E>
void scaledAdd(const ScaledAdd& a)
{
    const auto* x = static_cast<const E*>(a.x);
    const auto* residual = static_cast<const E*>(a.residual);
    for (int s = 0; s < a.samples; ++s) {
        const std::int64_t base = s * a.pixels * a.channels;
        const Vector whole = broadcast(a.sampleFactors != nullptr ? a.sampleFactors[s] : 1.0f);
        forTiles(a.pixels, a.channels, [&](std::int64_t from, std::int64_t to, int c, auto part) {
            for (int g = 0; g < part.vectors; ++g) {
                const Vector factor =
                    a.channelFactors != nullptr ? whole * part.load(a.channelFactors + c, g) : whole;
                for (std::int64_t row = from; row < to; ++row) {
                    const std::int64_t at = base + row * a.channels + c;
                    const Vector rest = residual != nullptr ? part.load(residual + at, g) : broadcast(0);
                    part.store(static_cast<E*>(a.y) + at, multiplyAdd(part.load(x + at, g), factor, rest), g);
                }
            }
        });
    }
}

template <typename E>
void scaledAddGradient(const ScaledAdd& a, const void* dy, void* dx, Output output, double* factorSums)
{
    const auto* x = static_cast<const E*>(a.x);
    const auto* gradient = static_cast<const E*>(dy);
    for (int c = 0; c < a.channels && factorSums != nullptr; ++c)
        factorSums[c] = 0;
    for (int s = 0; s < a.samples; ++s) {
        const std::int64_t base = s * a.pixels * a.channels;
        const Vector whole = broadcast(a.sampleFactors != nullptr ? a.sampleFactors[s] : 1.0f);
        forTiles(a.pixels, a.channels, [&](std::int64_t from, std::int64_t to, int c, auto part) {
            for (int g = 0; g < part.vectors; ++g) {
                const Vector factor =
                    a.channelFactors != nullptr ? whole * part.load(a.channelFactors + c, g) : whole;
                Vector total = broadcast(0);
                for (std::int64_t row = from; row < to; ++row) {
                    const std::int64_t at = base + row * a.channels + c;
                    const Vector value = part.load(gradient + at, g);
                    if (factorSums != nullptr)
                        total = multiplyAdd(value * whole, part.load(x + at, g), total);
                    put(output, part, static_cast<E*>(dx) + at, value * factor, g);
                }
                if (factorSums != nullptr)
                    part.addTo(factorSums + c, total, g);
            }
        });
    }
}

} // namespace
} // namespace lockstep
