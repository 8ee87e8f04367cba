// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/column_grid.h"
#include "app/plots/scaled_series.h"

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace lockstep {

/// What series amount to in the columns of a plot, kept from one frame to the next. A window that was panned
/// costs the columns that come into sight, a series that has grown those from its last point on, and what
/// stands still nothing. Of one plot; not thread-safe.
class ColumnCache {
public:
    /// Exactly what lies in each of window.pixels columns. A window that lies a thousandth of a column beside
    /// one of this frame or the last is taken for it. Valid until columns of the same series are asked for
    /// again, or beginFrame().
    std::span<const Extent> columns(const ScaledSeries& series, const KeyWindow& window);
    /// Forgets what nobody has asked for since the last time.
    void beginFrame();
    /// Columns whose points it has looked at since it was made: what frames cost.
    std::uint64_t computed() const { return m_computed; }
    /// Forgets everything, and gives its memory back.
    void clear();

private:
    /// Of one series, in columns of one width.
    struct Kept {
        ColumnGrid grid;
        KeyScale::Identity scale;
        std::int64_t first = 0; ///< column
        std::vector<Extent> columns = {};
        std::size_t points = 0;   ///< that the series had
        std::int64_t settled = 0; ///< columns before this one never change again
        bool isWanted = true;     ///< in this frame
    };

    Kept& find(const ScaledSeries& series, const KeyWindow& window);
    static void forgetUnsettled(Kept& kept, const ScaledSeries& series);
    void cover(Kept& kept, const ScaledSeries& series, std::int64_t first, std::size_t count);
    void compute(const ColumnGrid& grid, std::int64_t first, const ScaledSeries& series,
                 std::span<Extent> columns);

    /// Of all series that are drawn alike, and computed for the first.
    struct Edges {
        ColumnGrid grid;
        std::int64_t first = 0;
        std::vector<double> at;
    };

    std::unordered_map<std::uint64_t, std::vector<Kept>> m_kept; ///< by the lineage of the series
    Edges m_edges;
    std::uint64_t m_computed = 0;
    std::vector<std::int64_t> m_bounds;
    std::vector<Extent> m_spare;
};

} // namespace lockstep
