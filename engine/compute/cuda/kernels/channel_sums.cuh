// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/kernels/elements.h"
#include "engine/compute/cuda/kernels/walks.h"

#include <cstdint>

/// Sums over rows for each channel, in two launches: the first leaves the sums of each part of the rows, the
/// second adds them. A thread sums a few rows in f32, everything else is f64; the order is fixed.
namespace lockstep::cuda {

/// How rows are dealt out to sums.
constexpr RowTiles sumTiles(std::int64_t rows, int packs)
{
    return rowTiles(rows, packs, 8, 1024);
}

/// The sums of each part, {Rule::kSums, channels}. A rule is of one pack width, and has
///     Sums                     what a thread keeps; zero at first
///     Channels, at(channel)    what it loads of its channels
///     add(Sums&, Channels, row, place)
///     total(Sums, which, k)    f64, of its k-th channel
template <typename Rule>
struct SumRows {
    static constexpr int kThreads = kBlockThreads;
    static constexpr int kWidth = Rule::kWidth;
    static constexpr int kSums = Rule::kSums;
    struct Shared {
        double of[kSums][kThreads];
    };
    Rule rule;
    RowTiles tiles;
    int channels;
    double* partial;
    std::int64_t partSums; ///< from part to part

    template <typename Block>
    LOCKSTEP_HOST_DEVICE void operator()(Block& block, Shared& shared) const
    {
        run(block, block.index(), shared);
    }
    template <typename Block>
    LOCKSTEP_HOST_DEVICE void run(Block& block, std::int64_t tile, Shared& shared) const
    {
        typename Block::template PerThread<typename Rule::Sums> sums;
        block.each([&](int thread) { sums[thread] = sumOf(tiles.place(tile, thread)); });
        for (int k = 0; k < kWidth; ++k) {
            block.each([&](int thread) {
                for (int s = 0; s < kSums; ++s)
                    shared.of[s][thread] = rule.total(sums[thread], s, k);
            });
            block.each([&](int thread) {
                const RowTiles::Place place = tiles.place(tile, thread);
                if (place.line == 0 && place.pack < tiles.packs)
                    merge(shared, place, k);
            });
        }
    }

private:
    LOCKSTEP_HOST_DEVICE typename Rule::Sums sumOf(const RowTiles::Place& place) const
    {
        typename Rule::Sums sums{};
        if (place.row >= place.end)
            return sums;
        const int channel = place.pack * kWidth;
        const typename Rule::Channels coefficients = rule.at(channel);
        for (std::int64_t row = place.row; row < place.end; row += tiles.lines)
            rule.add(sums, coefficients, row, row * channels + channel);
        return sums;
    }
    /// The lines of the block.
    LOCKSTEP_HOST_DEVICE void merge(const Shared& shared, const RowTiles::Place& place, int k) const
    {
        for (int s = 0; s < kSums; ++s) {
            double sum = 0;
            for (int line = 0; line < tiles.lines; ++line)
                sum += shared.of[s][line * tiles.lanes + place.lane];
            partial[place.part * partSums + std::int64_t{s} * channels + place.pack * kWidth + k] = sum;
        }
    }
};

/// Adds the parts, and calls finish(channel, sums).
template <typename Finish>
struct FinishSums {
    static constexpr int kThreads = kBlockThreads;
    static constexpr int kSums = Finish::kSums;
    static constexpr int kChannels = 32; ///< of a block
    static constexpr int kGroups = kThreads / kChannels;
    struct Shared {
        double of[kSums][kGroups][kChannels];
    };
    Finish finish;
    const double* partial;
    std::int64_t parts;
    int channels;

    template <typename Block>
    LOCKSTEP_HOST_DEVICE void operator()(Block& block, Shared& shared) const
    {
        const std::int64_t first = block.index() * kChannels;
        block.each([&](int thread) {
            const int group = thread / kChannels;
            const std::int64_t channel = first + thread % kChannels;
            double sums[kSums] = {};
            for (std::int64_t part = group; part < parts && channel < channels; part += kGroups)
                for (int s = 0; s < kSums; ++s)
                    sums[s] += partial[(part * kSums + s) * channels + channel];
            for (int s = 0; s < kSums; ++s)
                shared.of[s][group][thread % kChannels] = sums[s];
        });
        block.each([&](int thread) {
            const std::int64_t channel = first + thread;
            if (thread >= kChannels || channel >= channels)
                return;
            double sums[kSums] = {};
            for (int s = 0; s < kSums; ++s)
                for (int group = 0; group < kGroups; ++group)
                    sums[s] += shared.of[s][group][thread];
            finish(static_cast<int>(channel), sums);
        });
    }
};

/// Adds `sum` to what stands there, or replaces it.
LOCKSTEP_HOST_DEVICE inline void putSum(Output output, float& to, double sum)
{
    to = static_cast<float>(output == Output::Add ? sum + static_cast<double>(to) : sum);
}

/// The sums as they are, each to its tensor; one that is null is left out.
template <int kCount>
struct KeepSums {
    static constexpr int kSums = kCount;
    float* to[kCount];
    Output output;
    LOCKSTEP_HOST_DEVICE void operator()(int channel, const double* sums) const
    {
        for (int s = 0; s < kCount; ++s)
            if (to[s] != nullptr)
                putSum(output, to[s][channel], sums[s]);
    }
};

} // namespace lockstep::cuda
