// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/kernels/channel_sums.cuh"
#include "engine/compute/window_spans.h"

/// Depthwise convolution: every channel with its own kernel, {taps, channels}.
namespace lockstep::cuda {

/// A pack of channels of a place on pictures.
struct PicturePlace {
    std::int64_t sample;
    int row;
    int column;
    int channel;
};
LOCKSTEP_HOST_DEVICE inline PicturePlace picturePlace(std::int64_t i, int packs, int width, int rows,
                                                      int columns)
{
    const Quotient pack = divided(i, packs);
    const Quotient column = divided(pack.whole, columns);
    const Quotient row = divided(column.whole, rows);
    return {row.whole, static_cast<int>(row.rest), static_cast<int>(column.rest),
            static_cast<int>(pack.rest) * width};
}

template <int kWidth>
LOCKSTEP_HOST_DEVICE void addProducts(Floats<kWidth>& total, const Floats<kWidth>& a, const Floats<kWidth>& b)
{
    for (int k = 0; k < kWidth; ++k)
        total[k] = a[k] * b[k] + total[k];
}

template <typename E, int kWidth>
struct Depthwise {
    static constexpr int kThreads = kBlockThreads;
    struct Shared {};
    Windows w;
    const E* x;
    const E* weight;
    const float* bias; ///< may be null
    E* y;

    constexpr std::int64_t count() const { return w.outRows() * (w.channels / kWidth); }

    template <typename Block>
    LOCKSTEP_HOST_DEVICE void operator()(Block& block, Shared&) const
    {
        forElements(block, count(), [&](std::int64_t i) {
            const PicturePlace place =
                picturePlace(i, w.channels / kWidth, kWidth, w.rows.out, w.columns.out);
            store<kWidth>(y + i * kWidth, at(place));
        });
    }

private:
    LOCKSTEP_HOST_DEVICE Floats<kWidth> at(const PicturePlace& place) const
    {
        const Span rows = windowSpan(place.row, w.rows);
        const Span columns = windowSpan(place.column, w.columns);
        Floats<kWidth> total = bias != nullptr ? loadEach<kWidth>(bias + place.channel) : Floats<kWidth>{};
        for (int u = rows.from; u < rows.to; ++u)
            for (int v = columns.from; v < columns.to; ++v) {
                const std::int64_t from =
                    (place.sample * w.rows.in + rows.start + u) * w.columns.in + columns.start + v;
                addProducts(total, load<kWidth>(x + from * w.channels + place.channel),
                            load<kWidth>(weight + std::int64_t{w.tap(u, v)} * w.channels + place.channel));
            }
        return total;
    }
};

/// What each input place gave to, gathered.
template <typename E, int kWidth>
struct DepthwiseInputGradient {
    static constexpr int kThreads = kBlockThreads;
    struct Shared {};
    Windows w;
    const E* dy;
    const E* weight;
    E* dx;
    Output output;

    constexpr std::int64_t count() const { return w.inRows() * (w.channels / kWidth); }

    template <typename Block>
    LOCKSTEP_HOST_DEVICE void operator()(Block& block, Shared&) const
    {
        forElements(block, count(), [&](std::int64_t i) {
            const PicturePlace place = picturePlace(i, w.channels / kWidth, kWidth, w.rows.in, w.columns.in);
            put<kWidth>(output, dx + i * kWidth, at(place));
        });
    }

private:
    LOCKSTEP_HOST_DEVICE Floats<kWidth> at(const PicturePlace& place) const
    {
        const Covering rows = coveringWindows(place.row, w.rows);
        const Covering columns = coveringWindows(place.column, w.columns);
        Floats<kWidth> total;
        for (int row = rows.from; row < rows.to; ++row)
            for (int column = columns.from; column < columns.to; ++column) {
                const int tap = w.tap(place.row - w.rows.start(row), place.column - w.columns.start(column));
                const std::int64_t from = (place.sample * w.rows.out + row) * w.columns.out + column;
                addProducts(total, load<kWidth>(dy + from * w.channels + place.channel),
                            load<kWidth>(weight + std::int64_t{tap} * w.channels + place.channel));
            }
        return total;
    }
};

/// Sums over the outputs of dy times what lay under kTaps neighbouring places of a row of the kernel.
template <typename E, int kPack, int kTaps>
struct DepthwiseTaps {
    static constexpr int kWidth = kPack;
    static constexpr int kSums = kTaps;
    struct Sums {
        Floats<kWidth> of[kTaps];
    };
    struct Channels {
        int first;
    };
    Windows w;
    const E* x;
    const E* dy;
    int kernelRow = 0;
    int kernelColumn = 0; ///< of the first

    LOCKSTEP_HOST_DEVICE Channels at(int channel) const { return {channel}; }
    LOCKSTEP_HOST_DEVICE void add(Sums& sums, const Channels& channels, std::int64_t row,
                                  std::int64_t place) const
    {
        const PicturePlace out = picturePlace(row, 1, 1, w.rows.out, w.columns.out);
        const int inRow = w.rows.start(out.row) + kernelRow;
        if (inRow < 0 || inRow >= w.rows.in)
            return;
        const int first = w.columns.start(out.column) + kernelColumn;
        const E* line = x + (out.sample * w.rows.in + inRow) * w.columns.in * w.channels + channels.first;
        const Floats<kWidth> gradient = load<kWidth>(dy + place);
        for (int v = 0; v < kTaps; ++v)
            if (first + v >= 0 && first + v < w.columns.in)
                addProducts(sums.of[v], load<kWidth>(line + std::int64_t{first + v} * w.channels), gradient);
    }
    LOCKSTEP_HOST_DEVICE double total(const Sums& sums, int which, int k) const
    {
        return static_cast<double>(sums.of[which][k]);
    }
};

/// The same for all groups of taps, which follow each other while the rows are in the cache: {taps, channels}
/// for each part.
template <typename E, int kWidth, int kTaps>
struct DepthwiseWeightSums {
    using Rule = DepthwiseTaps<E, kWidth, kTaps>;
    static constexpr int kThreads = kBlockThreads;
    using Shared = typename SumRows<Rule>::Shared;
    SumRows<Rule> sums;

    constexpr int groups() const { return sums.rule.w.taps() / kTaps; }

    template <typename Block>
    LOCKSTEP_HOST_DEVICE void operator()(Block& block, Shared& shared) const
    {
        const Quotient cut = divided(block.index(), groups());
        const int tap = static_cast<int>(cut.rest) * kTaps;
        SumRows<Rule> own = sums;
        own.rule.kernelRow = tap / own.rule.w.columns.kernel;
        own.rule.kernelColumn = tap % own.rule.w.columns.kernel;
        own.partial += std::int64_t{tap} * own.channels;
        own.run(block, cut.whole, shared);
    }
};

/// {taps, channels} to {channels, taps}
struct KeepTaps {
    static constexpr int kSums = 1;
    float* weightGradient;
    int channels;
    int taps;
    Output output;
    LOCKSTEP_HOST_DEVICE void operator()(int column, const double* sums) const
    {
        putSum(output, weightGradient[std::int64_t{column % channels} * taps + column / channels], sums[0]);
    }
};

} // namespace lockstep::cuda
