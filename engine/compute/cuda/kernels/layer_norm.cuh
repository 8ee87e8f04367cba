// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/kernels/channel_sums.cuh"

#include <cmath>

namespace lockstep::cuda {

/// Rows of channels, each by kLanes threads side by side, kRows in a block.
struct RowGroup {
    static constexpr int kLanes = 32;
    static constexpr int kRows = kBlockThreads / kLanes;
    /// One number of each thread.
    using Parts = float[kRows][kLanes];

    static constexpr Grid grid(std::int64_t rows) { return {(rows + kRows - 1) / kRows}; }
    LOCKSTEP_HOST_DEVICE static float sum(const Parts& parts, int thread)
    {
        float total = 0;
        for (int lane = 0; lane < kLanes; ++lane)
            total += parts[thread / kLanes][lane];
        return total;
    }
    LOCKSTEP_HOST_DEVICE static float& of(Parts& parts, int thread)
    {
        return parts[thread / kLanes][thread % kLanes];
    }
    /// Calls job(first channel) for each pack of the thread's row.
    template <int kWidth, typename Job>
    LOCKSTEP_HOST_DEVICE static void forPacks(int channels, int thread, const Job& job)
    {
        for (int c = thread % kLanes * kWidth; c < channels; c += kLanes * kWidth)
            job(c);
    }
};

template <typename E, int kWidth>
struct LayerNorm {
    static constexpr int kThreads = kBlockThreads;
    struct Shared {
        RowGroup::Parts total;
        RowGroup::Parts squares;
    };
    const E* x;
    E* y;
    std::int64_t rows;
    int channels;
    const float* weight;
    const float* bias;
    double epsilon;
    float* mean;
    float* inverse;

    template <typename Block>
    LOCKSTEP_HOST_DEVICE void operator()(Block& block, Shared& shared) const
    {
        const std::int64_t first = block.index() * RowGroup::kRows;
        const auto forRow = [&](int thread, const auto& job) {
            const std::int64_t row = first + thread / RowGroup::kLanes;
            if (row < rows)
                job(row);
        };
        block.each([&](int thread) {
            forRow(thread,
                   [&](std::int64_t row) { RowGroup::of(shared.total, thread) = total(row, thread); });
        });
        block.each([&](int thread) {
            forRow(thread, [&](std::int64_t row) {
                RowGroup::of(shared.squares, thread) = squares(row, thread, center(shared, thread));
            });
        });
        block.each([&](int thread) {
            forRow(thread, [&](std::int64_t row) {
                const double variance = static_cast<double>(RowGroup::sum(shared.squares, thread)) / channels;
                normalizeRow(row, thread, center(shared, thread),
                             static_cast<float>(1 / std::sqrt(variance + epsilon)));
            });
        });
    }

private:
    LOCKSTEP_HOST_DEVICE float center(const Shared& shared, int thread) const
    {
        return RowGroup::sum(shared.total, thread) * (1.0f / static_cast<float>(channels));
    }
    LOCKSTEP_HOST_DEVICE float total(std::int64_t row, int thread) const
    {
        float sum = 0;
        RowGroup::forPacks<kWidth>(channels, thread, [&](int c) {
            const Floats<kWidth> value = load<kWidth>(x + row * channels + c);
            for (int k = 0; k < kWidth; ++k)
                sum += value[k];
        });
        return sum;
    }
    LOCKSTEP_HOST_DEVICE float squares(std::int64_t row, int thread, float middle) const
    {
        float sum = 0;
        RowGroup::forPacks<kWidth>(channels, thread, [&](int c) {
            const Floats<kWidth> value = load<kWidth>(x + row * channels + c);
            for (int k = 0; k < kWidth; ++k)
                sum += (value[k] - middle) * (value[k] - middle);
        });
        return sum;
    }
    LOCKSTEP_HOST_DEVICE void normalizeRow(std::int64_t row, int thread, float middle, float factor) const
    {
        RowGroup::forPacks<kWidth>(channels, thread, [&](int c) {
            Floats<kWidth> value = load<kWidth>(x + row * channels + c);
            const Floats<kWidth> scale = loadEach<kWidth>(weight + c);
            const Floats<kWidth> shift = loadEach<kWidth>(bias + c);
            for (int k = 0; k < kWidth; ++k)
                value[k] = (value[k] - middle) * factor * scale[k] + shift[k];
            store<kWidth>(y + row * channels + c, value);
        });
        if (thread % RowGroup::kLanes == 0) {
            mean[row] = middle;
            inverse[row] = factor;
        }
    }
};

/// With g = dy weight and s = (x - mean) inverse: dx = (g - mean(g) - s mean(g s)) inverse.
template <typename E, int kWidth>
struct LayerNormInputGradient {
    static constexpr int kThreads = kBlockThreads;
    struct Shared {
        RowGroup::Parts gradient;
        RowGroup::Parts product;
    };
    const E* x;
    const E* dy;
    E* dx;
    std::int64_t rows;
    int channels;
    const float* weight;
    const float* mean;
    const float* inverse;
    Output output;

