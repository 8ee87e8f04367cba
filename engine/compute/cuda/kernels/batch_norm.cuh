// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/batch_norm_rules.h"
#include "engine/compute/cuda/kernels/channel_sums.cuh"
#include "engine/compute/cuda/kernels/row_map.cuh"

#include <cmath>
#include <type_traits>

namespace lockstep::cuda {

/// Sums of x and x^2. A thread sums differences from its first row, which keeps the few bits of f32 for what
/// differs; f64 has enough of them for the squares of whatever f32 holds.
template <typename E, int kPack>
struct Moments {
    static constexpr int kWidth = kPack;
    static constexpr int kSums = 2;
    struct Sums {
        Floats<kWidth> first;
        Floats<kWidth> total;
        Floats<kWidth> square;
        int count = 0;
    };
    struct Channels {};
    const E* x;

    LOCKSTEP_HOST_DEVICE Channels at(int) const { return {}; }
    LOCKSTEP_HOST_DEVICE void add(Sums& sums, const Channels&, std::int64_t, std::int64_t place) const
    {
        const Floats<kWidth> value = load<kWidth>(x + place);
        if (sums.count++ == 0)
            sums.first = value;
        for (int k = 0; k < kWidth; ++k) {
            const float difference = value[k] - sums.first[k];
            sums.total[k] += difference;
            sums.square[k] += difference * difference;
        }
    }
    LOCKSTEP_HOST_DEVICE double total(const Sums& sums, int which, int k) const
    {
        const auto count = static_cast<double>(sums.count);
        const auto first = static_cast<double>(sums.first[k]);
        const auto rest = static_cast<double>(sums.total[k]);
        if (which == 0)
            return count * first + rest;
        return count * first * first + 2 * first * rest + static_cast<double>(sums.square[k]);
    }
};

/// Makes what normalisation needs.
struct KeepCoefficients {
    const float* weight;
    double epsilon;
    float* center;
    float* inverse;
    float* scale;

    LOCKSTEP_HOST_DEVICE void coefficients(std::int64_t channel, double mean, double variance) const
    {
        const NormCoefficients made =
            normCoefficients(mean, 1 / std::sqrt(variance + epsilon), weight[channel]);
        center[channel] = made.center;
        inverse[channel] = made.inverse;
        scale[channel] = made.scale;
    }
};

/// Statistics from those sums.
struct NormStatistics {
    static constexpr int kSums = 2;
    KeepCoefficients keep;
    std::int64_t rows;
    double momentum;
    float* runningMean;
    float* runningVariance;
    float* batches;

    LOCKSTEP_HOST_DEVICE void operator()(int channel, const double* sums) const
    {
        const auto count = static_cast<double>(rows);
        const double mean = sums[0] / count;
        const double deviations = sums[1] - sums[0] * mean;
        // Rounding may leave less than nothing; NaN stays.
        const double squares = deviations < 0 ? 0 : deviations;
        keep.coefficients(channel, mean, squares / count);
        updateRunningStatistics(rows, mean, squares, momentum, runningMean[channel],
                                runningVariance[channel]);
        if (channel == 0)
            *batches += 1;
    }
};

/// The same where the sums of each channel are there already, f32 as libraries leave them.
struct SummedStatistics {
    static constexpr int kThreads = kBlockThreads;
    struct Shared {};
    NormStatistics finish;
    int channels;
    const float* totals;
    const float* squares;

    template <typename Block>
    LOCKSTEP_HOST_DEVICE void operator()(Block& block, Shared&) const
    {
        forElements(block, channels, [&](std::int64_t c) {
            const double sums[] = {static_cast<double>(totals[c]), static_cast<double>(squares[c])};
            finish(static_cast<int>(c), sums);
        });
    }
};

/// The same from the running statistics.
struct RunningStatistics {
    static constexpr int kThreads = kBlockThreads;
    struct Shared {};
    KeepCoefficients keep;
    int channels;
    const float* runningMean;
    const float* runningVariance;

