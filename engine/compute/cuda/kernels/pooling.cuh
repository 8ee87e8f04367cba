// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/kernels/elements.h"
#include "engine/compute/cuda/kernels/pool_windows.h"
#include "engine/compute/cuda/kernels/walks.h"
#include "engine/compute/window_spans.h"

#include <cmath>

/// Pooling: a thread makes a pack of channels of one place, and nobody else writes there; gradients are
/// gathered from the windows that cover a place.
namespace lockstep::cuda {

/// What a rule makes: places of the maps that windows slide over, or of those that windows make.
enum class Places { In, Out };

/// A pack of channels of a place on maps.
struct PackPlace {
    int sample;
    int frame;
    int row;
    int column;
    int channel;
};
LOCKSTEP_HOST_DEVICE inline PackPlace packPlace(std::int64_t i, int packs, int width, int frames, int rows,
                                                int columns)
{
    const Quotient pack = divided(i, packs);
    const Quotient column = divided(pack.whole, columns);
    const Quotient row = divided(column.whole, rows);
    const Quotient frame = divided(row.whole, frames);
    return {static_cast<int>(frame.whole), static_cast<int>(frame.rest), static_cast<int>(row.rest),
            static_cast<int>(column.rest), static_cast<int>(pack.rest) * width};
}

/// Calls rule.at(place, element) for packs of channels of all places.
template <typename Rule>
struct MapPlaces {
    static constexpr int kThreads = kBlockThreads;
    struct Shared {};
    Rule rule;

    constexpr std::int64_t packs() const { return rule.w.channels / Rule::kWidth; }
    constexpr std::int64_t count() const
    {
        return rule.w.samples * packs() *
               (Rule::kOver == Places::In ? rule.w.inPixels() : rule.w.outPixels());
    }

    template <typename Block>
    LOCKSTEP_HOST_DEVICE void operator()(Block& block, Shared&) const
    {
        const auto side = [](const Side& s) { return Rule::kOver == Places::In ? s.in : s.out; };
        const PoolWindows& w = rule.w;
        forElements(block, count(), [&](std::int64_t i) {
            rule.at(packPlace(i, static_cast<int>(packs()), Rule::kWidth, side(w.frames), side(w.rows),
                              side(w.columns)),
                    i * Rule::kWidth);
        });
    }
};

template <typename E, int kPack>
struct MaxPoolRule {
    static constexpr Places kOver = Places::Out;
    static constexpr int kWidth = kPack;
    PoolWindows w;
    const E* x;
    E* y;
    std::uint8_t* winners; ///< may be null

    LOCKSTEP_HOST_DEVICE void at(const PackPlace& place, std::int64_t element) const
    {
        const Span frames = windowSpan(place.frame, w.frames);
        const Span rows = windowSpan(place.row, w.rows);
        const Span columns = windowSpan(place.column, w.columns);
        // Where everything is minus infinity, the first place wins.
        Floats<kWidth> best;
        Pack<std::uint8_t, kWidth> winner;
        for (int k = 0; k < kWidth; ++k) {
            best[k] = -HUGE_VALF;
            winner.values[k] = static_cast<std::uint8_t>(w.tap(frames.from, rows.from, columns.from));
        }
        for (int f = frames.from; f < frames.to; ++f)
            for (int r = rows.from; r < rows.to; ++r)
                for (int c = columns.from; c < columns.to; ++c) {
                    const std::int64_t from =
                        w.inPlace(place.sample, frames.start + f, rows.start + r, columns.start + c);
                    const Floats<kWidth> candidate = load<kWidth>(x + from * w.channels + place.channel);
                    const auto tap = static_cast<std::uint8_t>(w.tap(f, r, c));
                    for (int k = 0; k < kWidth; ++k) {
                        const bool takes = candidate[k] > best[k] || candidate[k] != candidate[k];
                        best[k] = takes ? candidate[k] : best[k];
                        winner.values[k] = takes ? tap : winner.values[k];
                    }
                }
        store<kWidth>(y + element, best);
        if (winners != nullptr)
            *reinterpret_cast<Pack<std::uint8_t, kWidth>*>(winners + element) = winner;
    }
};

template <typename E, int kPack>
struct MaxPoolGradientRule {
    static constexpr Places kOver = Places::In;
    static constexpr int kWidth = kPack;
    PoolWindows w;
    const E* dy;
    const std::uint8_t* winners;
    E* dx;
    Output output;

