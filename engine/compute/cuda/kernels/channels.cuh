// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/kernels/row_map.cuh"

namespace lockstep::cuda {

/// Rows of channels from one stride to another.
template <typename E, int kPack>
struct CopyRows {
    static constexpr int kWidth = kPack;
    struct Channels {
        int first;
    };
    const E* x;
    std::int64_t xStride;
    E* y;
    std::int64_t yStride;
    Output output;

    LOCKSTEP_HOST_DEVICE Channels at(int channel) const { return {channel}; }
    LOCKSTEP_HOST_DEVICE void apply(const Channels& channels, std::int64_t row, std::int64_t) const
    {
        put<kWidth>(output, y + row * yStride + channels.first,
                    load<kWidth>(x + row * xStride + channels.first));
    }
};

/// y[i * groups + g] = x[g * channels / groups + i]
template <typename E>
struct ShuffleRows {
    static constexpr int kWidth = 1;
    struct Channels {
        int to;
        int from;
    };
    const E* x;
    E* y;
    int channels;
    int groups;
    Output output;

    LOCKSTEP_HOST_DEVICE Channels at(int channel) const
    {
        return {channel, channel % groups * (channels / groups) + channel / groups};
    }
    LOCKSTEP_HOST_DEVICE void apply(const Channels& c, std::int64_t row, std::int64_t) const
    {
        putOne(output, y[row * channels + c.to], toFloat(x[row * channels + c.from]));
    }
};

template <typename E>
struct SubsampleMap {
    static constexpr int kThreads = kBlockThreads;
    struct Shared {};
    Subsample s;
    const E* x;
    E* y;

    constexpr int outChannels() const { return s.before + s.inChannels + s.after; }
    constexpr std::int64_t elements() const
    {
        return std::int64_t{s.samples} * s.outHeight * s.outWidth * outChannels();
    }

    template <typename Block>
    LOCKSTEP_HOST_DEVICE void operator()(Block& block, Shared&) const
    {
        forElements(block, elements(), [&](std::int64_t i) {
            const Quotient place = divided(i, outChannels());
            const Quotient column = divided(place.whole, s.outWidth);
            const Quotient row = divided(column.whole, s.outHeight);
            const std::int64_t channel = place.rest - s.before;
            const std::int64_t from =
                (row.whole * s.inHeight + row.rest * s.stride) * s.inWidth + column.rest * s.stride;
            const bool inside = channel >= 0 && channel < s.inChannels;
            store(y[i], inside ? toFloat(x[from * s.inChannels + channel]) : 0.0f);
        });
    }
};

/// Each place of the map gets what its own gave; the others nothing.
template <typename E>
struct SubsampleGradient {
    static constexpr int kThreads = kBlockThreads;
    struct Shared {};
    Subsample s;
    const E* dy;
    E* dx;
    Output output;

    constexpr std::int64_t elements() const
    {
        return std::int64_t{s.samples} * s.inHeight * s.inWidth * s.inChannels;
    }

    template <typename Block>
    LOCKSTEP_HOST_DEVICE void operator()(Block& block, Shared&) const
    {
        const int outChannels = s.before + s.inChannels + s.after;
        forElements(block, elements(), [&](std::int64_t i) {
            const Quotient place = divided(i, s.inChannels);
            const Quotient column = divided(place.whole, s.inWidth);
            const Quotient row = divided(column.whole, s.inHeight);
            const Quotient outRow = divided(row.rest, s.stride);
            const Quotient outColumn = divided(column.rest, s.stride);
            const bool taken = outRow.rest == 0 && outColumn.rest == 0 && outRow.whole < s.outHeight &&
                               outColumn.whole < s.outWidth;
            const std::int64_t from = (row.whole * s.outHeight + outRow.whole) * s.outWidth + outColumn.whole;
            const float gradient = taken ? toFloat(dy[from * outChannels + s.before + place.rest]) : 0.0f;
            putOne(output, dx[i], gradient);
        });
    }
};

} // namespace lockstep::cuda
