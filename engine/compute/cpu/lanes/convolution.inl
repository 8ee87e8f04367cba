// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Included after lane_vector_*.h, which defines Vector and its operations for one instruction set.
#include "engine/compute/cpu/lanes/activation.inl"

namespace lockstep {
namespace {

/// Calls f.template operator()<N>() with N = count, 1 ... kMost.
template <int kMost, typename F>
inline void withConstant(int count, const F& f)
{
    if constexpr (kMost > 1) {
        if (count < kMost)
            return withConstant<kMost - 1>(count, f);
    }
    f.template operator()<kMost>();
}

/// The kernel rows that meet something other than the zero border, for `count` output rows from `row` on:
/// row + ky lies in [first, last) for one of them.
inline Range rowsInside(int row, int count, int kernel, int first, int last)
{
    const int from = first - row - (count - 1);
    const int to = last - row;
    return {from > 0 ? from : 0, to < kernel ? to : kernel};
}

/// Largest of a 2x2 window through the activation to `output`; returns where it was, as `winners` keep it.
inline std::uint32_t poolWindow(LaneActivation activation, Vector topLeft, Vector topRight, Vector bottomLeft,
                                Vector bottomRight, float* output)
{
    // The first of equals wins, as in PyTorch. Activations grow monotonically, so the maximum comes first.
    const LaneMask topIsRight = greater(topRight, topLeft);
    const LaneMask bottomIsRight = greater(bottomRight, bottomLeft);
    const Vector top = maximum(topLeft, topRight);
    const Vector bottom = maximum(bottomLeft, bottomRight);
    const LaneMask below = greater(bottom, top);
    store(output, activate(activation, maximum(top, bottom)));
    return below << 16 | (((below & bottomIsRight) | (~below & topIsRight)) & 0xffff);
}

/// One pooled pixel of kChannels channels: four convolution outputs each, kept in registers until pooled.
template <int kKernel, int kChannels>
inline void convolvePixel(const LaneConvolution& c, const float* input, const float* weight,
                          const float* bias, float* output, std::uint32_t* winners, Range kernelRows)
{
    const int rowStep = c.inWidth * kLanes;
    const int weightStep = c.inChannels * kKernel * kKernel;
    Vector sums[kChannels][4];
#pragma GCC unroll 8
    for (int o = 0; o < kChannels; ++o)
        for (Vector& each : sums[o])
            each = broadcast(bias[o]);
    for (int i = 0; i < c.inChannels; ++i) {
        const float* channel = input + (i * c.inHeight + kernelRows.from) * rowStep;
        const float* w = weight + (i * kKernel + kernelRows.from) * kKernel;
        for (int ky = kernelRows.from; ky < kernelRows.to; ++ky, channel += rowStep, w += kKernel) {
#pragma GCC unroll 8
            for (int kx = 0; kx < kKernel; ++kx) {
                const Vector x0 = load(channel + kx * kLanes);
                const Vector x1 = load(channel + (kx + 1) * kLanes);
                const Vector x2 = load(channel + rowStep + kx * kLanes);
                const Vector x3 = load(channel + rowStep + (kx + 1) * kLanes);
#pragma GCC unroll 8
                for (int o = 0; o < kChannels; ++o) {
                    const Vector factor = broadcast(w[o * weightStep + kx]);
                    sums[o][0] = multiplyAdd(factor, x0, sums[o][0]);
                    sums[o][1] = multiplyAdd(factor, x1, sums[o][1]);
                    sums[o][2] = multiplyAdd(factor, x2, sums[o][2]);
                    sums[o][3] = multiplyAdd(factor, x3, sums[o][3]);
                }
            }
        }
    }
    const int outputStep = (c.outHeight + 2 * c.outBorder) * (c.outWidth + 2 * c.outBorder) * kLanes;
#pragma GCC unroll 8
    for (int o = 0; o < kChannels; ++o) {
        winners[o * c.outHeight * c.outWidth] =
            poolWindow(c.activation, sums[o][0], sums[o][1], sums[o][2], sums[o][3], output + o * outputStep);
    }
}

template <int kKernel>
void convolveKernel(const LaneConvolution& c, const float* input, const float* weight, const float* bias,
                    float* output, std::uint32_t* winners, Range rows)
{
    const int wide = c.outWidth + 2 * c.outBorder;
    const int plane = (c.outHeight + 2 * c.outBorder) * wide;
    for (int row = rows.from; row < rows.to; ++row) {
        const Range kernelRows = rowsInside(2 * row, 2, kKernel, c.inBorder, c.inHeight - c.inBorder);
        for (int o = 0; o < c.outChannels; o += kChannelGroup) {
            withConstant<kChannelGroup>(c.outChannels - o, [&]<int kChannels>() {
                const float* w = weight + o * c.inChannels * kKernel * kKernel;
                float* out = output + (o * plane + (row + c.outBorder) * wide + c.outBorder) * kLanes;
                std::uint32_t* from = winners + (o * c.outHeight + row) * c.outWidth;
                for (int x = 0; x < c.outWidth; ++x)
                    convolvePixel<kKernel, kChannels>(c, input + (2 * row * c.inWidth + 2 * x) * kLanes, w,
                                                      bias + o, out + x * kLanes, from + x, kernelRows);
            });
        }
    }
}

inline void clear(float* at, int vectors)
{
    for (int i = 0; i < vectors; ++i)
        store(at + i * kLanes, zero());
}

/// One channel's pooled rows to twice as many rows of the unpooled gradient; returns the sum of the
/// gradients.
inline Vector unpoolChannel(const LaneConvolution& c, const float* outputGradient, const float* output,
                            const std::uint32_t* winners, float* gradient, Range rows)
{
    const int border = c.gradientBorder();
    const int wide = c.columns() + 2 * border;
    const int outWide = c.outWidth + 2 * c.outBorder;
    Vector total = zero();
    for (int row = rows.from; row < rows.to; ++row) {
        float* upper = gradient + (2 * row + border) * wide * kLanes;
        float* lower = upper + wide * kLanes;
        clear(upper, border);
        clear(lower, border);
        for (int x = 0; x < c.outWidth; ++x) {
            const Vector y = load(output + ((row + c.outBorder) * outWide + c.outBorder + x) * kLanes);
            const Vector g =
                throughActivation(c.activation, y, load(outputGradient + (row * c.outWidth + x) * kLanes));
            const std::uint32_t winner = winners[row * c.outWidth + x];
            const LaneMask below = winner >> 16;
            total = total + g;
            float* at = upper + (border + 2 * x) * kLanes;
            store(at, keep(~below & ~winner & 0xffff, g));
            store(at + kLanes, keep(~below & winner & 0xffff, g));
            store(at + wide * kLanes, keep(below & ~winner & 0xffff, g));
            store(at + (wide + 1) * kLanes, keep(below & winner & 0xffff, g));
        }
        clear(upper + (wide - border) * kLanes, border);
        clear(lower + (wide - border) * kLanes, border);
    }
    return total;
}

void unpool(const LaneConvolution& c, const float* outputGradient, const float* output,
            const std::uint32_t* winners, float* gradient, float* biasGradient, Range rows)
{
    const int border = c.gradientBorder();
    const int plane = (c.rows() + 2 * border) * (c.columns() + 2 * border) * kLanes;
    const int outPlane = (c.outHeight + 2 * c.outBorder) * (c.outWidth + 2 * c.outBorder) * kLanes;
    const int pooled = c.outHeight * c.outWidth;
    for (int o = 0; o < c.outChannels; ++o) {
        const Vector total = unpoolChannel(c, outputGradient + o * pooled * kLanes, output + o * outPlane,
                                           winners + o * pooled, gradient + o * plane, rows);
        if (biasGradient != nullptr)
            biasGradient[o] += sum(total);
    }
}

/// result[r * step + c] += the sum of the lanes of sums[r][c]
template <int kRows, int kColumns>
inline void addSums(const Vector (&sums)[kRows][kColumns], float* result, int step)
{
    constexpr int kCount = kRows * kColumns;
#pragma GCC unroll 8
    for (int first = 0; first < kCount; first += kLanes) {
        Vector each[kLanes];
#pragma GCC unroll 16
        for (int i = 0; i < kLanes; ++i)
            each[i] = first + i < kCount ? sums[(first + i) / kColumns][(first + i) % kColumns] : zero();
        alignas(sizeof(Vector)) float totals[kLanes];
        store(totals, sumEach(each));
        for (int i = 0; i < kLanes && first + i < kCount; ++i)
            result[(first + i) / kColumns * step + (first + i) % kColumns] += totals[i];
    }
}

/// The gradient of kChannels output channels' weights at one input channel and kernel row.
template <int kKernel, int kChannels>
inline void weightGradientRow(const LaneConvolution& c, const float* input, const float* gradient,
                              int gradientPlane, int gradientWide, float* result, int rows)
{
    Vector sums[kChannels][kKernel];
#pragma GCC unroll 8
    for (int o = 0; o < kChannels; ++o)
        for (Vector& each : sums[o])
            each = zero();
    for (int y = 0; y < rows; ++y) {
        const float* x = input + y * c.inWidth * kLanes;
        const float* g = gradient + y * gradientWide * kLanes;
        for (int column = 0; column < c.columns(); ++column, x += kLanes, g += kLanes) {
            Vector values[kKernel];
#pragma GCC unroll 8
            for (int kx = 0; kx < kKernel; ++kx)
                values[kx] = load(x + kx * kLanes);
#pragma GCC unroll 8
            for (int o = 0; o < kChannels; ++o) {
                const Vector factor = load(g + o * gradientPlane);
#pragma GCC unroll 8
                for (int kx = 0; kx < kKernel; ++kx)
                    sums[o][kx] = multiplyAdd(factor, values[kx], sums[o][kx]);
            }
        }
    }
    addSums<kChannels, kKernel>(sums, result, c.inChannels * kKernel * kKernel);
}

template <int kKernel>
void weightGradientKernel(const LaneConvolution& c, const float* input, const float* gradient, float* result,
                          Range rows)
{
    const int border = c.gradientBorder();
    const int wide = c.columns() + 2 * border;
    const int plane = (c.rows() + 2 * border) * wide * kLanes;
    constexpr int kGroup = kLanes == 16 ? 5 : 2;
    for (int o = 0; o < c.outChannels; o += kGroup) {
        withConstant<kGroup>(c.outChannels - o, [&]<int kChannels>() {
            const float* g = gradient + o * plane + (border * wide + border) * kLanes;
            for (int i = 0; i < c.inChannels; ++i)
                for (int ky = 0; ky < kKernel; ++ky) {
                    const Range inside = {
                        rows.from > c.inBorder - ky ? rows.from : c.inBorder - ky,
                        rows.to < c.inHeight - c.inBorder - ky ? rows.to : c.inHeight - c.inBorder - ky};
                    weightGradientRow<kKernel, kChannels>(
                        c, input + (i * c.inHeight + inside.from + ky) * c.inWidth * kLanes,
                        g + inside.from * wide * kLanes, plane, wide,
                        result + ((o * c.inChannels + i) * kKernel + ky) * kKernel, inside.size());
                }
        });
    }
}

/// kPixels neighbouring pixels of kChannels channels of the input's gradient.
template <int kKernel, int kChannels, int kPixels>
inline void inputGradientPixels(const LaneConvolution& c, const float* gradient, int gradientWide,
                                int gradientPlane, const float* flipped, float* result, int resultPlane,
                                Range kernelRows)
{
    const int weightStep = c.outChannels * kKernel * kKernel;
    Vector sums[kChannels][kPixels];
#pragma GCC unroll 8
    for (int i = 0; i < kChannels; ++i)
        for (Vector& each : sums[i])
            each = zero();
    for (int o = 0; o < c.outChannels; ++o) {
        const float* g = gradient + o * gradientPlane + kernelRows.from * gradientWide * kLanes;
        const float* w = flipped + (o * kKernel + kernelRows.from) * kKernel;
        for (int ky = kernelRows.from; ky < kernelRows.to; ++ky, g += gradientWide * kLanes, w += kKernel) {
#pragma GCC unroll 8
            for (int kx = 0; kx < kKernel; ++kx) {
                Vector values[kPixels];
#pragma GCC unroll 8
                for (int x = 0; x < kPixels; ++x)
                    values[x] = load(g + (kx + x) * kLanes);
#pragma GCC unroll 8
                for (int i = 0; i < kChannels; ++i) {
                    const Vector factor = broadcast(w[i * weightStep + kx]);
#pragma GCC unroll 8
                    for (int x = 0; x < kPixels; ++x)
                        sums[i][x] = multiplyAdd(factor, values[x], sums[i][x]);
                }
            }
        }
    }
#pragma GCC unroll 8
    for (int i = 0; i < kChannels; ++i)
#pragma GCC unroll 8
        for (int x = 0; x < kPixels; ++x)
            store(result + i * resultPlane + x * kLanes, sums[i][x]);
}

template <int kKernel>
void inputGradientKernel(const LaneConvolution& c, const float* gradient, const float* flipped, float* result,
                         Range rows)
{
    const int wide = c.columns() + 2 * c.gradientBorder();
    const int plane = (c.rows() + 2 * c.gradientBorder()) * wide * kLanes;
    const int columns = c.inWidth - 2 * c.inBorder;
    const int resultPlane = (c.inHeight - 2 * c.inBorder) * columns * kLanes;
    const int tiles = (columns + kPixelGroup - 1) / kPixelGroup;
    for (int row = rows.from; row < rows.to; ++row) {
        const Range kernelRows =
            rowsInside(row, 1, kKernel, c.gradientBorder(), c.gradientBorder() + c.rows());
        for (int i = 0; i < c.inChannels; i += kChannelGroup)
            withConstant<kChannelGroup>(c.inChannels - i, [&]<int kChannels>() {
                for (int tile = 0; tile < tiles; ++tile) {
                    const int from = columns * tile / tiles;
                    withConstant<kPixelGroup>(columns * (tile + 1) / tiles - from, [&]<int kPixels>() {
                        inputGradientPixels<kKernel, kChannels, kPixels>(
                            c, gradient + (row * wide + from) * kLanes, wide, plane,
                            flipped + i * c.outChannels * kKernel * kKernel,
                            result + i * resultPlane + (row * columns + from) * kLanes, resultPlane,
                            kernelRows);
                    });
                }
            });
    }
}

} // namespace
} // namespace lockstep
