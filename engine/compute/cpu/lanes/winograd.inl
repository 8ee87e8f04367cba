// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Included after lane_vector_*.h, which defines Vector and its operations for one instruction set.
#include "engine/compute/cpu/lanes/convolution.inl"

/// 5x5 convolutions in tiles of 2x2 outputs with 36 instead of 100 products each: Winograd's minimal
/// filtering F(2x2, 5x5) with the points 0, 1, -1, 2, -2 and infinity [Winograd 1980; Lavin, Gray: Fast
/// algorithms for convolutional neural networks, CVPR 2016, whose F(4x4, 3x3) uses the same points]. With
/// lanes that are samples, all its transforms are plain sums of vectors, and a tile is exactly one pooling
/// window. Rounding errors are about five times those of the direct sum.
namespace lockstep {
namespace {

inline constexpr int kPoints = 6;
/// Accumulators of the product: so few tiles that all their points stay in the first-level cache, and as many
/// channels as the registers then hold.
inline constexpr int kTileGroup = 2;
inline constexpr int kProductChannels = kLanes == 16 ? 10 : 6;

inline int paddedChannels(int channels)
{
    return (channels + kLanes - 1) / kLanes * kLanes;
}

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
    int in; ///< channels
    int out;
    int channelStep;     ///< floats between two channels of the input
    int rowStep;         ///< and between two of its rows
    int tiles;           ///< in a row
    const float* weight; ///< {row point, column point, in, out rounded up to whole vectors}

