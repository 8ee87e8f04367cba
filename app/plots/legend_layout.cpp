// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/legend_layout.h"

#include <algorithm>

namespace lockstep {

namespace {

/// A legend takes this part of a side of the plot at most.
constexpr int kPart = 4;
/// Pixels; of a plot lower than this, height is worth more than width.
constexpr int kLow = 180;
constexpr int kWorthOfHeight = 2;

} // namespace

LegendLayout layoutLegend(int names, QSize cell, QSize plot, LegendExtent extent)
{
    if (names == 0)
        return {};
    const int columns = std::clamp(plot.width() / cell.width(), 1, names);
    const int rows = (names + columns - 1) / columns;
    const int mostRows =
        extent == LegendExtent::Whole ? rows : std::max(1, plot.height() / kPart / cell.height());
    const bool fitsAbove = rows <= mostRows;
    const bool fitsRight = names <= plot.height() / cell.height() && cell.width() <= plot.width() / kPart;
    const int worth = plot.height() < kLow ? kWorthOfHeight : 1;
    const int lostAbove = rows * cell.height() * plot.width() * worth;
    const int lostRight = cell.width() * plot.height();
    if (fitsRight && (!fitsAbove || lostRight < lostAbove))
        return {LegendLayout::Side::Right, 1, names, names};
    if (fitsAbove)
        return {LegendLayout::Side::Above, columns, rows, names};
    return {LegendLayout::Side::Above, columns, mostRows, columns * mostRows - 1};
}

} // namespace lockstep
