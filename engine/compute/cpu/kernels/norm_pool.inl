// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/kernels/pool.inl"

/// Batch norm, ReLU and max pooling at once.
namespace lockstep {
namespace {

/// The winner of an output that is 0: no place of any window.
inline constexpr float kNobody = 255;

template <typename E>
void normalizePool(const Windows& w, const void* x, const ChannelAffine& affine, void* y,
                   std::uint8_t* winners, void* winnerX)
{
    const std::int64_t C = w.channels;
    forPlaces(w.samples, w.rows.out, w.columns.out, [&](int s, int row, int column, std::int64_t place) {
        const Span rows = windowSpan(row, w.rows);
        const Span columns = windowSpan(column, w.columns);
        const E* corner = static_cast<const E*>(x) +
                          ((std::int64_t{s} * w.rows.in + rows.start) * w.columns.in + columns.start) * C;
        forChannels(w.channels, [&](int c, auto part) {
            for (int g = 0; g < part.vectors; ++g) {
                const Vector center = part.load(affine.center + c, g);
                const Vector scale = part.load(affine.scale + c, g);
                const Vector bias = part.load(affine.bias + c, g);
                Vector best = broadcast(0);
                Vector bestX = broadcast(0);
                Vector winner = broadcast(kNobody);
                for (int u = rows.from; u < rows.to; ++u)
                    for (int v = columns.from; v < columns.to; ++v) {
                        const Vector value =
                            part.load(corner + (std::int64_t{u} * w.columns.in + v) * C + c, g);
                        const Vector candidate = multiplyAdd(value - center, scale, bias);
                        const Mask takes = takesOver(candidate, best);
                        best = select(takes, candidate, best);
                        bestX = select(takes, value, bestX);
                        winner = select(takes, broadcast(static_cast<float>(w.tap(u, v))), winner);
                    }
                part.store(static_cast<E*>(y) + place * C + c, best, g);
                if (winners == nullptr)
                    continue;
                part.storeBytes(winners + place * C + c, winner, g);
                part.store(static_cast<E*>(winnerX) + place * C + c, bestX, g);
            }
        });
    });
}

template <typename E>
void normPoolGradientSums(const Windows& w, const void* dy, const void* dy2, const void* y,
                          const void* winnerX, const float* center, double* sums)
{
    NormGradient pooled;
    pooled.rows = w.outRows();
    pooled.channels = w.channels;
    pooled.x = winnerX;
    pooled.dy = dy;
    pooled.dy2 = dy2;
    pooled.y = y;
    pooled.clamp = Clamp::Relu;
    normGradientSums<E>(pooled, center, sums);
}

template <typename E>
void normPoolGradient(const Windows& w, const void* x, const void* dy, const void* dy2,
                      const std::uint8_t* winners, const float* center, const float* slope,
                      const float* xSlope, const float* offset, void* dx)
{
    const auto* gradient = static_cast<const E*>(dy);
    const auto* second = static_cast<const E*>(dy2);
    forPlaces(w.samples, w.rows.in, w.columns.in, [&](int s, int row, int column, std::int64_t place) {
        const Covering rows = coveringWindows(row, w.rows);
        const Covering columns = coveringWindows(column, w.columns);
        forChannels(w.channels, [&](int c, auto part) {
            for (int g = 0; g < part.vectors; ++g) {
                const Vector won = second != nullptr
                                       ? wonGradient<E, true>(w, rows, columns, s, row, column, gradient,
                                                              second, winners, c, part, g)
                                       : wonGradient<E, false>(w, rows, columns, s, row, column, gradient,
                                                               gradient, winners, c, part, g);
                const std::int64_t at = place * w.channels + c;
                const Vector spread = part.load(static_cast<const E*>(x) + at, g) - part.load(center + c, g);
                const Vector rest = multiplyAdd(spread, part.load(xSlope + c, g), part.load(offset + c, g));
                part.store(static_cast<E*>(dx) + at, multiplyAdd(won, part.load(slope + c, g), rest), g);
            }
        });
    });
}

} // namespace
} // namespace lockstep
