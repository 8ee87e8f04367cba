// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Included after lane_vector_*.h, which defines Vector and its operations for one instruction set.
#include "engine/compute/cpu/lanes/winograd_passes.inl"

/// The convolution's kernels as LaneKernels offers them: Winograd's where it pays, else the direct sums.
namespace lockstep {
namespace {

/// Tiles whose points are kept at once for the weight gradient: enough to pay for adding up the lanes.
inline constexpr int kTilesAtOnce = 64;

inline int rowsAtOnce(const LaneConvolution& c)
{
    return c.outWidth >= kTilesAtOnce ? 1 : kTilesAtOnce / c.outWidth;
}

std::int64_t tileFloats(std::int64_t in, std::int64_t out, std::int64_t columns)
{
    return ((kPoints * (in + kProductChannels) + 4 * out) * kTileGroup + kPoints * in * columns) * kLanes;
}

std::int64_t scratchFloats(const LaneConvolution& c)
{
    if (!c.winograd())
        return 0;
    const std::int64_t in = c.inChannels;
    const std::int64_t out = c.outChannels;
    const std::int64_t forward = tileFloats(in, out, c.inWidth);
    const std::int64_t backward = tileFloats(out, in, c.columns() + 2 * c.gradientBorder());
    const std::int64_t passes = forward > backward ? forward : backward;
    const std::int64_t weight = (c.inWidth + kPoints * rowsAtOnce(c) * (in + out) * c.outWidth) * kLanes;
    return passes > weight ? passes : weight;
}

std::int64_t forwardWeightFloats(const LaneConvolution& c)
{
    return c.winograd() ? std::int64_t{kPoints} * kPoints * c.inChannels * paddedChannels(c.outChannels) : 0;
}

std::int64_t backwardWeightFloats(const LaneConvolution& c)
{
    return c.winograd() ? std::int64_t{kPoints} * kPoints * c.outChannels * paddedChannels(c.inChannels)
                        : std::int64_t{c.outChannels} * c.inChannels * c.kernel * c.kernel;
}

void prepareForward(const LaneConvolution& c, const float* weight, float* prepared, Range inChannels)
{
    if (c.winograd())
        winogradWeights(weight, c.inChannels * 25, 25, false, c.outChannels, c.inChannels, prepared,
                        inChannels);
}

void prepareBackward(const LaneConvolution& c, const float* weight, float* prepared, Range outChannels)
{
    if (c.winograd()) {
        winogradWeights(weight, 25, c.inChannels * 25, true, c.inChannels, c.outChannels, prepared,
                        outChannels);
        return;
    }
    // {in, out, kernel, kernel}, turned by 180 degrees.
    const int taps = c.kernel * c.kernel;
    for (int o = outChannels.from; o < outChannels.to; ++o)
        for (int i = 0; i < c.inChannels; ++i) {
            const float* from = weight + (o * c.inChannels + i) * taps;
            float* to = prepared + (i * c.outChannels + o) * taps;
            for (int tap = 0; tap < taps; ++tap)
                to[tap] = from[taps - 1 - tap];
        }
}

void convolve(const LaneConvolution& c, const float* input, const float* weight, const float* bias,
              float* output, std::uint32_t* winners, Range rows, float* scratch)
{
    if (c.winograd())
        winogradConvolve(c, input, weight, bias, output, winners, rows, scratch);
    else if (c.kernel == 5)
        convolveKernel<5>(c, input, weight, bias, output, winners, rows);
    else
        convolveKernel<3>(c, input, weight, bias, output, winners, rows);
}

std::int64_t sumFloats(const LaneConvolution& c)
{
    // One vector more: the last channels' sums are read as a whole vector.
    return std::int64_t{c.outChannels} * c.inChannels *
               (c.winograd() ? kPoints * kPoints : c.kernel * c.kernel) +
           kLanes;
}

void weightGradient(const LaneConvolution& c, const float* input, const float* gradient, float* sums,
                    Range rows, float* scratch)
{
    const Range whole{2 * rows.from, 2 * rows.to};
    if (c.winograd())
        for (int row = rows.from; row < rows.to; row += rowsAtOnce(c)) {
            const int end = row + rowsAtOnce(c);
            winogradWeightGradient(c, input, gradient, sums, {row, end < rows.to ? end : rows.to}, scratch);
        }
    else if (c.kernel == 5)
        weightGradientKernel<5>(c, input, gradient, sums, whole);
    else
        weightGradientKernel<3>(c, input, gradient, sums, whole);
}

void finishWeightGradient(const LaneConvolution& c, const float* sums, float* weightGradient)
{
    if (c.winograd()) {
        winogradTaps(c, sums, weightGradient);
        return;
    }
    for (int i = 0; i < c.outChannels * c.inChannels * c.kernel * c.kernel; ++i)
        weightGradient[i] = sums[i];
}

void inputGradient(const LaneConvolution& c, const float* gradient, const float* weight, float* result,
                   Range rows, float* scratch)
{
    if (c.winograd())
        winogradInputGradient(c, gradient, weight, result, rows, scratch);
    else if (c.kernel == 5)
        inputGradientKernel<5>(c, gradient, weight, result, rows);
    else
        inputGradientKernel<3>(c, gradient, weight, result, rows);
}

} // namespace
} // namespace lockstep
