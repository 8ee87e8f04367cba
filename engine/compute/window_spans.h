// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/kernel_arguments.h"

/// How windows and maps cover each other along one side, on every device.
namespace lockstep {

/// The part of a window that lies on the map.
struct Span {
    int from = 0; ///< first place in the window
    int to = 0;
    int start = 0; ///< place on the map of the window's place 0
};

constexpr Span windowSpan(int place, const Side& side)
{
    const int start = side.start(place);
    return {start < 0 ? -start : 0, start + side.kernel > side.in ? side.in - start : side.kernel, start};
}

/// Places whose windows cover a place of the map: from ... to - 1.
struct Covering {
    int from = 0;
    int to = 0;
};

constexpr Covering coveringWindows(int place, const Side& side)
{
    const int first = place + side.padding - side.kernel + 1;
    const int last = (place + side.padding) / side.stride + 1;
    return {first > 0 ? (first + side.stride - 1) / side.stride : 0, last < side.out ? last : side.out};
}

/// Input places that an output place of adaptive pooling averages; the other way round, too, the output
/// places that an input place belongs to.
constexpr Covering adaptiveSpan(int place, int from, int to)
{
    return {place * from / to, ((place + 1) * from + to - 1) / to};
}

} // namespace lockstep