    template <typename Block>
    LOCKSTEP_HOST_DEVICE void operator()(Block& block, Shared& shared) const
    {
        const std::int64_t first = block.index() * RowGroup::kRows;
        block.each([&](int thread) {
            const std::int64_t row = first + thread / RowGroup::kLanes;
            if (row < rows)
                sums(row, thread, shared);
        });
        block.each([&](int thread) {
            const std::int64_t row = first + thread / RowGroup::kLanes;
            if (row < rows)
                gradientRow(row, thread, shared);
        });
    }

private:
    struct At {
        Floats<kWidth> gradient;
        Floats<kWidth> spread;
    };
    LOCKSTEP_HOST_DEVICE At at(std::int64_t row, int c) const
    {
        At at{load<kWidth>(dy + row * channels + c), load<kWidth>(x + row * channels + c)};
        const Floats<kWidth> scale = loadEach<kWidth>(weight + c);
        for (int k = 0; k < kWidth; ++k) {
            at.gradient[k] = at.gradient[k] * scale[k];
            at.spread[k] = (at.spread[k] - mean[row]) * inverse[row];
        }
        return at;
    }
    LOCKSTEP_HOST_DEVICE void sums(std::int64_t row, int thread, Shared& shared) const
    {
        float gradient = 0;
        float product = 0;
        RowGroup::forPacks<kWidth>(channels, thread, [&](int c) {
            const At a = at(row, c);
            for (int k = 0; k < kWidth; ++k) {
                gradient += a.gradient[k];
                product += a.gradient[k] * a.spread[k];
            }
        });
        RowGroup::of(shared.gradient, thread) = gradient;
        RowGroup::of(shared.product, thread) = product;
    }
    LOCKSTEP_HOST_DEVICE void gradientRow(std::int64_t row, int thread, const Shared& shared) const
    {
        const float share = 1.0f / static_cast<float>(channels);
        const float meanGradient = RowGroup::sum(shared.gradient, thread) * share;
        const float meanProduct = RowGroup::sum(shared.product, thread) * share;
        RowGroup::forPacks<kWidth>(channels, thread, [&](int c) {
            const At a = at(row, c);
            Floats<kWidth> value;
            for (int k = 0; k < kWidth; ++k)
                value[k] = (a.gradient[k] - meanGradient - a.spread[k] * meanProduct) * inverse[row];
            put<kWidth>(output, dx + row * channels + c, value);
        });
    }
};

/// Sums of dy s and of dy: the gradients of weight and bias.
template <typename E, int kPack>
struct LayerNormWeightSums {
    static constexpr int kWidth = kPack;
    static constexpr int kSums = 2;
    struct Sums {
        Floats<kWidth> of[2];
    };
    struct Channels {};
    const E* x;
    const E* dy;
    const float* mean;
    const float* inverse;

    LOCKSTEP_HOST_DEVICE Channels at(int) const { return {}; }
    LOCKSTEP_HOST_DEVICE void add(Sums& sums, const Channels&, std::int64_t row, std::int64_t place) const
    {
        const Floats<kWidth> value = load<kWidth>(x + place);
        const Floats<kWidth> gradient = load<kWidth>(dy + place);
        const float middle = mean[row];
        const float factor = inverse[row];
        for (int k = 0; k < kWidth; ++k) {
            sums.of[0][k] += gradient[k] * ((value[k] - middle) * factor);
            sums.of[1][k] += gradient[k];
        }
    }
    LOCKSTEP_HOST_DEVICE double total(const Sums& sums, int which, int k) const
    {
        return static_cast<double>(sums.of[which][k]);
    }
};

} // namespace lockstep::cuda