    template <typename Block>
    LOCKSTEP_HOST_DEVICE void operator()(Block& block, Shared&) const
    {
        forElements(block, channels, [&](std::int64_t c) {
            keep.coefficients(c, static_cast<double>(runningMean[c]),
                              static_cast<double>(runningVariance[c]));
        });
    }
};

/// A ChannelAffine of a pack of channels, in registers.
template <int kWidth>
struct LoadedAffine {
    Floats<kWidth> center;
    Floats<kWidth> scale;
    Floats<kWidth> bias;
    LOCKSTEP_HOST_DEVICE float of(float x, int k) const { return (x - center[k]) * scale[k] + bias[k]; }
};
template <int kWidth>
LOCKSTEP_HOST_DEVICE LoadedAffine<kWidth> loadAffine(const ChannelAffine& affine, int channel)
{
    return {loadEach<kWidth>(affine.center + channel), loadEach<kWidth>(affine.scale + channel),
            loadEach<kWidth>(affine.bias + channel)};
}

enum class Residual { None, Plain, Affine };

template <typename E, int kPack, Residual kResidual>
struct NormalizeRows {
    static constexpr int kWidth = kPack;
    struct PlainChannels {
        LoadedAffine<kWidth> affine;
    };
    struct AffineChannels {
        LoadedAffine<kWidth> affine;
        LoadedAffine<kWidth> residual;
    };
    using Channels = std::conditional_t<kResidual == Residual::Affine, AffineChannels, PlainChannels>;
    const E* x;
    const E* residual;
    E* y;
    ChannelAffine affine;
    ChannelAffine residualAffine;
    Clamp clamp;

    LOCKSTEP_HOST_DEVICE Channels at(int channel) const
    {
        Channels channels;
        channels.affine = loadAffine<kWidth>(affine, channel);
        if constexpr (kResidual == Residual::Affine)
            channels.residual = loadAffine<kWidth>(residualAffine, channel);
        return channels;
    }
    LOCKSTEP_HOST_DEVICE void apply(const Channels& channels, std::int64_t, std::int64_t place) const
    {
        Floats<kWidth> value = load<kWidth>(x + place);
        for (int k = 0; k < kWidth; ++k)
            value[k] = channels.affine.of(value[k], k);
        if constexpr (kResidual != Residual::None) {
            const Floats<kWidth> other = load<kWidth>(residual + place);
            for (int k = 0; k < kWidth; ++k)
                if constexpr (kResidual == Residual::Affine)
                    value[k] = value[k] + channels.residual.of(other[k], k);
                else
                    value[k] = value[k] + other[k];
        }
        for (int k = 0; k < kWidth; ++k)
            value[k] = clamped(clamp, value[k]);
        store<kWidth>(y + place, value);
    }
};

/// Where a gradient's mask comes from: the clamp's output, or, where nothing was added before the clamp, the
/// norm's input, which is read anyway.
enum class MaskFrom { Output, Input };

/// g of NormGradient.
template <typename E, int kWidth, MaskFrom kFrom>
struct MaskedGradient {
    struct NoChannels {};
    using Channels = std::conditional_t<kFrom == MaskFrom::Input, LoadedAffine<kWidth>, NoChannels>;
    const E* dy;
    const E* dy2; ///< may be null
    const E* y;
    ChannelAffine affine;
    Clamp clamp;

