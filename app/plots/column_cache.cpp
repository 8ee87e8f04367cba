// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/column_cache.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace lockstep {

namespace {

/// The first column in which points may lie that are still to come: that of the last one, or before it where
/// rounding put it behind the edge.
std::int64_t firstUnsettled(const ColumnGrid& grid, const ScaledSeries& series)
{
    if (series.series->empty())
        return std::numeric_limits<std::int64_t>::min();
    return grid.columnAt(series.x(series.series->size() - 1)) - 1;
}

} // namespace

ColumnCache::Kept& ColumnCache::find(const ScaledSeries& series, const KeyWindow& window)
{
    std::vector<Kept>& all = m_kept[series.series->lineage()];
    const auto known = std::ranges::find_if(all, [&](const Kept& kept) {
        return kept.scale == series.scale.identity() && kept.grid.find(window);
    });
    if (known != all.end())
        return *known;
    all.push_back({.grid = ColumnGrid(window), .scale = series.scale.identity()});
    return all.back();
}

std::span<const Extent> ColumnCache::columns(const ScaledSeries& series, const KeyWindow& window)
{
    Kept& kept = find(series, window);
    kept.isWanted = true;
    forgetUnsettled(kept, series);
    const std::int64_t first = kept.grid.find(window).value_or(0);
    const auto count = static_cast<std::size_t>(window.pixels);
    cover(kept, series, first, count);
    kept.points = series.series->size();
    kept.settled = firstUnsettled(kept.grid, series);
    return std::span<const Extent>(kept.columns).subspan(static_cast<std::size_t>(first - kept.first), count);
}

void ColumnCache::forgetUnsettled(Kept& kept, const ScaledSeries& series)
{
    // Points that wait for the time of their step stand at the last one known until it comes.
    const bool mayMove = kept.scale.clock != 0;
    if (!mayMove && kept.points == series.series->size())
        return;
    const std::int64_t last = kept.first + static_cast<std::int64_t>(kept.columns.size());
    kept.columns.resize(static_cast<std::size_t>(std::clamp(kept.settled, kept.first, last) - kept.first));
}

/// Computes what is missing of so many columns. What else was kept goes, unless nothing was missing.
void ColumnCache::cover(Kept& kept, const ScaledSeries& series, std::int64_t first, std::size_t count)
{
    const std::int64_t last = first + static_cast<std::int64_t>(count);
    const std::int64_t keptLast = kept.first + static_cast<std::int64_t>(kept.columns.size());
    if (first >= kept.first && last <= keptLast)
        return;
    m_spare.resize(count);
    const std::span<Extent> wanted(m_spare);
    const std::int64_t from = std::max(first, kept.first);
    const std::int64_t to = std::min(last, keptLast);
    if (from >= to) {
        compute(kept.grid, first, series, wanted);
    } else {
        const auto begin = static_cast<std::size_t>(from - first);
        const auto end = static_cast<std::size_t>(to - first);
        compute(kept.grid, first, series, wanted.first(begin));
        std::ranges::copy(
            std::span(kept.columns).subspan(static_cast<std::size_t>(from - kept.first), end - begin),
            wanted.begin() + static_cast<std::ptrdiff_t>(begin));
        compute(kept.grid, to, series, wanted.subspan(end));
    }
    kept.columns.swap(m_spare);
    kept.first = first;
}

void ColumnCache::compute(const ColumnGrid& grid, std::int64_t first, const ScaledSeries& series,
                          std::span<Extent> columns)
{
    if (columns.empty())
        return;
    m_computed += columns.size();
    const std::size_t edges = columns.size() + 1;
    if (m_edges.grid != grid || m_edges.first != first || m_edges.at.size() != edges)
        m_edges = {grid, first, grid.edges(first, columns.size())};
    m_bounds.resize(edges);
    series.scale.firstKeys(m_edges.at, m_bounds);
    series.series->columns(m_bounds, columns);
}

void ColumnCache::beginFrame()
{
    for (auto& [lineage, all] : m_kept)
        std::erase_if(all, [](Kept& kept) { return !std::exchange(kept.isWanted, false); });
    std::erase_if(m_kept, [](const auto& entry) { return entry.second.empty(); });
}

void ColumnCache::clear()
{
    m_kept.clear();
    m_spare = {};
}

} // namespace lockstep
