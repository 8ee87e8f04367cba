// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/kernels/channel_sums.cuh"
#include "engine/compute/cuda/kernels/row_map.cuh"

namespace lockstep::cuda {

/// The factors of a ScaledAdd.
template <int kWidth>
struct ScaleFactors {
    const float* ofChannels; ///< may be null
    const float* ofSamples;  ///< may be null
    std::int64_t pixels;

    LOCKSTEP_HOST_DEVICE Floats<kWidth> channel(int channel) const
    {
        if (ofChannels != nullptr)
            return loadEach<kWidth>(ofChannels + channel);
        Floats<kWidth> ones;
        for (int k = 0; k < kWidth; ++k)
            ones[k] = 1;
        return ones;
    }
    LOCKSTEP_HOST_DEVICE float sample(std::int64_t row) const
    {
        return ofSamples != nullptr ? ofSamples[divided(row, pixels).whole] : 1.0f;
    }
};

/// y = residual + sampleFactor * channelFactor * x
template <typename E, int kPack>
struct ScaledAddRows {
    static constexpr int kWidth = kPack;
    using Channels = Floats<kWidth>;
    ScaleFactors<kWidth> factors;
    const E* x;
    const E* residual; ///< may be null
    E* y;

    LOCKSTEP_HOST_DEVICE Channels at(int channel) const { return factors.channel(channel); }
    LOCKSTEP_HOST_DEVICE void apply(const Channels& channel, std::int64_t row, std::int64_t place) const
    {
        const float whole = factors.sample(row);
        Floats<kWidth> value = load<kWidth>(x + place);
        const Floats<kWidth> rest = residual != nullptr ? load<kWidth>(residual + place) : Floats<kWidth>{};
        for (int k = 0; k < kWidth; ++k)
            value[k] = value[k] * (whole * channel[k]) + rest[k];
        store<kWidth>(y + place, value);
    }
};

template <typename E, int kPack>
struct ScaledAddGradientRows {
    static constexpr int kWidth = kPack;
    using Channels = Floats<kWidth>;
    ScaleFactors<kWidth> factors;
    const E* dy;
    E* dx;
    Output output;

    LOCKSTEP_HOST_DEVICE Channels at(int channel) const { return factors.channel(channel); }
    LOCKSTEP_HOST_DEVICE void apply(const Channels& channel, std::int64_t row, std::int64_t place) const
    {
        const float whole = factors.sample(row);
        Floats<kWidth> value = load<kWidth>(dy + place);
        for (int k = 0; k < kWidth; ++k)
            value[k] = value[k] * (whole * channel[k]);
        put<kWidth>(output, dx + place, value);
    }
};

/// Sums of dy * x * sampleFactor
template <typename E, int kPack>
struct FactorSums {
    static constexpr int kWidth = kPack;
    static constexpr int kSums = 1;
    using Sums = Floats<kWidth>;
    struct Channels {};
    ScaleFactors<kWidth> factors;
    const E* x;
    const E* dy;

    LOCKSTEP_HOST_DEVICE Channels at(int) const { return {}; }
    LOCKSTEP_HOST_DEVICE void add(Sums& sums, const Channels&, std::int64_t row, std::int64_t place) const
    {
        const float whole = factors.sample(row);
        const Floats<kWidth> value = load<kWidth>(x + place);
        const Floats<kWidth> gradient = load<kWidth>(dy + place);
        for (int k = 0; k < kWidth; ++k)
            sums[k] += gradient[k] * whole * value[k];
    }
    LOCKSTEP_HOST_DEVICE double total(const Sums& sums, int, int k) const
    {
        return static_cast<double>(sums[k]);
    }
};

} // namespace lockstep::cuda
