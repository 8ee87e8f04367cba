// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/row_span.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

/// Where values lie on rows of pixels, which grow downwards.
struct Rows {
    explicit Rows(const PlotWindow& window)
        : logarithmic(window.logarithmic), height(window.height), top(position(window.valueUpper)),
          perValue(height / (top - position(window.valueLower)))
    {
    }
    double of(float value) const
    {
        if (logarithmic && !(value > 0))
            return 2.0 * height;
        return (top - position(static_cast<double>(value))) * perValue;
    }

    double position(double value) const { return logarithmic ? std::log10(value) : value; }

    bool logarithmic;
    int height;
    double top;
    double perValue;
};

/// Between rows, before it is cut to the image.
struct Stretch {
    double top = 0;
    double bottom = 0;
    double middle() const { return (top + bottom) / 2; }
};

/// Grows a stretch until it meets its neighbour's.
Stretch joined(Stretch stretch, const Stretch& neighbour)
{
    if (neighbour.bottom < stretch.top)
        stretch.top = neighbour.bottom;
    else if (neighbour.top > stretch.bottom)
        stretch.bottom = neighbour.top;
    return stretch;
}

RowSpan cut(const Stretch& stretch, int height)
{
    if (stretch.bottom < 0 || stretch.top >= height)
        return {};
    return {static_cast<std::int16_t>(std::max(stretch.top, 0.0)),
            static_cast<std::int16_t>(std::min(stretch.bottom, height - 1.0))};
}

} // namespace

void rowSpans(std::span<const Extent> columns, const PlotWindow& window, std::span<RowSpan> spans)
{
    const Rows rows(window);
    std::size_t behind = 0; // the last column that has values; 0: there was none
    Stretch previous;
    for (std::size_t column = 0; column < columns.size(); ++column) {
        const Extent& extent = columns[column];
        spans[column] = {};
        if (extent.empty())
            continue;
        const Stretch own{rows.of(extent.high), rows.of(extent.low)};
        if (behind > 0) {
            const double slope =
                (own.middle() - previous.middle()) / static_cast<double>(column + 1 - behind);
            for (std::size_t between = behind; between < column; ++between) {
                const double next = previous.middle() + slope;
                spans[between] = cut(joined({next, next}, previous), window.height);
                previous = {next, next};
            }
        }
        spans[column] = cut(behind > 0 ? joined(own, previous) : own, window.height);
        behind = column + 1;
        previous = own;
    }
}

} // namespace lockstep
