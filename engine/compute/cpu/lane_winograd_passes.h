// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Included after lane_vector_*.h, which defines Vector and its operations for one instruction set.
#include "engine/compute/cpu/lane_winograd.h"

namespace lockstep {
namespace {

/// Transformed weights of both passes for input channels of a range. A lane is an output channel of the pass.
void winogradWeights(const float* weight, int outStep, int inStep, bool turned, int out, int in, float* to, Range inputs)
{
    const int padded = paddedChannels(out);
    for (int i = inputs.from; i < inputs.to; ++i)
        for (int o = 0; o < out; o += kLanes) {
            alignas(sizeof(Vector)) float taps[25][kLanes] = {};
            for (int lane = 0; lane < kLanes && o + lane < out; ++lane)
                for (int tap = 0; tap < 25; ++tap)
                    taps[tap][lane] = weight[(o + lane) * outStep + i * inStep + (turned ? 24 - tap : tap)];
            Vector half[kPoints][5];
            for (int x = 0; x < 5; ++x) {
                const Vector column[5] = {load(taps[x]), load(taps[5 + x]), load(taps[10 + x]), load(taps[15 + x]),
                                          load(taps[20 + x])};
                Vector points[kPoints];
                transformTaps(column, points);
                for (int y = 0; y < kPoints; ++y)
                    half[y][x] = points[y];
            }
            for (int y = 0; y < kPoints; ++y) {
                Vector points[kPoints];
                transformTaps(half[y], points);
                for (int x = 0; x < kPoints; ++x)
                    store(to + ((y * kPoints + x) * in + i) * padded + o, points[x]);
            }
        }
}

void winogradConvolve(const LaneConvolution& c, const float* input, const float* weight, const float* bias,
                      float* output, std::uint32_t* winners, Range rows, float* scratch)
{
    const int rowStep = c.inWidth * kLanes;
    const TilePass pass{c.inChannels, c.outChannels, c.inHeight * rowStep, rowStep, c.outWidth, weight};
    const int wide = c.outWidth + 2 * c.outBorder;
    const int plane = (c.outHeight + 2 * c.outBorder) * wide;
    for (int row = rows.from; row < rows.to; ++row) {
        const float* sums = tileRow(pass, input + 2 * row * rowStep, scratch);
        for (int o = 0; o < c.outChannels; ++o) {
            const Vector start = broadcast(bias[o]);
            float* out = output + (o * plane + (row + c.outBorder) * wide + c.outBorder) * kLanes;
            std::uint32_t* from = winners + (o * c.outHeight + row) * c.outWidth;
            for (int x = 0; x < c.outWidth; ++x, sums += 4 * kLanes)
                from[x] = poolWindow(c.activation, load(sums) + start, load(sums + kLanes) + start,
                                     load(sums + 2 * kLanes) + start, load(sums + 3 * kLanes) + start, out + x * kLanes);
        }
    }
}

void winogradInputGradient(const LaneConvolution& c, const float* gradient, const float* weight, float* result,
                           Range rows, float* scratch)
{
    const int rowStep = (c.columns() + 2 * c.gradientBorder()) * kLanes;
    const int columns = c.inWidth - 2 * c.inBorder;
    const int plane = (c.inHeight - 2 * c.inBorder) * columns * kLanes;
    const TilePass pass{c.outChannels, c.inChannels, (c.rows() + 2 * c.gradientBorder()) * rowStep, rowStep, columns / 2,
                        weight};
    for (int row = rows.from; row < rows.to; row += 2) {
        const float* sums = tileRow(pass, gradient + row * rowStep, scratch);
        for (int i = 0; i < c.inChannels; ++i) {
            float* upper = result + i * plane + row * columns * kLanes;
            float* lower = upper + columns * kLanes;
            for (int x = 0; x < columns; x += 2, sums += 4 * kLanes) {
                store(upper + x * kLanes, load(sums));
                store(upper + (x + 1) * kLanes, load(sums + kLanes));
                store(lower + x * kLanes, load(sums + 2 * kLanes));
                store(lower + (x + 1) * kLanes, load(sums + 3 * kLanes));
            }
        }
    }
}

/// Row point `point` of B^T d, for one column of six rows.
inline Vector rowPoint(int point, const float* at, int rowStep)
{
    const auto d = [&](int y) { return load(at + y * rowStep); };
    switch (point) {
    case 0:
        return multiplyAdd(broadcast(4.0f), d(0), d(4) - broadcast(5.0f) * d(2));
    case 1:
        return multiplyAdd(broadcast(-4.0f), d(1) + d(2), d(3) + d(4));
    case 2:
        return multiplyAdd(broadcast(4.0f), d(1) - d(2), d(4) - d(3));
    case 3:
        return multiplyAdd(broadcast(2.0f), d(3) - d(1), d(4) - d(2));
    case 4:
        return multiplyAdd(broadcast(-2.0f), d(3) - d(1), d(4) - d(2));
    default:
        return multiplyAdd(broadcast(4.0f), d(1), d(5) - broadcast(5.0f) * d(3));
    }
}

/// The sums over tiles of gradient points times input points, for kOut x kIn channels at one point; added, summed over
/// lanes, to result[out][in].
template <int kOut, int kIn>
inline void pointProduct(const float* gradients, const float* inputs, int tiles, float* result, int resultStep)
{
    const int step = tiles * kLanes;
    Vector sums[kOut][kIn];
#pragma GCC unroll 8
    for (int o = 0; o < kOut; ++o)
        for (Vector& each : sums[o])
            each = zero();
    for (int t = 0; t < tiles; ++t, gradients += kLanes, inputs += kLanes) {
        Vector values[kIn];
#pragma GCC unroll 8
        for (int i = 0; i < kIn; ++i)
            values[i] = load(inputs + i * step);
#pragma GCC unroll 8
        for (int o = 0; o < kOut; ++o) {
            const Vector factor = load(gradients + o * step);
#pragma GCC unroll 8
            for (int i = 0; i < kIn; ++i)
                sums[o][i] = multiplyAdd(factor, values[i], sums[o][i]);
        }
    }
    addSums<kOut, kIn>(sums, result, resultStep);
}

/// Adds to sums[row point][column point][out][in], from which winogradTaps makes the weight gradient.
void winogradWeightGradient(const LaneConvolution& c, const float* input, const float* gradient, float* sums,
                            Range pooledRows, float* scratch)
{
    constexpr int kOutGroup = kLanes == 16 ? 5 : 2;
    constexpr int kInGroup = 5;
    const int border = c.gradientBorder();
    const int gradientWide = c.columns() + 2 * border;
    const int gradientPlane = (c.rows() + 2 * border) * gradientWide;
    const int tiles = pooledRows.size() * c.outWidth;
    float* row = scratch;
    float* inputs = row + c.inWidth * kLanes;
    float* gradients = inputs + kPoints * c.inChannels * tiles * kLanes;
    constexpr float kUpper[kPoints] = {1, 1, 1, 1, 1, 0};
    constexpr float kLower[kPoints] = {0, 1, -1, 2, -2, 1};
    for (int point = 0; point < kPoints; ++point) {
        for (int i = 0; i < c.inChannels; ++i)
            for (int r = pooledRows.from; r < pooledRows.to; ++r) {
                const float* from = input + (i * c.inHeight + 2 * r) * c.inWidth * kLanes;
                for (int x = 0; x < c.inWidth; ++x)
                    store(row + x * kLanes, rowPoint(point, from + x * kLanes, c.inWidth * kLanes));
                transformColumns(row, c.outWidth, inputs + (i * tiles + (r - pooledRows.from) * c.outWidth) * kLanes,
                                 c.inChannels * tiles * kLanes);
            }
        const Vector upper = broadcast(kUpper[point]);
        const Vector lower = broadcast(kLower[point]);
        float* to = gradients;
        for (int o = 0; o < c.outChannels; ++o)
            for (int r = pooledRows.from; r < pooledRows.to; ++r) {
                const float* from = gradient + (o * gradientPlane + (2 * r + border) * gradientWide + border) * kLanes;
                const float* below = from + gradientWide * kLanes;
                for (int x = 0; x < c.outWidth; ++x, from += 2 * kLanes, below += 2 * kLanes, to += kLanes) {
                    Vector points[kPoints];
                    spreadOutputs(multiplyAdd(upper, load(from), lower * load(below)),
                                  multiplyAdd(upper, load(from + kLanes), lower * load(below + kLanes)), points);
#pragma GCC unroll 8
                    for (int p = 0; p < kPoints; ++p)
                        store(to + p * c.outChannels * tiles * kLanes, points[p]);
                }
            }
        for (int x = 0; x < kPoints; ++x)
            for (int i = 0; i < c.inChannels; i += kInGroup)
                withConstant<kInGroup>(c.inChannels - i, [&]<int kIn>() {
                    for (int o = 0; o < c.outChannels; o += kOutGroup)
                        withConstant<kOutGroup>(c.outChannels - o, [&]<int kOut>() {
                            pointProduct<kOut, kIn>(
                                gradients + (x * c.outChannels + o) * tiles * kLanes,
                                inputs + (x * c.inChannels + i) * tiles * kLanes, tiles,
                                sums + ((point * kPoints + x) * c.outChannels + o) * c.inChannels + i, c.inChannels);
                        });
                });
    }
}

/// Weight gradient {out, in, 5, 5} from the sums at the points. A lane is an input channel.
void winogradTaps(const LaneConvolution& c, const float* sums, float* weightGradient)
{
    const int pointStep = c.outChannels * c.inChannels;
    for (int o = 0; o < c.outChannels; ++o)
        for (int i = 0; i < c.inChannels; i += kLanes) {
            Vector half[5][kPoints];
            for (int x = 0; x < kPoints; ++x) {
                Vector points[kPoints];
                Vector taps[5];
                for (int y = 0; y < kPoints; ++y)
                    points[y] = loadUnaligned(sums + (y * kPoints + x) * pointStep + o * c.inChannels + i);
                collectTaps(points, taps);
                for (int y = 0; y < 5; ++y)
                    half[y][x] = taps[y];
            }
            alignas(sizeof(Vector)) float all[25][kLanes];
            for (int y = 0; y < 5; ++y) {
                Vector taps[5];
                collectTaps(half[y], taps);
                for (int x = 0; x < 5; ++x)
                    store(all[5 * y + x], taps[x]);
            }
            for (int lane = 0; lane < kLanes && i + lane < c.inChannels; ++lane)
                for (int tap = 0; tap < 25; ++tap)
                    weightGradient[(o * c.inChannels + i + lane) * 25 + tap] = all[tap][lane];
        }
}

} // namespace
} // namespace lockstep
