// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/metrics/series.h"
#include "app/plots/scaled_series.h"

#include <cstdint>
#include <span>

namespace lockstep {

/// The part of the plane that an image shows; the value grows upwards.
struct PlotWindow {
    KeyWindow keys; ///< as many columns as pixels
    double valueLower = 0, valueUpper = 1;
    bool logarithmic = false; ///< of the values, which are positive then
    int height = 1;           ///< of the device, in pixels, at most kMaxRows
    double pixelRatio = 1;    ///< pixels of the device to one of the painter

    static constexpr int kMaxRows = 32767;
    bool isEmpty() const { return keys.pixels <= 0 || height <= 0; }
};

/// Rows of pixels that a curve takes in one column, the first and the last included; rows grow downwards.
struct RowSpan {
    std::int16_t first = 0;
    std::int16_t last = -1;

    bool empty() const { return first > last; }
};

/// What a curve takes in each column of an image: from its highest value to its lowest, and on until it meets
/// the column beside it; straight lines over columns without values. As many of either.
void rowSpans(std::span<const Extent> columns, const PlotWindow& window, std::span<RowSpan> spans);

} // namespace lockstep
