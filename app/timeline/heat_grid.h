// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/metrics/metric_table.h"

#include <QVector>
#include <cstddef>
#include <limits>
#include <vector>

namespace lockstep {

/// What the heat map shows of the steps, in seconds.
enum class HeatValue {
    Step,    ///< the whole step
    Waiting, ///< for the other ranks
    OwnWork  ///< the rest: the slowest rank has the most of it, and the others wait for it
};

/// The values of ranks over steps, a cell for so many neighbouring ranks and steps: as many as pixels show.
struct HeatGrid {
    static constexpr float kNothing = std::numeric_limits<float>::quiet_NaN();

    std::size_t rows = 0;
    std::size_t columns = 0;
    std::vector<float> values; ///< by row, then column; kNothing where no step is

    float at(std::size_t row, std::size_t column) const { return values[row * columns + column]; }
};

/// A cell is the mean over its steps [lower + i * width, ...), of that of its ranks whose mean is largest, so
/// that no straggler is lost among its neighbours. `ranks` are spread evenly over the rows; REQUIRES: lower <
/// upper, rows <= ranks.
HeatGrid heatGrid(const MetricTable& table, HeatValue value, const QVector<int>& ranks, double lower,
                  double upper, std::size_t rows, std::size_t columns);

/// Between which values the colours of a grid run: all but the outermost hundredth on either side, which get
/// the colours of the ends.
struct HeatRange {
    float low = 0;
    float high = 0;
    float least = 0; ///< of all values
    float most = 0;

    bool operator==(const HeatRange&) const = default;
};
HeatRange heatRange(const HeatGrid& grid);

} // namespace lockstep
