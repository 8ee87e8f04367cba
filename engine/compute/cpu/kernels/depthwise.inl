// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/kernels/pool.inl"

/// Depthwise convolution: every channel with its own kernel.
namespace lockstep {
namespace {

/// Neighbouring outputs that are computed together from one load of the inputs under them.
inline constexpr int kOutputGroup = kLanes == 16 ? 8 : 4;

/// One vector of channels of `count` <= kOutputGroup outputs of one row. Inputs outside the map count as
/// zero. kBack: with the kernel turned by 180 degrees.
template <typename E, int kKernel, int kStride, bool kBack, typename Part>
inline void depthwiseGroup(const Windows& w, const E* sample, const float* weight, Vector start, Span rows,
                           int column, int count, E* y, const Part& part, Output output)
{
    constexpr int kInputs = (kOutputGroup - 1) * kStride + kKernel;
    const int first = w.columns.start(column);
    const int needed = (count - 1) * kStride + kKernel;
    Vector sums[kOutputGroup];
#pragma GCC unroll 8
    for (int i = 0; i < kOutputGroup; ++i)
        sums[i] = start;
    for (int u = rows.from; u < rows.to; ++u) {
        const E* line = sample + std::int64_t{rows.start + u} * w.columns.in * w.channels;
        Vector inputs[kInputs];
#pragma GCC unroll 24
        for (int i = 0; i < kInputs; ++i) {
            const int at = first + i;
            const bool inside = at >= 0 && at < w.columns.in && i < needed;
            inputs[i] = inside ? part.load(line + std::int64_t{at} * w.channels, 0) : broadcast(0);
        }
#pragma GCC unroll 8
        for (int v = 0; v < kKernel; ++v) {
            const int tap = kBack ? (kKernel - 1 - u) * kKernel + kKernel - 1 - v : u * kKernel + v;
            const Vector factor = part.load(weight + std::int64_t{tap} * w.channels, 0);
#pragma GCC unroll 8
            for (int i = 0; i < kOutputGroup; ++i)
                sums[i] = multiplyAdd(inputs[i * kStride + v], factor, sums[i]);
        }
    }
#pragma GCC unroll 8
    for (int i = 0; i < kOutputGroup; ++i)
        if (i < count)
            put(output, part, y + std::int64_t{i} * w.channels, sums[i]);
}

/// body(first channel, Whole<1> or Rest)
template <typename Body>
inline void forSingleVectors(int channels, const Body& body)
{
    int c = 0;
    for (; c + kLanes <= channels; c += kLanes)
        body(c, Whole<1>{});
    if (c < channels)
        body(c, Rest{channels - c});
}

template <typename E, int kKernel, int kStride, bool kBack>
void depthwiseAs(const Windows& w, const E* x, const float* weight, const float* bias, E* y, Output output)
{
    for (int s = 0; s < w.samples; ++s)
        for (int row = 0; row < w.rows.out; ++row) {
            const Span rows = windowSpan(row, w.rows);
            const E* sample = x + std::int64_t{s} * w.rows.in * w.columns.in * w.channels;
            E* line = y + (std::int64_t{s} * w.rows.out + row) * w.columns.out * w.channels;
            forSingleVectors(w.channels, [&](int c, auto part) {
                const Vector start = bias != nullptr ? part.load(bias + c, 0) : broadcast(0);
                for (int column = 0; column < w.columns.out; column += kOutputGroup) {
                    const int count =
                        w.columns.out - column < kOutputGroup ? w.columns.out - column : kOutputGroup;
                    depthwiseGroup<E, kKernel, kStride, kBack>(
                        w, sample + c, weight + c, start, rows, column, count,
                        line + std::int64_t{column} * w.channels + c, part, output);
                }
            });
        }
}

/// Any kernel and stride, one output at a time.
template <typename E>
void depthwiseAny(const Windows& w, const E* x, const float* weight, const float* bias, E* y)
{
    forPlaces(w.samples, w.rows.out, w.columns.out, [&](int s, int row, int column, std::int64_t place) {
        const Span rows = windowSpan(row, w.rows);
        const Span columns = windowSpan(column, w.columns);
        forSingleVectors(w.channels, [&](int c, auto part) {
            Vector total = bias != nullptr ? part.load(bias + c, 0) : broadcast(0);
            for (int u = rows.from; u < rows.to; ++u)
                for (int v = columns.from; v < columns.to; ++v) {
                    const std::int64_t at =
                        (std::int64_t{s} * w.rows.in + rows.start + u) * w.columns.in + columns.start + v;
                    const Vector factor = part.load(weight + std::int64_t{w.tap(u, v)} * w.channels + c, 0);
                    total = multiplyAdd(part.load(x + at * w.channels + c, 0), factor, total);
                }
            part.store(y + place * w.channels + c, total, 0);
        });
    });
}

inline bool isAs(const Windows& w, int kernel, int stride)
{
    return w.rows.kernel == kernel && w.columns.kernel == kernel && w.rows.stride == stride &&
           w.columns.stride == stride;
}

template <typename E>
void depthwise(const Windows& w, const void* x, const float* prepared, const float* bias, void* y)
{
    const auto* in = static_cast<const E*>(x);
    auto* out = static_cast<E*>(y);
    if (isAs(w, 3, 1))
        depthwiseAs<E, 3, 1, false>(w, in, prepared, bias, out, Output::Overwrite);
    else if (isAs(w, 3, 2))
        depthwiseAs<E, 3, 2, false>(w, in, prepared, bias, out, Output::Overwrite);
    else if (isAs(w, 5, 1))
        depthwiseAs<E, 5, 1, false>(w, in, prepared, bias, out, Output::Overwrite);
    else if (isAs(w, 7, 1))
        depthwiseAs<E, 7, 1, false>(w, in, prepared, bias, out, Output::Overwrite);
    else
        depthwiseAny<E>(w, in, prepared, bias, out);
}

/// Any kernel and stride: what each input place gave to.
template <typename E>
void depthwiseInputGradientAny(const Windows& w, const E* dy, const float* weight, E* dx, Output output)
{
    forPlaces(w.samples, w.rows.in, w.columns.in, [&](int s, int row, int column, std::int64_t place) {
        const Covering rows = coveringWindows(row, w.rows);
        const Covering columns = coveringWindows(column, w.columns);
        forSingleVectors(w.channels, [&](int c, auto part) {
            Vector total = broadcast(0);
            for (int oh = rows.from; oh < rows.to; ++oh)
                for (int ow = columns.from; ow < columns.to; ++ow) {
                    const int tap = w.tap(row - w.rows.start(oh), column - w.columns.start(ow));
                    const std::int64_t at = (std::int64_t{s} * w.rows.out + oh) * w.columns.out + ow;
                    const Vector factor = part.load(weight + std::int64_t{tap} * w.channels + c, 0);
                    total = multiplyAdd(part.load(dy + at * w.channels + c, 0), factor, total);
                }
            put(output, part, dx + place * w.channels + c, total);
        });
    });
}

template <typename E>
void depthwiseInputGradient(const Windows& w, const void* dy, const float* prepared, void* dx, Output output)
{
    const auto* gradient = static_cast<const E*>(dy);
    auto* to = static_cast<E*>(dx);
    // With stride 1 it is a convolution of dy with the turned kernel.
    const auto turned = [](const Side& side) {
        return Side{
            .in = side.out, .out = side.in, .kernel = side.kernel, .padding = side.kernel - 1 - side.padding};
    };
    const Windows back{
        .samples = w.samples, .channels = w.channels, .rows = turned(w.rows), .columns = turned(w.columns)};
    if (isAs(w, 3, 1))
        depthwiseAs<E, 3, 1, true>(back, gradient, prepared, nullptr, to, output);
    else if (isAs(w, 5, 1))
        depthwiseAs<E, 5, 1, true>(back, gradient, prepared, nullptr, to, output);
    else if (isAs(w, 7, 1))
        depthwiseAs<E, 7, 1, true>(back, gradient, prepared, nullptr, to, output);
    else
        depthwiseInputGradientAny<E>(w, gradient, prepared, to, output);
}

/// Adds one sample's sums for the taps (u, from v on) of one vector of channels; kTaps of them.
template <typename E, int kTaps, typename Part>
inline void depthwiseTapSums(const Windows& w, const E* x, const E* dy, int u, int firstTap, float* sums,
                             const Part& part)
{
    Vector total[kTaps];
#pragma GCC unroll 8
    for (int v = 0; v < kTaps; ++v)
        total[v] = broadcast(0);
    for (int row = 0; row < w.rows.out; ++row) {
        const int inRow = w.rows.start(row) + u;
        if (inRow < 0 || inRow >= w.rows.in)
            continue;
        const E* line = x + std::int64_t{inRow} * w.columns.in * w.channels;
        const E* gradients = dy + std::int64_t{row} * w.columns.out * w.channels;
        for (int column = 0; column < w.columns.out; ++column) {
            const int at = w.columns.start(column) + firstTap;
            const Vector gradient = part.load(gradients + std::int64_t{column} * w.channels, 0);
#pragma GCC unroll 8
            for (int v = 0; v < kTaps; ++v)
                if (at + v >= 0 && at + v < w.columns.in)
                    total[v] = multiplyAdd(part.load(line + std::int64_t{at + v} * w.channels, 0), gradient,
                                           total[v]);
        }
    }
#pragma GCC unroll 8
    for (int v = 0; v < kTaps; ++v) {
        float* to = sums + std::int64_t{w.tap(u, firstTap + v)} * w.channels;
        part.store(to, part.load(to, 0) + total[v], 0);
    }
}

template <typename E>
void depthwiseWeightGradient(const Windows& w, const void* x, const void* dy, float* sums)
{
    for (int i = 0; i < w.taps() * w.channels; ++i)
        sums[i] = 0;
    for (int s = 0; s < w.samples; ++s) {
        const E* in = static_cast<const E*>(x) + std::int64_t{s} * w.rows.in * w.columns.in * w.channels;
        const E* gradient =
            static_cast<const E*>(dy) + std::int64_t{s} * w.rows.out * w.columns.out * w.channels;
        forSingleVectors(w.channels, [&](int c, auto part) {
            for (int u = 0; u < w.rows.kernel; ++u) {
                int v = 0;
                for (; v + 7 <= w.columns.kernel; v += 7)
                    depthwiseTapSums<E, 7>(w, in + c, gradient + c, u, v, sums + c, part);
                for (; v + 3 <= w.columns.kernel; v += 3)
                    depthwiseTapSums<E, 3>(w, in + c, gradient + c, u, v, sums + c, part);
                for (; v < w.columns.kernel; ++v)
                    depthwiseTapSums<E, 1>(w, in + c, gradient + c, u, v, sums + c, part);
            }
        });
    }
}

} // namespace
} // namespace lockstep