    int columns() const { return 2 * tiles + 4; }
};

/// Columns of six rows of one channel to row points: to[point * pointStep + column].
inline void transformRows(const float* input, int rowStep, int columns, float* to, int pointStep)
{
    for (int x = 0; x < columns; ++x, input += kLanes, to += kLanes) {
        Vector d[kPoints];
        Vector r[kPoints];
#pragma GCC unroll 8
        for (int y = 0; y < kPoints; ++y)
            d[y] = load(input + y * rowStep);
        transformInput(d, r);
#pragma GCC unroll 8
        for (int y = 0; y < kPoints; ++y)
            store(to + y * pointStep, r[y]);
    }
}

/// One row point of kTiles tiles of one channel to its column points: to[column point * pointStep + tile].
template <int kTiles>
inline void transformTiles(const float* row, float* to, int pointStep)
{
#pragma GCC unroll 8
    for (int t = 0; t < kTiles; ++t) {
        Vector d[kPoints];
        Vector r[kPoints];
#pragma GCC unroll 8
        for (int x = 0; x < kPoints; ++x)
            d[x] = load(row + (2 * t + x) * kLanes);
        transformInput(d, r);
#pragma GCC unroll 8
        for (int x = 0; x < kPoints; ++x)
            store(to + x * pointStep + t * kLanes, r[x]);
    }
}

/// The product at one point: result[o][tile] = sum of weight[i][o] * values[i][tile].
template <int kChannels, int kTiles>
inline void tileProduct(int in, int weightStep, const float* weight, const float* values, float* result)
{
    Vector sums[kChannels][kTiles];
#pragma GCC unroll 16
    for (int o = 0; o < kChannels; ++o)
        for (Vector& each : sums[o])
            each = zero();
    for (int i = 0; i < in; ++i, weight += weightStep, values += kTiles * kLanes) {
        Vector v[kTiles];
#pragma GCC unroll 8
        for (int t = 0; t < kTiles; ++t)
            v[t] = load(values + t * kLanes);
#pragma GCC unroll 16
        for (int o = 0; o < kChannels; ++o) {
            const Vector factor = broadcast(weight[o]);
#pragma GCC unroll 8
            for (int t = 0; t < kTiles; ++t)
                sums[o][t] = multiplyAdd(factor, v[t], sums[o][t]);
        }
    }
#pragma GCC unroll 16
    for (int o = 0; o < kChannels; ++o)
#pragma GCC unroll 8
        for (int t = 0; t < kTiles; ++t)
            store(result + (o * kTiles + t) * kLanes, sums[o][t]);
}

/// Adds the products of one row point, products[column point][output], to the outputs' 2x2 sums.
template <int kPoint>
inline void collectRowPoint(const float* products, int outputs, float* sums)
{
    constexpr float kSecond[kPoints] = {0, 1, -1, 2, -2, 1};
    const Vector second = broadcast(kSecond[kPoint]);
    for (int i = 0; i < outputs; ++i, products += kLanes, sums += 4 * kLanes) {
        Vector m[kPoints];
#pragma GCC unroll 8
        for (int x = 0; x < kPoints; ++x)
            m[x] = load(products + x * outputs * kLanes);
        Vector left;
        Vector right;
        collectOutputs(m, left, right);
        if constexpr (kPoint == 0) {
            store(sums, left);
            store(sums + kLanes, right);
        } else if constexpr (kPoint < 5) {
            store(sums, load(sums) + left);
            store(sums + kLanes, load(sums + kLanes) + right);
        }
        if constexpr (kPoint == 1) {
            store(sums + 2 * kLanes, left);
            store(sums + 3 * kLanes, right);
        } else if constexpr (kPoint > 1) {
            store(sums + 2 * kLanes, multiplyAdd(second, left, load(sums + 2 * kLanes)));
            store(sums + 3 * kLanes, multiplyAdd(second, right, load(sums + 3 * kLanes)));
        }
    }
}

/// Row point kPoint of a group of tiles, added to sums[out][tile][2x2]; `rows` are the row points of the row.
template <int kPoint, int kTiles>
inline void addRowPoint(const TilePass& p, const float* rows, float* values, float* products, float* sums)
{
    for (int i = 0; i < p.in; ++i)
        transformTiles<kTiles>(rows + (kPoint * p.in + i) * p.columns() * kLanes,
                               values + i * kTiles * kLanes, p.in * kTiles * kLanes);
    const int padded = paddedChannels(p.out);
    for (int o = 0; o < p.out; o += kProductChannels)
        withConstant<kProductChannels>(p.out - o, [&]<int kChannels>() {
            for (int x = 0; x < kPoints; ++x)
                tileProduct<kChannels, kTiles>(
                    p.in, padded, p.weight + (kPoint * kPoints + x) * p.in * padded + o,
                    values + x * p.in * kTiles * kLanes, products + x * kChannels * kTiles * kLanes);
            collectRowPoint<kPoint>(products, kChannels * kTiles, sums + o * kTiles * 4 * kLanes);
        });
}

/// One row of tiles. Calls use(channel, tile, sums) for the 2x2 outputs of every channel and tile.
template <typename Use>
void tileRow(const TilePass& p, const float* input, float* scratch, const Use& use)
{
    float* values = scratch;
    float* products = values + kPoints * p.in * kTileGroup * kLanes;
    float* sums = products + kPoints * kProductChannels * kTileGroup * kLanes;
    float* rows = sums + 4 * p.out * kTileGroup * kLanes;
    for (int i = 0; i < p.in; ++i)
        transformRows(input + i * p.channelStep, p.rowStep, p.columns(), rows + i * p.columns() * kLanes,
                      p.in * p.columns() * kLanes);
    for (int tile = 0; tile < p.tiles; tile += kTileGroup)
        withConstant<kTileGroup>(p.tiles - tile, [&]<int kTiles>() {
            const float* at = rows + 2 * tile * kLanes;
            addRowPoint<0, kTiles>(p, at, values, products, sums);
            addRowPoint<1, kTiles>(p, at, values, products, sums);
            addRowPoint<2, kTiles>(p, at, values, products, sums);
            addRowPoint<3, kTiles>(p, at, values, products, sums);
            addRowPoint<4, kTiles>(p, at, values, products, sums);
            addRowPoint<5, kTiles>(p, at, values, products, sums);
            for (int o = 0; o < p.out; ++o)
                for (int t = 0; t < kTiles; ++t)
                    use(o, tile + t, sums + (o * kTiles + t) * 4 * kLanes);
        });
}

} // namespace
} // namespace lockstep
