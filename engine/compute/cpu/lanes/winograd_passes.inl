// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Included after lane_vector_*.h, which defines Vector and its operations for one instruction set.
#include "engine/compute/cpu/lanes/winograd.inl"

namespace lockstep {
namespace {

/// Transformed weights of both passes for input channels of a range. A lane is an output channel of the pass.
void winogradWeights(const float* weight, int outStep, int inStep, bool turned, int out, int in, float* to,
                     Range inputs)
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
                const Vector column[5] = {load(taps[x]), load(taps[5 + x]), load(taps[10 + x]),
                                          load(taps[15 + x]), load(taps[20 + x])};
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
        float* outputRow = output + ((row + c.outBorder) * wide + c.outBorder) * kLanes;
        std::uint32_t* winnerRow = winners + row * c.outWidth;
        tileRow(pass, input + 2 * row * rowStep, scratch, [&](int o, int tile, const float* sums) {
            const Vector start = broadcast(bias[o]);
            winnerRow[o * c.outHeight * c.outWidth + tile] =
                poolWindow(c.activation, load(sums) + start, load(sums + kLanes) + start,
                           load(sums + 2 * kLanes) + start, load(sums + 3 * kLanes) + start,
                           outputRow + (o * plane + tile) * kLanes);
        });
    }
}

void winogradInputGradient(const LaneConvolution& c, const float* gradient, const float* weight,
                           float* result, Range rows, float* scratch)
{
    const int rowStep = (c.columns() + 2 * c.gradientBorder()) * kLanes;
    const int columns = c.inWidth - 2 * c.inBorder;
    const int plane = (c.inHeight - 2 * c.inBorder) * columns * kLanes;
    const TilePass pass{c.outChannels, c.inChannels, (c.rows() + 2 * c.gradientBorder()) * rowStep,
                        rowStep,       columns / 2,  weight};
    for (int row = rows.from; row < rows.to; row += 2)
        tileRow(pass, gradient + row * rowStep, scratch, [&](int i, int tile, const float* sums) {
            float* upper = result + i * plane + (row * columns + 2 * tile) * kLanes;
            float* lower = upper + columns * kLanes;
            store(upper, load(sums));
            store(upper + kLanes, load(sums + kLanes));
            store(lower, load(sums + 2 * kLanes));
            store(lower + kLanes, load(sums + 3 * kLanes));
        });
}

/// The sums over tiles of gradient points times input points, for kOut x kIn channels at one point; added,
/// summed over lanes, to result[out][in].
template <int kOut, int kIn>
inline void pointProduct(const float* gradients, const float* inputs, int tiles, float* result,
                         int resultStep)
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

/// One row point of A y for the tiles of a range of pooled rows: to[column point][out][tile].
template <int kPoint>
void spreadGradients(const LaneConvolution& c, const float* gradient, Range pooledRows, float* to)
{
    constexpr float kSecond[kPoints] = {0, 1, -1, 2, -2, 1};
    const Vector second = broadcast(kSecond[kPoint]);
    const int border = c.gradientBorder();
    const int wide = c.columns() + 2 * border;
    const int pointStep = c.outChannels * pooledRows.size() * c.outWidth * kLanes;
    for (int o = 0; o < c.outChannels; ++o)
        for (int r = pooledRows.from; r < pooledRows.to; ++r) {
            const float* upper =
                gradient + ((o * (c.rows() + 2 * border) + 2 * r + border) * wide + border) * kLanes;
            const float* lower = upper + wide * kLanes;
            for (int x = 0; x < c.outWidth; ++x, upper += 2 * kLanes, lower += 2 * kLanes, to += kLanes) {
                Vector left = kPoint == 5 ? load(lower) : load(upper);
                Vector right = kPoint == 5 ? load(lower + kLanes) : load(upper + kLanes);
                if constexpr (kPoint > 0 && kPoint < 5) {
                    left = multiplyAdd(second, load(lower), left);
                    right = multiplyAdd(second, load(lower + kLanes), right);
                }
                Vector points[kPoints];
                spreadOutputs(left, right, points);
#pragma GCC unroll 8
                for (int p = 0; p < kPoints; ++p)
                    store(to + p * pointStep, points[p]);
            }
        }
}

