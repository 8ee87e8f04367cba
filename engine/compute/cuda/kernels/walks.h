// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/kernels/block.h"

#include <cstdint>

/// How the threads of a grid walk over elements, and over rows of channels.
namespace lockstep::cuda {

/// Threads of a block, in all kernels but those that say otherwise.
inline constexpr int kBlockThreads = 256;

/// A division in 32 bits, which devices do several times as fast, where the numbers allow it; a >= 0, b > 0.
struct Quotient {
    std::int64_t whole;
    std::int64_t rest;
};
LOCKSTEP_HOST_DEVICE inline Quotient divided(std::int64_t a, std::int64_t b)
{
    if ((a | b) <= 0xffffffff) {
        const auto narrow = static_cast<std::uint32_t>(a);
        const auto by = static_cast<std::uint32_t>(b);
        return {narrow / by, narrow % by};
    }
    return {a / b, a % b};
}

/// Calls job(i) for each i below `count`, the grid's threads side by side.
template <typename Block, typename Job>
LOCKSTEP_HOST_DEVICE void forElements(Block& block, std::int64_t count, const Job& job)
{
    block.each([&](int thread) {
        const std::int64_t step = block.blocks() * kBlockThreads;
        for (std::int64_t i = block.index() * kBlockThreads + thread; i < count; i += step)
            job(i);
    });
}

/// The grid for that.
constexpr Grid elementGrid(std::int64_t count)
{
    return gridFor(count, kBlockThreads);
}

/// So many elements, of which the first `packs` packs are walked over a pack at a time.
struct PackedCount {
    std::int64_t elements = 0;
    std::int64_t packs = 0;
};
constexpr PackedCount packedCount(std::int64_t elements, int width, bool aligned)
{
    return {elements, aligned ? elements / width : 0};
}

/// Calls job.template operator()<width>(first element) for packs of kWidth elements, then for single ones.
template <int kWidth, typename Block, typename Job>
LOCKSTEP_HOST_DEVICE void forPacks(Block& block, const PackedCount& count, const Job& job)
{
    block.each([&](int thread) {
        const std::int64_t step = block.blocks() * kBlockThreads;
        const std::int64_t first = block.index() * kBlockThreads + thread;
        for (std::int64_t i = first; i < count.packs; i += step)
            job.template operator()<kWidth>(i * kWidth);
        for (std::int64_t i = count.packs * kWidth + first; i < count.elements; i += step)
            job.template operator()<1>(i);
    });
}

/// The grid for that.
constexpr Grid packGrid(const PackedCount& count, int width)
{
    const std::int64_t rest = count.elements - count.packs * width;
    return gridFor(count.packs > rest ? count.packs : rest, kBlockThreads);
}

/// Rows of packs of channels, dealt out to blocks in tiles: the threads of a block stand side by side along
/// `lanes` packs of a row, and in as many rows as then fit; each walks down its packs' column, so that
/// coefficients and sums of channels stay in its registers. What a thread does depends on the sizes alone.
struct RowTiles {
    static constexpr int kMostLanes = 32; ///< 512 bytes side by side

    std::int64_t rows = 0;
    int packs = 0; ///< of a row
    int lanes = 1;
    int lines = 1;             ///< rows side by side
    int tiles = 1;             ///< that lie side by side along a row
    std::int64_t parts = 1;    ///< that the rows are cut into
    std::int64_t partRows = 1; ///< of a part; a multiple of lines

    constexpr Grid grid() const { return {tiles * parts}; }

    struct Place {
        int lane = 0;
        int line = 0;
        int pack = 0;
        std::int64_t part = 0;
        std::int64_t row = 0; ///< the first; then every lines-th below end
        std::int64_t end = 0; ///< not above row: the thread has nothing to do
    };
    LOCKSTEP_HOST_DEVICE Place place(std::int64_t block, int thread) const
    {
        const Quotient cut = divided(block, tiles);
        Place place;
        place.lane = thread % lanes;
        place.line = thread / lanes;
        place.pack = static_cast<int>(cut.rest) * lanes + place.lane;
        place.part = cut.whole;
        place.row = cut.whole * partRows + place.line;
        const std::int64_t end = (cut.whole + 1) * partRows;
        place.end = place.line >= lines || place.pack >= packs ? 0 : end < rows ? end : rows;
        return place;
    }
};

/// At least `each` rows for a thread, about `most` blocks at most; packs > 0. At least one part, even of no
/// rows.
constexpr RowTiles rowTiles(std::int64_t rows, int packs, int each, std::int64_t most)
{
    RowTiles t{.rows = rows, .packs = packs};
    t.tiles = (packs + RowTiles::kMostLanes - 1) / RowTiles::kMostLanes;
    t.lanes = (packs + t.tiles - 1) / t.tiles;
    t.lines = kBlockThreads / t.lanes;
    const std::int64_t mostParts = most / t.tiles > 1 ? most / t.tiles : 1;
    t.parts = gridFor(rows, std::int64_t{t.lines} * each, mostParts).blocks;
    t.partRows = ((rows + t.parts - 1) / t.parts + t.lines - 1) / t.lines * t.lines;
    return t;
}

} // namespace lockstep::cuda