    LOCKSTEP_HOST_DEVICE void at(const PackPlace& place, std::int64_t element) const
    {
        const Covering frames = coveringWindows(place.frame, w.frames);
        const Covering rows = coveringWindows(place.row, w.rows);
        const Covering columns = coveringWindows(place.column, w.columns);
        Floats<kWidth> total;
        for (int f = frames.from; f < frames.to; ++f)
            for (int r = rows.from; r < rows.to; ++r)
                for (int c = columns.from; c < columns.to; ++c) {
                    const int tap = w.tap(place.frame - w.frames.start(f), place.row - w.rows.start(r),
                                          place.column - w.columns.start(c));
                    const std::int64_t from = w.outPlace(place.sample, f, r, c) * w.channels + place.channel;
                    const auto winner = *reinterpret_cast<const Pack<std::uint8_t, kWidth>*>(winners + from);
                    const Floats<kWidth> gradient = load<kWidth>(dy + from);
                    for (int k = 0; k < kWidth; ++k)
                        total[k] += winner.values[k] == tap ? gradient[k] : 0.0f;
                }
        put<kWidth>(output, dx + element, total);
    }
};

template <typename E, int kPack>
struct AveragePoolRule {
    static constexpr Places kOver = Places::Out;
    static constexpr int kWidth = kPack;
    PoolWindows w;
    const E* x;
    E* y;

    LOCKSTEP_HOST_DEVICE void at(const PackPlace& place, std::int64_t element) const
    {
        const Covering frames = adaptiveSpan(place.frame, w.frames.in, w.frames.out);
        const Covering rows = adaptiveSpan(place.row, w.rows.in, w.rows.out);
        const Covering columns = adaptiveSpan(place.column, w.columns.in, w.columns.out);
        const int places = (frames.to - frames.from) * (rows.to - rows.from) * (columns.to - columns.from);
        const float share = 1.0f / static_cast<float>(places);
        Floats<kWidth> total;
        for (int f = frames.from; f < frames.to; ++f)
            for (int r = rows.from; r < rows.to; ++r)
                for (int c = columns.from; c < columns.to; ++c) {
                    const std::int64_t from = w.inPlace(place.sample, f, r, c);
                    const Floats<kWidth> value = load<kWidth>(x + from * w.channels + place.channel);
                    for (int k = 0; k < kWidth; ++k)
                        total[k] += value[k];
                }
        for (int k = 0; k < kWidth; ++k)
            total[k] *= share;
        store<kWidth>(y + element, total);
    }
};

template <typename E, int kPack>
struct AveragePoolGradientRule {
    static constexpr Places kOver = Places::In;
    static constexpr int kWidth = kPack;
    PoolWindows w;
    const E* dy;
    E* dx;
    Output output;

    LOCKSTEP_HOST_DEVICE void at(const PackPlace& place, std::int64_t element) const
    {
        const Covering frames = adaptiveSpan(place.frame, w.frames.out, w.frames.in);
        const Covering rows = adaptiveSpan(place.row, w.rows.out, w.rows.in);
        const Covering columns = adaptiveSpan(place.column, w.columns.out, w.columns.in);
        Floats<kWidth> total;
        for (int f = frames.from; f < frames.to; ++f)
            for (int r = rows.from; r < rows.to; ++r)
                for (int c = columns.from; c < columns.to; ++c) {
                    const int places = averaged(f, w.frames) * averaged(r, w.rows) * averaged(c, w.columns);
                    const float share = 1.0f / static_cast<float>(places);
                    const std::int64_t from = w.outPlace(place.sample, f, r, c);
                    const Floats<kWidth> gradient = load<kWidth>(dy + from * w.channels + place.channel);
                    for (int k = 0; k < kWidth; ++k)
                        total[k] = gradient[k] * share + total[k];
                }
        put<kWidth>(output, dx + element, total);
    }

private:
    /// How many places along a side an output place averages.
    LOCKSTEP_HOST_DEVICE static int averaged(int place, const Side& side)
    {
        const Covering span = adaptiveSpan(place, side.in, side.out);
        return span.to - span.from;
    }
};

} // namespace lockstep::cuda