/// Row point kPoint of B^T d alone, for one column of six rows.
template <int kPoint>
inline Vector rowPoint(const float* at, int rowStep)
{
    const auto d = [&](int y) { return load(at + y * rowStep); };
    if constexpr (kPoint == 0)
        return multiplyAdd(broadcast(4.0f), d(0), multiplyAdd(broadcast(-5.0f), d(2), d(4)));
    else if constexpr (kPoint == 1)
        return multiplyAdd(broadcast(-4.0f), d(1) + d(2), d(3) + d(4));
    else if constexpr (kPoint == 2)
        return multiplyAdd(broadcast(4.0f), d(1) - d(2), d(4) - d(3));
    else if constexpr (kPoint == 3)
        return multiplyAdd(broadcast(2.0f), d(3) - d(1), d(4) - d(2));
    else if constexpr (kPoint == 4)
        return multiplyAdd(broadcast(-2.0f), d(3) - d(1), d(4) - d(2));
    else
        return multiplyAdd(broadcast(4.0f), d(1), multiplyAdd(broadcast(-5.0f), d(3), d(5)));
}

/// One row point of a row of tiles of one channel to its column points: to[column point * pointStep + tile].
inline void transformTileRow(const float* row, int tiles, float* to, int pointStep)
{
    int tile = 0;
    for (; tile + 1 < tiles; tile += 2)
        transformTiles<2>(row + 2 * tile * kLanes, to + tile * kLanes, pointStep);
    if (tile < tiles)
        transformTiles<1>(row + 2 * tile * kLanes, to + tile * kLanes, pointStep);
}

template <int kPoint>
void addRowPointSums(const LaneConvolution& c, const float* input, const float* gradient, float* sums,
                     Range pooledRows, float* scratch)
{
    constexpr int kOutGroup = kLanes == 16 ? 5 : 2;
    constexpr int kInGroup = 5;
    const int tiles = pooledRows.size() * c.outWidth;
    const int rowStep = c.inWidth * kLanes;
    float* row = scratch;
    float* inputs = row + rowStep;
    float* gradients = inputs + kPoints * c.inChannels * tiles * kLanes;
    // A row point is computed where it is used: keeping all six would cost more memory traffic than sums.
    for (int i = 0; i < c.inChannels; ++i)
        for (int r = 0; r < pooledRows.size(); ++r) {
            const float* from = input + (i * c.inHeight + 2 * (pooledRows.from + r)) * rowStep;
            for (int x = 0; x < c.inWidth; ++x)
                store(row + x * kLanes, rowPoint<kPoint>(from + x * kLanes, rowStep));
            transformTileRow(row, c.outWidth, inputs + (i * tiles + r * c.outWidth) * kLanes,
                             c.inChannels * tiles * kLanes);
        }
    spreadGradients<kPoint>(c, gradient, pooledRows, gradients);
    for (int x = 0; x < kPoints; ++x, sums += c.outChannels * c.inChannels)
        for (int i = 0; i < c.inChannels; i += kInGroup)
            withConstant<kInGroup>(c.inChannels - i, [&]<int kIn>() {
                for (int o = 0; o < c.outChannels; o += kOutGroup)
                    withConstant<kOutGroup>(c.outChannels - o, [&]<int kOut>() {
                        pointProduct<kOut, kIn>(gradients + (x * c.outChannels + o) * tiles * kLanes,
                                                inputs + (x * c.inChannels + i) * tiles * kLanes, tiles,
                                                sums + o * c.inChannels + i, c.inChannels);
                    });
            });
}

/// Adds to sums[row point][column point][out][in], from which winogradTaps makes the weight gradient.
void winogradWeightGradient(const LaneConvolution& c, const float* input, const float* gradient, float* sums,
                            Range pooledRows, float* scratch)
{
    const int step = kPoints * c.outChannels * c.inChannels;
    addRowPointSums<0>(c, input, gradient, sums, pooledRows, scratch);
    addRowPointSums<1>(c, input, gradient, sums + step, pooledRows, scratch);
    addRowPointSums<2>(c, input, gradient, sums + 2 * step, pooledRows, scratch);
    addRowPointSums<3>(c, input, gradient, sums + 3 * step, pooledRows, scratch);
    addRowPointSums<4>(c, input, gradient, sums + 4 * step, pooledRows, scratch);
    addRowPointSums<5>(c, input, gradient, sums + 5 * step, pooledRows, scratch);
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
