// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/kernels/tiles.inl"
#include "engine/compute/window_spans.h"

/// Pooling.
namespace lockstep {
namespace {

/// body(sample, row, column, flat place) of every output place.
template <typename Body>
inline void forPlaces(int samples, int height, int width, const Body& body)
{
    std::int64_t place = 0;
    for (int s = 0; s < samples; ++s)
        for (int row = 0; row < height; ++row)
            for (int column = 0; column < width; ++column)
                body(s, row, column, place++);
}

/// Takes a candidate that is larger, or NaN.
inline Mask takesOver(Vector candidate, Vector best)
{
    return either(greater(candidate, best), isNan(candidate));
}

template <typename E>
void maxPool(const Windows& w, const void* x, void* y, std::uint8_t* winners)
{
    const std::int64_t C = w.channels;
    forPlaces(w.samples, w.rows.out, w.columns.out, [&](int s, int row, int column, std::int64_t place) {
        const Span rows = windowSpan(row, w.rows);
        const Span columns = windowSpan(column, w.columns);
        const E* corner = static_cast<const E*>(x) +
                          ((std::int64_t{s} * w.rows.in + rows.start) * w.columns.in + columns.start) * C;
        forChannels(w.channels, [&](int c, auto part) {
            for (int g = 0; g < part.vectors; ++g) {
                // Where everything is minus infinity, the first place wins.
                Vector best = broadcast(-__builtin_inff());
                Vector winner = broadcast(static_cast<float>(w.tap(rows.from, columns.from)));
                for (int u = rows.from; u < rows.to; ++u)
                    for (int v = columns.from; v < columns.to; ++v) {
                        const Vector candidate =
                            part.load(corner + (std::int64_t{u} * w.columns.in + v) * C + c, g);
                        const Mask takes = takesOver(candidate, best);
                        best = select(takes, candidate, best);
                        winner = select(takes, broadcast(static_cast<float>(w.tap(u, v))), winner);
                    }
                part.store(static_cast<E*>(y) + place * C + c, best, g);
                if (winners != nullptr)
                    part.storeBytes(winners + place * C + c, winner, g);
            }
        });
    });
}

/// What the windows that cover a place of the map and were won by it hand back to it: sum of dy (+ dy2).
template <typename E, bool kTwo, typename Part>
inline Vector wonGradient(const Windows& w, Covering rows, Covering columns, int s, int h, int v, const E* dy,
                          const E* dy2, const std::uint8_t* winners, int c, const Part& part, int g)
{
    Vector total = broadcast(0);
    for (int oh = rows.from; oh < rows.to; ++oh)
        for (int ow = columns.from; ow < columns.to; ++ow) {
            const int place = w.tap(h - w.rows.start(oh), v - w.columns.start(ow));
            const std::int64_t at =
                ((std::int64_t{s} * w.rows.out + oh) * w.columns.out + ow) * w.channels + c;
            const Mask won = part.equalBytes(winners + at, place, g);
            Vector gradient = part.load(dy + at, g);
            if constexpr (kTwo)
                gradient = gradient + part.load(dy2 + at, g);
            total = total + keep(won, gradient);
        }
    return total;
}

/// Windows side by side that cover the map: each gives its gradient to its own places.
template <typename E>
void apartPoolGradient(const Windows& w, const E* dy, const std::uint8_t* winners, E* dx, Output output)
{
    const std::int64_t C = w.channels;
    forPlaces(w.samples, w.rows.out, w.columns.out, [&](int s, int row, int column, std::int64_t place) {
        E* corner = dx + ((std::int64_t{s} * w.rows.in + row * w.rows.stride) * w.columns.in +
                          column * w.columns.stride) *
                             C;
        forChannels(w.channels, [&](int c, auto part) {
            for (int g = 0; g < part.vectors; ++g) {
                const Vector gradient = part.load(dy + place * C + c, g);
                for (int u = 0; u < w.rows.kernel; ++u)
                    for (int v = 0; v < w.columns.kernel; ++v) {
                        const Mask won = part.equalBytes(winners + place * C + c, w.tap(u, v), g);
                        put(output, part, corner + (std::int64_t{u} * w.columns.in + v) * C + c,
                            keep(won, gradient), g);
                    }
            }
        });
    });
}

template <typename E>
void maxPoolGradient(const Windows& w, const void* dy, const std::uint8_t* winners, void* dx, Output output)
{
    const auto* gradient = static_cast<const E*>(dy);
    if (w.rows.apart() && w.columns.apart())
        return apartPoolGradient(w, gradient, winners, static_cast<E*>(dx), output);
    forPlaces(w.samples, w.rows.in, w.columns.in, [&](int s, int row, int column, std::int64_t place) {
        const Covering rows = coveringWindows(row, w.rows);
        const Covering columns = coveringWindows(column, w.columns);
        forChannels(w.channels, [&](int c, auto part) {
            for (int g = 0; g < part.vectors; ++g)
                put(output, part, static_cast<E*>(dx) + place * w.channels + c,
                    wonGradient<E, false>(w, rows, columns, s, row, column, gradient, gradient, winners, c,
                                          part, g),
                    g);
        });
    });
}

template <typename E>
void averagePool(const Windows& w, const void* x, void* y)
{
    const auto* in = static_cast<const E*>(x);
    forPlaces(w.samples, w.rows.out, w.columns.out, [&](int s, int row, int column, std::int64_t place) {
        const Covering rows = adaptiveSpan(row, w.rows.in, w.rows.out);
        const Covering columns = adaptiveSpan(column, w.columns.in, w.columns.out);
        const float share = 1.0f / static_cast<float>((rows.to - rows.from) * (columns.to - columns.from));
        forChannels(w.channels, [&](int c, auto part) {
            for (int g = 0; g < part.vectors; ++g) {
                Vector total = broadcast(0);
                for (int h = rows.from; h < rows.to; ++h)
                    for (int v = columns.from; v < columns.to; ++v) {
                        const std::int64_t at = (std::int64_t{s} * w.rows.in + h) * w.columns.in + v;
                        total = total + part.load(in + at * w.channels + c, g);
                    }
                part.store(static_cast<E*>(y) + place * w.channels + c, total * broadcast(share), g);
            }
        });
    });
}

template <typename E>
void averagePoolGradient(const Windows& w, const void* dy, void* dx, Output output)
{
    const auto* gradient = static_cast<const E*>(dy);
    forPlaces(w.samples, w.rows.in, w.columns.in, [&](int s, int row, int column, std::int64_t place) {
        const Covering rows = adaptiveSpan(row, w.rows.out, w.rows.in);
        const Covering columns = adaptiveSpan(column, w.columns.out, w.columns.in);
        forChannels(w.channels, [&](int c, auto part) {
            for (int g = 0; g < part.vectors; ++g) {
                Vector total = broadcast(0);
                for (int oh = rows.from; oh < rows.to; ++oh)
                    for (int ow = columns.from; ow < columns.to; ++ow) {
                        const Covering high = adaptiveSpan(oh, w.rows.in, w.rows.out);
                        const Covering wide = adaptiveSpan(ow, w.columns.in, w.columns.out);
                        const float share =
                            1.0f / static_cast<float>((high.to - high.from) * (wide.to - wide.from));
                        const std::int64_t at = (std::int64_t{s} * w.rows.out + oh) * w.columns.out + ow;
                        total = multiplyAdd(part.load(gradient + at * w.channels + c, g), broadcast(share),
                                            total);
                    }
                put(output, part, static_cast<E*>(dx) + place * w.channels + c, total, g);
            }
        });
    });
}

} // namespace
} // namespace lockstep
