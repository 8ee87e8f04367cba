// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/column_grid.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lockstep {

namespace {

/// In columns: nobody sees less, and sums of doubles are off by less.
constexpr double kTolerance = 1e-3;
/// Column numbers stay below this, where doubles are still whole numbers.
constexpr double kFarthest = 1e15;

} // namespace

ColumnGrid::ColumnGrid(const KeyWindow& window) : m_logarithmic(window.logarithmic)
{
    m_origin = position(window.lower);
    m_width = (position(window.upper) - m_origin) / window.pixels;
}

double ColumnGrid::position(double x) const
{
    return m_logarithmic ? std::log10(std::max(x, std::numeric_limits<double>::min())) : x;
}

double ColumnGrid::x(double position) const
{
    return m_logarithmic ? std::pow(10.0, position) : position;
}

double ColumnGrid::columnOf(double x) const
{
    return (position(x) - m_origin) / m_width;
}

std::vector<double> ColumnGrid::edges(std::int64_t first, std::size_t count) const
{
    std::vector<double> edges(count + 1);
    for (double& edge : edges)
        edge = x(m_origin + static_cast<double>(first++) * m_width);
    return edges;
}

std::int64_t ColumnGrid::columnAt(double x) const
{
    const double column = std::floor(columnOf(x));
    return static_cast<std::int64_t>(std::isnan(column) ? -kFarthest
                                                        : std::clamp(column, -kFarthest, kFarthest));
}

std::optional<std::int64_t> ColumnGrid::find(const KeyWindow& window) const
{
    if (!(m_width > 0) || window.logarithmic != m_logarithmic)
        return {};
    const double first = std::round(columnOf(window.lower));
    const bool begins = std::abs(columnOf(window.lower) - first) <= kTolerance;
    const bool ends = std::abs(columnOf(window.upper) - first - window.pixels) <= kTolerance;
    if (!begins || !ends || std::abs(first) > kFarthest)
        return {};
    return static_cast<std::int64_t>(first);
}

std::optional<KeyWindow> ColumnGrid::aligned(const KeyWindow& window) const
{
    if (!(m_width > 0) || window.logarithmic != m_logarithmic)
        return {};
    const double first = std::round(columnOf(window.lower));
    const KeyWindow moved{x(m_origin + first * m_width), x(m_origin + (first + window.pixels) * m_width),
                          window.pixels, m_logarithmic};
    const double change = columnOf(window.upper) - columnOf(window.lower) - window.pixels;
    if (!(std::abs(change) <= kTolerance) || find(moved) != static_cast<std::int64_t>(first))
        return {};
    return moved;
}

} // namespace lockstep
