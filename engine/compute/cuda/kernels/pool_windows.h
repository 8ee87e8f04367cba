// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/kernel_arguments.h"

namespace lockstep::cuda {

/// Windows over maps of frames x rows x columns; a picture is a clip of one frame.
struct PoolWindows {
    int samples = 0;
    int channels = 0;
    Side frames = {1, 1, 1, 1, 0};
    Side rows = {};
    Side columns = {};
    constexpr std::int64_t inPixels() const { return std::int64_t{frames.in} * rows.in * columns.in; }
    constexpr std::int64_t outPixels() const { return std::int64_t{frames.out} * rows.out * columns.out; }
    constexpr int taps() const { return frames.kernel * rows.kernel * columns.kernel; }
    /// Number of a place in the window.
    constexpr int tap(int frame, int row, int column) const
    {
        return (frame * rows.kernel + row) * columns.kernel + column;
    }
    /// Number of a place on all maps.
    constexpr std::int64_t inPlace(int sample, int frame, int row, int column) const
    {
        return ((std::int64_t{sample} * frames.in + frame) * rows.in + row) * columns.in + column;
    }
    constexpr std::int64_t outPlace(int sample, int frame, int row, int column) const
    {
        return ((std::int64_t{sample} * frames.out + frame) * rows.out + row) * columns.out + column;
    }
};

} // namespace lockstep::cuda
