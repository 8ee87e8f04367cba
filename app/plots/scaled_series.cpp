// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/scaled_series.h"

#include <cmath>
#include <limits>

namespace lockstep {

double KeyWindow::at(double share) const
{
    return logarithmic ? lower * std::pow(upper / lower, share) : lower + (upper - lower) * share;
}

double KeyWindow::shareOf(double x) const
{
    return logarithmic ? std::log(x / lower) / std::log(upper / lower) : (x - lower) / (upper - lower);
}

std::size_t ScaledSeries::lowerBound(double x) const
{
    return series->lowerBound(static_cast<double>(scale.firstKeyAt(x)));
}

void ScaledSeries::columns(const KeyWindow& window, std::span<Extent> columns) const
{
    if (!window.logarithmic)
        return series->columns(scale, window.lower, window.upper, columns);
    std::vector<std::int64_t> bounds(columns.size() + 1);
    for (std::size_t i = 0; i < bounds.size(); ++i)
        bounds[i] = scale.firstKeyAt(window.at(static_cast<double>(i) / static_cast<double>(columns.size())));
    std::size_t begin = series->lowerBound(static_cast<double>(bounds.front()));
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const std::size_t end = series->lowerBound(static_cast<double>(bounds[i + 1]));
        columns[i] = series->over(begin, end);
        begin = end;
    }
}

Extent ScaledSeries::over(const KeyWindow& window) const
{
    return series->over(lowerBound(window.lower),
                        lowerBound(std::nextafter(window.upper, std::numeric_limits<double>::infinity())));
}

} // namespace lockstep
