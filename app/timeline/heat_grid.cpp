// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/heat_grid.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace lockstep {

namespace {

/// Mean over the steps of each column, kNothing where there are none.
void means(const Series* series, double lower, double upper, std::vector<Extent>& extents,
           std::vector<float>& values)
{
    std::ranges::fill(values, HeatGrid::kNothing);
    if (series == nullptr)
        return;
    std::ranges::fill(extents, Extent());
    series->columns(lower, upper, extents);
    for (std::size_t i = 0; i < extents.size(); ++i) {
        if (!extents[i].empty())
            values[i] = extents[i].mean();
    }
}

} // namespace

HeatGrid heatGrid(const MetricTable& table, HeatValue value, const QVector<int>& ranks, double lower,
                  double upper, std::size_t rows, std::size_t columns)
{
    HeatGrid grid{rows, columns, std::vector<float>(rows * columns, HeatGrid::kNothing)};
    std::vector<Extent> extents(columns);
    std::vector<float> whole(columns);
    std::vector<float> waiting(columns);
    const auto count = static_cast<std::size_t>(ranks.size());
    for (std::size_t i = 0; i < count; ++i) {
        const int rank = ranks[static_cast<qsizetype>(i)];
        if (value != HeatValue::Waiting)
            means(table.find(Metric::StepSeconds, rank), lower, upper, extents, whole);
        if (value != HeatValue::Step)
            means(table.find(Metric::NetworkSeconds, rank), lower, upper, extents, waiting);
        float* row = grid.values.data() + i * rows / count * columns;
        for (std::size_t x = 0; x < columns; ++x) {
            const float mean = value == HeatValue::Step      ? whole[x]
                               : value == HeatValue::Waiting ? waiting[x]
                                                             : whole[x] - waiting[x];
            if (!(mean <= row[x])) // also where nothing stands yet
                row[x] = std::isnan(mean) ? row[x] : mean;
        }
    }
    return grid;
}

HeatRange heatRange(const HeatGrid& grid)
{
    std::vector<float> values;
    std::ranges::copy_if(grid.values, std::back_inserter(values),
                         [](float value) { return std::isfinite(value); });
    if (values.empty())
        return {};
    const auto quantile = [&values](double share) {
        const auto place = static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
        std::nth_element(values.begin(), values.begin() + place, values.end());
        return values[static_cast<std::size_t>(place)];
    };
    const auto [least, most] = std::ranges::minmax(values);
    return {quantile(0.01), quantile(0.99), least, most};
}

} // namespace lockstep
