// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>

namespace lockstep {

/// Where the names of curves stand beside the axes: in a grid of cells of one size.
struct LegendLayout {
    enum class Side { Above, Right };
    Side side = Side::Above;
    int columns = 0;
    int rows = 0;
    int shown = 0; ///< names that have a cell; those without are counted in the last cell

    bool operator==(const LegendLayout&) const = default;
};

enum class LegendExtent {
    Bounded, ///< leaves most of the plot to the curves, and counts the names that find no room
    Whole,   ///< every name has a cell
};

/// The side on which the names of so many curves take the least from a plot of this size; of a low one height
/// is worth more than width. REQUIRES: neither cell nor plot is empty.
LegendLayout layoutLegend(int names, QSize cell, QSize plot, LegendExtent extent);

} // namespace lockstep
