// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/kernels/elements.h"
#include "engine/compute/cuda/kernels/walks.h"
#include "engine/core/pixel_scale.h"

namespace lockstep::cuda {

/// {samples, rows, columns} to {samples, columns, rows}, by tiles that are turned in shared memory, so that
/// both are read and written in order.
template <typename From, typename To>
struct Transpose {
    static constexpr int kThreads = kBlockThreads;
    static constexpr int kSide = 32;
    static constexpr int kLines = kThreads / kSide;
    struct Shared {
        From tile[kSide][kSide + 1]; // one more, so that a column lies in different banks
    };
    const From* x;
    To* y;
    std::int64_t rows;
    std::int64_t columns;
    Output output;

    static constexpr std::int64_t across(std::int64_t places) { return (places + kSide - 1) / kSide; }
    constexpr Grid grid(std::int64_t samples) const { return {samples * across(rows) * across(columns)}; }

    template <typename Block>
    LOCKSTEP_HOST_DEVICE void operator()(Block& block, Shared& shared) const
    {
        const Quotient along = divided(block.index(), across(columns));
        const Quotient down = divided(along.whole, across(rows));
        const std::int64_t row = down.rest * kSide;
        const std::int64_t column = along.rest * kSide;
        const std::int64_t sample = down.whole * rows * columns;
        block.each([&](int thread) {
            const int j = thread % kSide;
            for (int i = thread / kSide; i < kSide; i += kLines)
                if (row + i < rows && column + j < columns)
                    shared.tile[i][j] = x[sample + (row + i) * columns + column + j];
        });
        block.each([&](int thread) {
            const int i = thread % kSide;
            for (int j = thread / kSide; j < kSide; j += kLines)
                if (row + i < rows && column + j < columns)
                    putOne(output, y[sample + (column + j) * rows + row + i], toFloat(shared.tile[i][j]));
        });
    }
};

/// The same for the few channels of pictures: each thread writes a pixel.
template <typename E>
struct InterleaveChannels {
    static constexpr int kThreads = kBlockThreads;
    struct Shared {};
    const float* x;
    E* y;
    std::int64_t samples;
    int channels;
    std::int64_t pixels;

    template <typename Block>
    LOCKSTEP_HOST_DEVICE void operator()(Block& block, Shared&) const
    {
        forElements(block, samples * pixels, [&](std::int64_t i) {
            const Quotient at = divided(i, pixels);
            for (int c = 0; c < channels; ++c)
                store(y[i * channels + c], x[(at.whole * channels + c) * pixels + at.rest]);
        });
    }
};

/// See PixelScale.
template <typename E>
struct ScaleBytes {
    static constexpr int kThreads = kBlockThreads;
    static constexpr int kWidth = 4;
    struct Shared {};
    const std::uint8_t* x;
    E* y;
    PackedCount count;
    int channels;
    float gain[kMaxPixelChannels];
    float offset[kMaxPixelChannels];

    template <typename Block>
    LOCKSTEP_HOST_DEVICE void operator()(Block& block, Shared&) const
    {
        forPacks<kWidth>(block, count, [&]<int kAtOnce>(std::int64_t i) {
            const auto bytes = *reinterpret_cast<const Pack<std::uint8_t, kAtOnce>*>(x + i);
            auto channel = static_cast<int>(divided(i, channels).rest);
            Floats<kAtOnce> values;
            for (int k = 0; k < kAtOnce; ++k) {
                values[k] = static_cast<float>(bytes.values[k]) * gain[channel] + offset[channel];
                channel = channel + 1 == channels ? 0 : channel + 1;
            }
            store<kAtOnce>(y + i, values);
        });
    }
};

} // namespace lockstep::cuda
