// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/lowering/schedule.h"
#include "engine/compute/cpu/lowering/value.h"
#include "engine/graph/layers.h"

namespace lockstep {

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

/// Of a convolution or a pooling; an adaptive one's windows are its sizes alone.
Slides slidesOf(const LayerKind& kind, const Value& x, const Value& y);

/// What is said of one sample, for the worker's samples.
template <typename Shape>
Shape forSamples(Shape shape, const WorkerFrame& f)
{
    shape.samples *= f.count;
    return shape;
}

} // namespace lockstep
