// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Included after lane_vector_*.h, which defines Vector and its operations for one instruction set.
#include "engine/compute/cpu/lane_convolution.h"

/// 5x5 convolutions in tiles of 2x2 outputs with 36 instead of 100 products each: Winograd's minimal filtering
/// F(2x2, 5x5) with the points 0, 1, -1, 2, -2 and infinity [Winograd 1980; Lavin, Gray: Fast algorithms for
/// convolutional neural networks, CVPR 2016, whose F(4x4, 3x3) uses the same points]. With lanes that are samples, all
/// its transforms are plain sums of vectors, and a tile is exactly one pooling window. Rounding errors are about five
/// times those of the direct sum.
namespace lockstep {
namespace {

inline constexpr int kPoints = 6;
/// Accumulators of the product: 4 channels x 7 tiles of 32 registers, or 4 x 3 of 16.
inline constexpr int kTileGroup = kLanes == 16 ? 7 : 3;
inline constexpr int kProductChannels = 4;

inline int paddedChannels(int channels) { return (channels + kLanes - 1) / kLanes * kLanes; }

/// B^T d
inline void transformInput(const Vector (&d)[kPoints], Vector (&r)[kPoints])
{
    const Vector four = broadcast(4.0f);
    const Vector five = broadcast(5.0f);
    const Vector two = broadcast(2.0f);
    const Vector even = multiplyAdd(broadcast(-4.0f), d[2], d[4]);
    const Vector odd = multiplyAdd(broadcast(-4.0f), d[1], d[3]);
    const Vector evenNear = d[4] - d[2];
    const Vector oddNear = d[3] - d[1];
    r[0] = multiplyAdd(four, d[0], d[4] - five * d[2]);
    r[1] = even + odd;
    r[2] = even - odd;
    r[3] = multiplyAdd(two, oddNear, evenNear);
    r[4] = multiplyAdd(broadcast(-2.0f), oddNear, evenNear);
    r[5] = multiplyAdd(four, d[1], d[5] - five * d[3]);
}

/// G g: five taps to six points.
inline void transformTaps(const Vector (&g)[5], Vector (&r)[kPoints])
{
    const Vector sixth = broadcast(-1.0f / 6);
    const Vector part = broadcast(1.0f / 24);
    const Vector even = g[0] + g[2] + g[4];
    const Vector odd = g[1] + g[3];
    const Vector evenFar = multiplyAdd(broadcast(16.0f), g[4], multiplyAdd(broadcast(4.0f), g[2], g[0]));
    const Vector oddFar = multiplyAdd(broadcast(8.0f), g[3], g[1] + g[1]);
    r[0] = g[0] * broadcast(0.25f);
    r[1] = sixth * (even + odd);
    r[2] = sixth * (even - odd);
    r[3] = part * (evenFar + oddFar);
    r[4] = part * (evenFar - oddFar);
    r[5] = g[4];
}

/// G^T m: six points back to five taps.
inline void collectTaps(const Vector (&m)[kPoints], Vector (&r)[5])
{
    const Vector sixth = broadcast(-1.0f / 6);
    const Vector part = broadcast(1.0f / 24);
    const Vector near = sixth * (m[1] + m[2]);
    const Vector nearOdd = sixth * (m[1] - m[2]);
    const Vector far = part * (m[3] + m[4]);
    const Vector farOdd = part * (m[3] - m[4]);
    r[0] = multiplyAdd(broadcast(0.25f), m[0], near + far);
    r[1] = multiplyAdd(broadcast(2.0f), farOdd, nearOdd);
    r[2] = multiplyAdd(broadcast(4.0f), far, near);
    r[3] = multiplyAdd(broadcast(8.0f), farOdd, nearOdd);
    r[4] = multiplyAdd(broadcast(16.0f), far, near) + m[5];
}

/// A^T m: six points to two outputs.
inline void collectOutputs(const Vector (&m)[kPoints], Vector& first, Vector& second)
{
    const Vector near = m[1] + m[2];
    const Vector far = m[3] + m[4];
    first = m[0] + near + far;
    second = multiplyAdd(broadcast(2.0f), m[3] - m[4], m[1] - m[2]) + m[5];
}

/// A y: two outputs to six points.
inline void spreadOutputs(Vector first, Vector second, Vector (&r)[kPoints])
{
    const Vector two = broadcast(2.0f);
    r[0] = first;
    r[1] = first + second;
    r[2] = first - second;
    r[3] = multiplyAdd(two, second, first);
    r[4] = multiplyAdd(broadcast(-2.0f), second, first);
    r[5] = second;
}

/// One convolution as the tiles see it: forward, or the gradient of the input with channels swapped.
struct TilePass {
    int in;           ///< channels
    int out;
    int channelStep;  ///< floats between two channels of the input
    int rowStep;      ///< and between two of its rows
    int tiles;        ///< in a row
    const float* weight; ///< {row point, column point, in, out rounded up to whole vectors}

