// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/kernels/channel_sums.cuh"
#include "engine/compute/cuda/kernels/row_map.cuh"

namespace lockstep::cuda {

/// y = clamp(x + bias)
template <typename E, int kPack>
struct AddBiasRows {
    static constexpr int kWidth = kPack;
    using Channels = Floats<kWidth>;
    const E* x;
    E* y;
    const float* bias; ///< may be null
    Clamp clamp;

    LOCKSTEP_HOST_DEVICE Channels at(int channel) const
    {
        return bias != nullptr ? loadEach<kWidth>(bias + channel) : Channels{};
    }
    LOCKSTEP_HOST_DEVICE void apply(const Channels& add, std::int64_t, std::int64_t place) const
    {
        Floats<kWidth> value = load<kWidth>(x + place);
        for (int k = 0; k < kWidth; ++k)
            value[k] = clamped(clamp, value[k] + add[k]);
        store<kWidth>(y + place, value);
    }
};

template <typename E, int kPack>
struct ColumnSums {
    static constexpr int kWidth = kPack;
    static constexpr int kSums = 1;
    using Sums = Floats<kWidth>;
    struct Channels {};
    const E* x;

    LOCKSTEP_HOST_DEVICE Channels at(int) const { return {}; }
    LOCKSTEP_HOST_DEVICE void add(Sums& sums, const Channels&, std::int64_t, std::int64_t place) const
    {
        const Floats<kWidth> value = load<kWidth>(x + place);
        for (int k = 0; k < kWidth; ++k)
            sums[k] += value[k];
    }
    LOCKSTEP_HOST_DEVICE double total(const Sums& sums, int, int k) const
    {
        return static_cast<double>(sums[k]);
    }
};

} // namespace lockstep::cuda
