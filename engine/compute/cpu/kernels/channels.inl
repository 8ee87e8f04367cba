// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/kernels/convert.inl"

/// Concat, slice and shuffle.
namespace lockstep {
namespace {

template <typename E>
void copyChannels(const void* x, std::int64_t xStride, void* y, std::int64_t yStride, std::int64_t rows,
                  int channels, Output output)
{
    const auto* from = static_cast<const E*>(x);
    auto* to = static_cast<E*>(y);
    if (output == Output::Overwrite) {
        for (std::int64_t row = 0; row < rows; ++row)
            std::memcpy(to + row * yStride, from + row * xStride,
                        static_cast<std::size_t>(channels) * sizeof(E));
        return;
    }
    for (std::int64_t row = 0; row < rows; ++row)
        forChannels(channels, [&](int c, auto part) {
            for (int g = 0; g < part.vectors; ++g)
                put(Output::Add, part, to + row * yStride + c, part.load(from + row * xStride + c, g), g);
        });
}

// These rows are written so that the compiler makes vectors of them.

template <typename E>
inline void interleaveRow(const E* __restrict first, const E* __restrict second, E* __restrict to, int half)
{
    for (int i = 0; i < half; ++i) {
        to[2 * i] = first[i];
        to[2 * i + 1] = second[i];
    }
}

template <typename E>
inline void takeEverySecond(const E* __restrict from, E* __restrict to, int half, Output output)
{
    if (output == Output::Overwrite)
        for (int i = 0; i < half; ++i)
            to[i] = from[2 * i];
    else
        for (int i = 0; i < half; ++i)
            storeOne(to + i, loadOne(to + i) + loadOne(from + 2 * i));
}

template <typename E>
void interleave(const void* a, std::int64_t aStride, const void* b, std::int64_t bStride, void* y,
                std::int64_t rows, int half)
{
    const auto* first = static_cast<const E*>(a);
    const auto* second = static_cast<const E*>(b);
    auto* to = static_cast<E*>(y);
    for (std::int64_t row = 0; row < rows; ++row, first += aStride, second += bStride, to += 2 * half)
        interleaveRow(first, second, to, half);
}

template <typename E>
void deinterleave(const void* y, void* a, std::int64_t aStride, Output aOutput, void* b, std::int64_t bStride,
                  Output bOutput, std::int64_t rows, int half)
{
    const auto* from = static_cast<const E*>(y);
    auto* first = static_cast<E*>(a);
    auto* second = static_cast<E*>(b);
    for (std::int64_t row = 0; row < rows; ++row, from += 2 * half, first += aStride, second += bStride) {
        takeEverySecond(from, first, half, aOutput);
        takeEverySecond(from + 1, second, half, bOutput);
    }
}

template <typename E>
void shuffleChannels(const void* x, void* y, std::int64_t rows, int channels, int groups, Output output)
{
    const int each = channels / groups;
    const auto* from = static_cast<const E*>(x);
    auto* to = static_cast<E*>(y);
    if (groups == 2 && output == Output::Overwrite)
        return interleave<E>(from, channels, from + each, channels, to, rows, each);
    if (each == 2)
        return deinterleave<E>(from, to, channels, output, to + groups, channels, output, rows, groups);
    for (std::int64_t row = 0; row < rows; ++row, from += channels, to += channels)
        for (int g = 0; g < groups; ++g)
            for (int i = 0; i < each; ++i) {
                E* at = to + i * groups + g;
                if (output == Output::Overwrite)
                    *at = from[g * each + i];
                else
                    storeOne(at, loadOne(at) + loadOne(from + g * each + i));
            }
}

/// The zero channels, then the sample's part, then zero channels.
template <typename E>
void subsample(const Subsample& s, const void* x, void* y)
{
    const int outChannels = s.before + s.inChannels + s.after;
    auto* to = static_cast<E*>(y);
    for (int n = 0; n < s.samples; ++n)
        for (int row = 0; row < s.outHeight; ++row)
            for (int column = 0; column < s.outWidth; ++column, to += outChannels) {
                const std::int64_t place =
                    (std::int64_t{n} * s.inHeight + row * s.stride) * s.inWidth + column * s.stride;
                std::memset(static_cast<void*>(to), 0, static_cast<std::size_t>(outChannels) * sizeof(E));
                std::memcpy(to + s.before, static_cast<const E*>(x) + place * s.inChannels,
                            static_cast<std::size_t>(s.inChannels) * sizeof(E));
            }
}

template <typename E>
void subsampleGradient(const Subsample& s, const void* dy, void* dx, Output output)
{
    const int outChannels = s.before + s.inChannels + s.after;
    auto* to = static_cast<E*>(dx);
    if (output == Output::Overwrite)
        std::fill_n(to, std::int64_t{s.samples} * s.inHeight * s.inWidth * s.inChannels, E{});
    const auto* from = static_cast<const E*>(dy);
    for (int n = 0; n < s.samples; ++n)
        for (int row = 0; row < s.outHeight; ++row, from += std::int64_t{s.outWidth} * outChannels) {
            const std::int64_t place = (std::int64_t{n} * s.inHeight + row * s.stride) * s.inWidth;
            copyChannels<E>(from + s.before, outChannels, to + place * s.inChannels,
                            std::int64_t{s.stride} * s.inChannels, s.outWidth, s.inChannels, output);
        }
}

} // namespace
} // namespace lockstep