    int width() const { return 2 * tiles + 4; }
};

/// The product at one point: sums of weight[i][o] * values[i][tile], for a group of channels and tiles.
template <int kChannels, int kTiles>
inline void tileProduct(const TilePass& p, const float* weight, const float* values, float* result)
{
    const int padded = paddedChannels(p.out);
    const int step = p.tiles * kLanes;
    Vector sums[kChannels][kTiles];
#pragma GCC unroll 8
    for (int o = 0; o < kChannels; ++o)
        for (Vector& each : sums[o])
            each = zero();
    for (int i = 0; i < p.in; ++i, weight += padded, values += step) {
        Vector v[kTiles];
#pragma GCC unroll 8
        for (int t = 0; t < kTiles; ++t)
            v[t] = load(values + t * kLanes);
#pragma GCC unroll 8
        for (int o = 0; o < kChannels; ++o) {
            const Vector factor = broadcast(weight[o]);
#pragma GCC unroll 8
            for (int t = 0; t < kTiles; ++t)
                sums[o][t] = multiplyAdd(factor, v[t], sums[o][t]);
        }
    }
#pragma GCC unroll 8
    for (int o = 0; o < kChannels; ++o)
#pragma GCC unroll 8
        for (int t = 0; t < kTiles; ++t)
            store(result + o * step + t * kLanes, sums[o][t]);
}

void allProducts(const TilePass& p, const float* weight, const float* values, float* result)
{
    const int groups = (p.tiles + kTileGroup - 1) / kTileGroup;
    for (int group = 0; group < groups; ++group) {
        const int from = p.tiles * group / groups;
        withConstant<kTileGroup>(p.tiles * (group + 1) / groups - from, [&]<int kTiles>() {
            for (int o = 0; o < p.out; o += kProductChannels)
                withConstant<kProductChannels>(p.out - o, [&]<int kChannels>() {
                    tileProduct<kChannels, kTiles>(p, weight + o, values + from * kLanes,
                                                   result + (o * p.tiles + from) * kLanes);
                });
        });
    }
}

/// Columns of six rows to row points: to[point][channel][column].
void transformRows(const TilePass& p, const float* input, float* to)
{
    const int pointStep = p.in * p.width() * kLanes;
    for (int i = 0; i < p.in; ++i)
        for (int x = 0; x < p.width(); ++x, to += kLanes) {
            const float* at = input + i * p.channelStep + x * kLanes;
            Vector d[kPoints];
            Vector r[kPoints];
#pragma GCC unroll 8
            for (int y = 0; y < kPoints; ++y)
                d[y] = load(at + y * p.rowStep);
            transformInput(d, r);
#pragma GCC unroll 8
            for (int y = 0; y < kPoints; ++y)
                store(to + y * pointStep, r[y]);
        }
}

/// One row point of one channel to its column points: to[point * pointStep + tile].
inline void transformColumns(const float* row, int tiles, float* to, int pointStep)
{
    for (int t = 0; t < tiles; ++t, row += 2 * kLanes, to += kLanes) {
        Vector d[kPoints];
        Vector r[kPoints];
#pragma GCC unroll 8
        for (int x = 0; x < kPoints; ++x)
            d[x] = load(row + x * kLanes);
        transformInput(d, r);
#pragma GCC unroll 8
        for (int x = 0; x < kPoints; ++x)
            store(to + x * pointStep, r[x]);
    }
}

/// Adds one row point's products to the 2x2 outputs: outputs[channel][tile][4].
void collectRowPoint(const TilePass& p, int point, const float* products, float* outputs)
{
    constexpr float kFirst[kPoints] = {1, 1, 1, 1, 1, 0};
    constexpr float kSecond[kPoints] = {0, 1, -1, 2, -2, 1};
    const Vector first = broadcast(kFirst[point]);
    const Vector second = broadcast(kSecond[point]);
    const int pointStep = p.out * p.tiles * kLanes;
    for (int i = 0; i < p.out * p.tiles; ++i, products += kLanes, outputs += 4 * kLanes) {
        Vector m[kPoints];
#pragma GCC unroll 8
        for (int x = 0; x < kPoints; ++x)
            m[x] = load(products + x * pointStep);
        Vector left;
        Vector right;
        collectOutputs(m, left, right);
        const Vector before[4] = {point == 0 ? zero() : load(outputs), point == 0 ? zero() : load(outputs + kLanes),
                                  point == 0 ? zero() : load(outputs + 2 * kLanes),
                                  point == 0 ? zero() : load(outputs + 3 * kLanes)};
        store(outputs, multiplyAdd(first, left, before[0]));
        store(outputs + kLanes, multiplyAdd(first, right, before[1]));
        store(outputs + 2 * kLanes, multiplyAdd(second, left, before[2]));
        store(outputs + 3 * kLanes, multiplyAdd(second, right, before[3]));
    }
}

/// One row of tiles; the 2x2 outputs of channel o and tile t are left at result + (o * tiles + t) * 4 vectors.
const float* tileRow(const TilePass& p, const float* input, float* scratch)
{
    float* rows = scratch;
    float* values = rows + kPoints * p.in * p.width() * kLanes;
    float* products = values + kPoints * p.in * p.tiles * kLanes;
    float* outputs = products + kPoints * p.out * p.tiles * kLanes;
    const int weightStep = p.in * paddedChannels(p.out);
    transformRows(p, input, rows);
    for (int point = 0; point < kPoints; ++point) {
        for (int i = 0; i < p.in; ++i)
            transformColumns(rows + (point * p.in + i) * p.width() * kLanes, p.tiles, values + i * p.tiles * kLanes,
                             p.in * p.tiles * kLanes);
        for (int x = 0; x < kPoints; ++x)
            allProducts(p, p.weight + (point * kPoints + x) * weightStep, values + x * p.in * p.tiles * kLanes,
                        products + x * p.out * p.tiles * kLanes);
        collectRowPoint(p, point, products, outputs);
    }
    return outputs;
}

} // namespace
} // namespace lockstep
