// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Included after lane_vector_*.h, which defines Vector and its operations for one instruction set.
#include "engine/compute/cpu/lanes/choice.inl"

namespace lockstep {
namespace {

/// sums[r][b] = start[r] + sum over t of broadcast(factors[r * rowStep + t * termStep]) * values of block b,
/// term t: the one product behind the forward pass and the gradient of the input.
template <int kRows, int kBlocks>
inline void broadcastProduct(const float* factors, int rowStep, int termStep, const float* values,
                             int blockStep, int terms, Vector (&sums)[kRows][kBlocks])
{
    for (int t = 0; t < terms; ++t, factors += termStep, values += kLanes) {
        Vector v[kBlocks];
#pragma GCC unroll 8
        for (int b = 0; b < kBlocks; ++b)
            v[b] = load(values + b * blockStep);
#pragma GCC unroll 8
        for (int r = 0; r < kRows; ++r) {
            const Vector factor = broadcast(factors[r * rowStep]);
#pragma GCC unroll 8
            for (int b = 0; b < kBlocks; ++b)
                sums[r][b] = multiplyAdd(factor, v[b], sums[r][b]);
        }
    }
}

inline constexpr int kRowGroup = kLanes == 16 ? 5 : 2;

void linear(const LaneLinear& l, const float* input, const float* weight, const float* bias, float* output,
            Range features, Range blocks)
{
    withConstant<kLaneBlockGroup>(blocks.size(), [&]<int kBlocks>() {
        const float* x = input + blocks.from * l.inFeatures * kLanes;
        float* y = output + blocks.from * l.outFeatures * kLanes;
        for (int f = features.from; f < features.to; f += kRowGroup)
            withConstant<kRowGroup>(features.to - f, [&]<int kRows>() {
                Vector sums[kRows][kBlocks];
#pragma GCC unroll 8
                for (int r = 0; r < kRows; ++r)
                    for (Vector& each : sums[r])
                        each = broadcast(bias[f + r]);
                broadcastProduct<kRows, kBlocks>(weight + f * l.inFeatures, l.inFeatures, 1, x,
                                                 l.inFeatures * kLanes, l.inFeatures, sums);
#pragma GCC unroll 8
                for (int r = 0; r < kRows; ++r)
#pragma GCC unroll 8
                    for (int b = 0; b < kBlocks; ++b)
                        store(y + (b * l.outFeatures + f + r) * kLanes, activate(l.activation, sums[r][b]));
            });
    });
}

void linearInputGradient(const LaneLinear& l, const float* gradient, const float* weight, float* result,
                         Range features, Range blocks)
{
    withConstant<kLaneBlockGroup>(blocks.size(), [&]<int kBlocks>() {
        const float* g = gradient + blocks.from * l.outFeatures * kLanes;
        float* x = result + blocks.from * l.inFeatures * kLanes;
        for (int f = features.from; f < features.to; f += kRowGroup)
            withConstant<kRowGroup>(features.to - f, [&]<int kRows>() {
                Vector sums[kRows][kBlocks];
#pragma GCC unroll 8
                for (int r = 0; r < kRows; ++r)
                    for (Vector& each : sums[r])
                        each = zero();
                broadcastProduct<kRows, kBlocks>(weight + f, 1, l.inFeatures, g, l.outFeatures * kLanes,
                                                 l.outFeatures, sums);
#pragma GCC unroll 8
                for (int r = 0; r < kRows; ++r)
#pragma GCC unroll 8
                    for (int b = 0; b < kBlocks; ++b)
                        store(x + (b * l.inFeatures + f + r) * kLanes, sums[r][b]);
            });
    });
}

/// Here the lanes are input features: weightGradient[f][k...] = sum over samples of gradient[f] *
/// input[k...].
template <int kRows, int kColumns>
inline void outerProduct(const LaneLinear& l, const float* inputRows, int rowLength, const float* gradient,
                         float* result, int left, int blocks)
{
    Vector sums[kRows][kColumns];
#pragma GCC unroll 8
    for (int r = 0; r < kRows; ++r)
        for (Vector& each : sums[r])
            each = zero();
    for (int b = 0; b < blocks; ++b) {
        const float* g = gradient + b * l.outFeatures * kLanes;
        for (int lane = 0; lane < kLanes; ++lane, inputRows += rowLength) {
            Vector v[kColumns];
#pragma GCC unroll 8
            for (int c = 0; c < kColumns; ++c)
                v[c] = load(inputRows + c * kLanes);
#pragma GCC unroll 8
            for (int r = 0; r < kRows; ++r) {
                const Vector factor = broadcast(g[r * kLanes + lane]);
#pragma GCC unroll 8
                for (int c = 0; c < kColumns; ++c)
                    sums[r][c] = multiplyAdd(factor, v[c], sums[r][c]);
            }
        }
    }
#pragma GCC unroll 8
    for (int r = 0; r < kRows; ++r)
#pragma GCC unroll 8
        for (int c = 0; c < kColumns; ++c)
            storeFirst(result + r * l.inFeatures + c * kLanes, sums[r][c], left - c * kLanes);
}

void linearWeightGradient(const LaneLinear& l, const float* inputRows, const float* gradient,
                          float* weightGradient, float* biasGradient, Range features, int blocks)
{
    constexpr int kColumnGroup = 4;
    const int vectors = (l.inFeatures + kLanes - 1) / kLanes;
    for (int v = 0; v < vectors; v += kColumnGroup)
        withConstant<kColumnGroup>(vectors - v, [&]<int kColumns>() {
            for (int f = features.from; f < features.to; f += kRowGroup)
                withConstant<kRowGroup>(features.to - f, [&]<int kRows>() {
                    outerProduct<kRows, kColumns>(
                        l, inputRows + v * kLanes, vectors * kLanes, gradient + f * kLanes,
                        weightGradient + f * l.inFeatures + v * kLanes, l.inFeatures - v * kLanes, blocks);
                });
        });
    for (int f = features.from; f < features.to; ++f) {
        Vector total = zero();
        for (int b = 0; b < blocks; ++b)
            total = total + load(gradient + (b * l.outFeatures + f) * kLanes);
        biasGradient[f] = sum(total);
    }
}

} // namespace
} // namespace lockstep
