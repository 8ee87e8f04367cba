// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/data/pictures/picture_decoder.h"

#include <cstdint>
#include <vector>

namespace lockstep {

/// How one axis of a picture is resized: `size` samples lie evenly over [start, start + length) of the
/// source, and [first, first + count) of them are wanted. Source pixels outside [low, high) are not looked
/// at.
struct ResampledAxis {
    double start = 0, length = 0;
    int size = 0;
    int first = 0, count = 0;
    int low = 0, high = 0;
};
/// The source pixels that the wanted samples look at: [begin, end).
struct SourceRange {
    int begin = 0, end = 0;
};
SourceRange sourceRange(const ResampledAxis& axis);

/// Antialiased bilinear resizing of RGBX pixels, Pillow's way (a triangle as wide as a target pixel but at
/// least as a source pixel; rows first, rounded to 8 bits, then columns; fixed-point weights): within one
/// level of it, and the same bits on every processor. Keeps its tables and buffers for the next picture. One
/// thread.
class Resampler {
public:
    /// The wanted columns x rows as RGBX, 4 bytes each, without gaps, in memory that lives until the next
    /// call. REQUIRES: [low, high) of both axes within `source`, which is given in its decoded pixels from
    /// its corner.
    const std::vector<std::uint8_t>& run(const DecodedPart& source, const ResampledAxis& columns,
                                         const ResampledAxis& rows);

private:
    /// Weights of each wanted sample: `taps` of them (padded with 0) for the source pixels from begin[i] on.
    struct Weights {
        int taps = 0; ///< even
        std::vector<int> begin;
        std::vector<std::int16_t> values; ///< of 2^14
        void compute(const ResampledAxis& axis, int limit);
    };
    void resizeRows(const DecodedPart& source, int firstRow, int rowCount, int columns);
    void resizeColumns(int firstRow, int columns, int rows);

    Weights m_columns, m_rows;
    std::vector<std::uint8_t> m_between; ///< rows resized
    std::vector<std::uint8_t> m_result;
};

} // namespace lockstep
