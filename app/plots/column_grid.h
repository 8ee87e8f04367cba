// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/scaled_series.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lockstep {

/// The columns of a window, and on to either side without end: equally wide along the axis, or in the
/// logarithm along a logarithmic one. Column 0 is the first of the window.
class ColumnGrid {
public:
    /// Has no columns.
    ColumnGrid() = default;
    explicit ColumnGrid(const KeyWindow& window);

    /// Where columns first ... first + count - 1 begin, and where the last of them ends. The same edge is the
    /// same number in every answer, so that no point is counted twice or never.
    std::vector<double> edges(std::int64_t first, std::size_t count) const;
    /// The column that lies there, give or take one; the farthest there is where `x` lies beyond all.
    std::int64_t columnAt(double x) const;

    /// The first column of a window that has columns of this grid, but for a thousandth of one.
    std::optional<std::int64_t> find(const KeyWindow& window) const;
    /// A window moved by half a column at most, so that find() finds it; nothing where its columns are wider
    /// or narrower.
    std::optional<KeyWindow> aligned(const KeyWindow& window) const;

    bool operator==(const ColumnGrid&) const = default;

private:
    double position(double x) const;
    double x(double position) const;
    double columnOf(double x) const;

    double m_origin = 0; ///< x, or its logarithm
    double m_width = 0;  ///< 0: no columns
    bool m_logarithmic = false;
};

} // namespace lockstep
