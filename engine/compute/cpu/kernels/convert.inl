// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/kernels/tiles.inl"

/// Conversions of element types and layouts.
namespace lockstep {
namespace {

template <typename E>
void fromFloat(const float* x, void* y, std::int64_t n)
{
    forElements(
        n, [&](std::int64_t i, auto part) { part.store(static_cast<E*>(y) + i, part.load(x + i, 0), 0); });
}

template <typename E>
void toFloat(const void* x, float* y, std::int64_t n, Output output)
{
    forElements(n, [&](std::int64_t i, auto part) {
        put(output, part, y + i, part.load(static_cast<const E*>(x) + i, 0));
    });
}

inline float loadOne(const float* at)
{
    return *at;
}
inline float loadOne(const Bfloat16* at)
{
    return toFloat(*at);
}
inline void storeOne(float* at, float value)
{
    *at = value;
}
inline void storeOne(Bfloat16* at, float value)
{
    *at = toBfloat16(value);
}

/// {rows, columns} to {columns, rows} for each sample, in squares whose lines stay in the first cache.
template <typename From, typename To>
void transpose(const From* x, To* y, int samples, std::int64_t rows, std::int64_t columns, Output output)
{
    constexpr std::int64_t kSquare = 32;
    for (int s = 0; s < samples; ++s, x += rows * columns, y += rows * columns)
        for (std::int64_t row = 0; row < rows; row += kSquare)
            for (std::int64_t column = 0; column < columns; column += kSquare) {
                const std::int64_t rowEnd = row + kSquare < rows ? row + kSquare : rows;
                const std::int64_t columnEnd = column + kSquare < columns ? column + kSquare : columns;
                for (std::int64_t c = column; c < columnEnd; ++c)
                    for (std::int64_t r = row; r < rowEnd; ++r) {
                        To* to = y + c * rows + r;
                        const float value = loadOne(x + r * columns + c);
                        storeOne(to, output == Output::Add ? loadOne(to) + value : value);
                    }
            }
}

/// Few channels, as images have: each pixel is written once, in order.
template <typename E, int kChannels>
void interleaveImages(const float* x, E* y, int samples, std::int64_t pixels)
{
    for (int s = 0; s < samples; ++s, x += kChannels * pixels, y += kChannels * pixels)
        for (std::int64_t p = 0; p < pixels; ++p)
            for (int c = 0; c < kChannels; ++c)
                storeOne(y + p * kChannels + c, x[c * pixels + p]);
}

template <typename E>
void imagesToNhwc(const float* x, void* y, int samples, int channels, std::int64_t pixels)
{
    auto* to = static_cast<E*>(y);
    if (channels == 1)
        fromFloat<E>(x, y, samples * pixels);
    else if (channels == 3)
        interleaveImages<E, 3>(x, to, samples, pixels);
    else
        transpose(x, to, samples, channels, pixels, Output::Overwrite);
}

template <typename E>
void nhwcToNchw(const void* x, void* y, int samples, int channels, std::int64_t pixels, Output output)
{
    transpose(static_cast<const E*>(x), static_cast<E*>(y), samples, pixels, channels, output);
}

template <typename E>
void nchwToNhwc(const void* x, void* y, int samples, int channels, std::int64_t pixels, Output output)
{
    transpose(static_cast<const E*>(x), static_cast<E*>(y), samples, channels, pixels, output);
}

} // namespace
} // namespace lockstep
