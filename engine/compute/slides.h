// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/kernel_arguments.h"
#include "engine/graph/layers.h"

namespace lockstep {

/// The size of a map; a picture is a clip of one frame.
struct MapSize {
    int frames = 1;
    int height = 0;
    int width = 0;
    std::int64_t pixels() const { return std::int64_t{frames} * height * width; }
};

/// How a layer's windows slide over what it reads.
struct Slides {
    Side frames, rows, columns;

    /// Every frame as a map of its own.
    Windows withinFrames(int channels) const
    {
        return {.samples = frames.in, .channels = channels, .rows = rows, .columns = columns};
    }
    /// After these: all pixels of a frame as one row, so that the windows slide over the rows.
    Windows acrossFrames(int channels) const
    {
        const int pixels = rows.out * columns.out;
        return {.samples = 1, .channels = channels, .rows = frames, .columns = {.in = pixels, .out = pixels}};
    }
};

/// Of a convolution or a pooling that makes maps of size y out of those of size x; an adaptive one's windows
/// are its sizes alone.
Slides slidesOf(const LayerKind& kind, const MapSize& x, const MapSize& y);

} // namespace lockstep