    LOCKSTEP_HOST_DEVICE Channels channels(int channel) const
    {
        if constexpr (kFrom == MaskFrom::Input)
            return loadAffine<kWidth>(affine, channel);
        else
            return {};
    }
    LOCKSTEP_HOST_DEVICE Floats<kWidth> at(const Channels& channels, const Floats<kWidth>& x,
                                           std::int64_t place) const
    {
        Floats<kWidth> gradient = load<kWidth>(dy + place);
        if (dy2 != nullptr) {
            const Floats<kWidth> second = load<kWidth>(dy2 + place);
            for (int k = 0; k < kWidth; ++k)
                gradient[k] = gradient[k] + second[k];
        }
        if (clamp != Clamp::None) {
            const Floats<kWidth> output = outputs(channels, x, place);
            for (int k = 0; k < kWidth; ++k)
                gradient[k] = throughClamp(clamp, output[k], gradient[k]);
        }
        return gradient;
    }

private:
    /// As they are stored: what rounding lets through is the same wherever the mask comes from.
    LOCKSTEP_HOST_DEVICE Floats<kWidth> outputs(const Channels& channels, const Floats<kWidth>& x,
                                                std::int64_t place) const
    {
        if constexpr (kFrom == MaskFrom::Output)
            return load<kWidth>(y + place);
        Floats<kWidth> made;
        if constexpr (kFrom == MaskFrom::Input)
            for (int k = 0; k < kWidth; ++k)
                made[k] = rounded<E>(clamped(clamp, channels.of(x[k], k)));
        return made;
    }
};

/// Sums of g and of g (x - center); writes g where wanted.
template <typename E, int kPack, MaskFrom kFrom>
struct NormGradientSums {
    static constexpr int kWidth = kPack;
    static constexpr int kSums = 2;
    using Gradient = MaskedGradient<E, kWidth, kFrom>;
    struct Sums {
        Floats<kWidth> total;
        Floats<kWidth> product;
    };
    struct Channels {
        typename Gradient::Channels mask;
        Floats<kWidth> center;
    };
    Gradient gradient;
    const E* x;
    E* masked; ///< may be null
    const float* center;

    LOCKSTEP_HOST_DEVICE Channels at(int channel) const
    {
        return {gradient.channels(channel), loadEach<kWidth>(center + channel)};
    }
    LOCKSTEP_HOST_DEVICE void add(Sums& sums, const Channels& channels, std::int64_t,
                                  std::int64_t place) const
    {
        const Floats<kWidth> value = load<kWidth>(x + place);
        const Floats<kWidth> g = gradient.at(channels.mask, value, place);
        if (masked != nullptr)
            store<kWidth>(masked + place, g);
        for (int k = 0; k < kWidth; ++k) {
            sums.total[k] += g[k];
            sums.product[k] += g[k] * (value[k] - channels.center[k]);
        }
    }
    LOCKSTEP_HOST_DEVICE double total(const Sums& sums, int which, int k) const
    {
        return static_cast<double>(which == 0 ? sums.total[k] : sums.product[k]);
    }
};

/// Gradients of weight and bias, and slopes, from those sums.
struct NormSlopes {
    static constexpr int kSums = 2;
    std::int64_t rows;
    const float* inverse;
    const float* scale;
    float* slope;
    float* xSlope;
    float* offset;
    float* weightGradient;
    float* biasGradient;
    Output output;

    LOCKSTEP_HOST_DEVICE void operator()(int channel, const double* sums) const
    {
        const NormGradientCoefficients made = normGradientCoefficients(rows > 1 ? rows : 1, sums[0], sums[1],
                                                                       {0, inverse[channel], scale[channel]});
        slope[channel] = scale[channel];
        xSlope[channel] = made.xSlope;
        offset[channel] = made.offset;
        putSum(output, weightGradient[channel], made.ofWeight);
        putSum(output, biasGradient[channel], made.ofBias);
    }
};

/// dx = slope g + xSlope (x - center) + offset
template <typename E, int kPack, MaskFrom kFrom>
struct NormGradientRows {
    static constexpr int kWidth = kPack;
    using Gradient = MaskedGradient<E, kWidth, kFrom>;
    struct Channels {
        typename Gradient::Channels mask;
        Floats<kWidth> slope;
        LoadedAffine<kWidth> rest;
    };
    Gradient gradient;
    const E* x;
    E* dx;
    const float* slope;
    ChannelAffine rest;
    Output output;

    LOCKSTEP_HOST_DEVICE Channels at(int channel) const
    {
        return {gradient.channels(channel), loadEach<kWidth>(slope + channel),
                loadAffine<kWidth>(rest, channel)};
    }
    LOCKSTEP_HOST_DEVICE void apply(const Channels& channels, std::int64_t, std::int64_t place) const
    {
        Floats<kWidth> value = load<kWidth>(x + place);
        const Floats<kWidth> g = gradient.at(channels.mask, value, place);
        for (int k = 0; k < kWidth; ++k)
            value[k] = g[k] * channels.slope[k] + channels.rest.of(value[k], k);
        put<kWidth>(output, dx + place, value);
    }
};

} // namespace lockstep::cuda
