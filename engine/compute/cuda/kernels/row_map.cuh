// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/kernels/elements.h"
#include "engine/compute/cuda/kernels/walks.h"

namespace lockstep::cuda {

constexpr RowTiles mapTiles(std::int64_t rows, int packs)
{
    return rowTiles(rows, packs, 4, 4096);
}

/// A map from rows of channels to rows of channels. A rule is of one pack width, and has
///     Channels, at(channel)        what a thread loads of its channels
///     apply(Channels, row, place)
template <typename Rule>
struct MapRows {
    static constexpr int kThreads = kBlockThreads;
    struct Shared {};
    Rule rule;
    RowTiles tiles;
    int channels;

    template <typename Block>
    LOCKSTEP_HOST_DEVICE void operator()(Block& block, Shared&) const
    {
        block.each([&](int thread) {
            const RowTiles::Place place = tiles.place(block.index(), thread);
            if (place.row >= place.end)
                return;
            const int channel = place.pack * Rule::kWidth;
            const typename Rule::Channels coefficients = rule.at(channel);
            for (std::int64_t row = place.row; row < place.end; row += tiles.lines)
                rule.apply(coefficients, row, row * channels + channel);
        });
    }
};

} // namespace lockstep::cuda
