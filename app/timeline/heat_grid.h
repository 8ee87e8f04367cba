// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/metrics/metric_table.h"

#include <QDeadlineTimer>
#include <QVector>
#include <cstddef>
#include <limits>
#include <utility>
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

/// What a grid is to show.
struct HeatWindow {
    HeatValue value = HeatValue::Step;
    QVector<int> ranks; ///< spread evenly over the rows, from the top
    double lower = 1;   ///< steps [lower, upper)
    double upper = 2;
    std::size_t rows = 0; ///< at most the ranks
    std::size_t columns = 0;
};

/// Makes a grid a few ranks at a time, so that whoever has thousands of them can do something else between.
/// A cell is the mean over its steps, of that of its ranks whose mean is largest, so that no straggler is
/// lost among its neighbours.
class HeatGridWork {
public:
    /// REQUIRES: lower < upper, rows <= ranks.
    explicit HeatGridWork(HeatWindow window);

    /// Goes on until then, but by one rank at least. The grid is whole: true.
    bool advance(const MetricTable& table, QDeadlineTimer deadline);
    const HeatWindow& window() const { return m_window; }
    /// REQUIRES: advance() has returned true.
    HeatGrid take() { return std::move(m_grid); }

private:
    void add(const MetricTable& table, std::size_t rank);

    HeatWindow m_window;
    HeatGrid m_grid;
    std::size_t m_next = 0; ///< place in the ranks
    std::vector<Extent> m_extents;
    std::vector<float> m_whole, m_waiting;
};

/// All of it at once.
HeatGrid heatGrid(const MetricTable& table, HeatWindow window);

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
