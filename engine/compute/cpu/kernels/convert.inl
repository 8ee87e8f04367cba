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

/// As many vectors as there are channels hold whole pixels, and so the same channels in the same lanes.
template <typename E, int kChannels>
void scalePixels(const std::uint8_t* x, const PixelScale& scale, E* y, std::int64_t n)
{
    constexpr int kNumbers = kChannels * kLanes;
    float gains[kNumbers];
    float offsets[kNumbers];
    for (std::size_t i = 0; i < kNumbers; ++i) {
        gains[i] = scale.gain[i % kChannels];
        offsets[i] = scale.offset[i % kChannels];
    }
    Vector gain[kChannels];
    Vector offset[kChannels];
    for (int v = 0; v < kChannels; ++v) {
        gain[v] = load(gains + v * kLanes);
        offset[v] = load(offsets + v * kLanes);
    }
    const auto scaleSome = [&](const std::uint8_t* from, E* to) {
        for (int v = 0; v < kChannels; ++v)
            store(to + v * kLanes, product(loadBytes(from + v * kLanes), gain[v]) + offset[v]);
    };
    std::int64_t i = 0;
    for (; i + kNumbers <= n; i += kNumbers)
        scaleSome(x + i, y + i);
    if (i == n)
        return;
    std::uint8_t from[kNumbers] = {};
    E to[kNumbers];
    for (int place = 0; place < kNumbers && i + place < n; ++place)
        from[place] = x[i + place];
    scaleSome(from, to);
    for (int place = 0; place < kNumbers && i + place < n; ++place)
        y[i + place] = to[place];
}

template <typename E>
void scalePixels(const std::uint8_t* x, const PixelScale& scale, void* y, std::int64_t pixels)
{
    auto* to = static_cast<E*>(y);
    switch (scale.channels) {
    case 1:
        return scalePixels<E, 1>(x, scale, to, pixels);
    case 2:
        return scalePixels<E, 2>(x, scale, to, 2 * pixels);
    case 3:
        return scalePixels<E, 3>(x, scale, to, 3 * pixels);
    default:
        return scalePixels<E, 4>(x, scale, to, 4 * pixels);
    }
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
