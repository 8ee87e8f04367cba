// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/heat_grid.h"

#include <algorithm>
#include <cmath>
#include <limits>

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
    // Hundredths need no more cells than this; a step that is no divisor of the columns meets all of them.
    constexpr std::size_t kSample = 20'000;
    const std::size_t stride = grid.values.size() / kSample | 1;
    std::vector<float> sample;
    sample.reserve(grid.values.size() / stride + 1);
    float least = std::numeric_limits<float>::infinity();
    float most = -least;
    for (std::size_t i = 0; i < grid.values.size(); ++i) {
        const float value = grid.values[i];
        if (!std::isfinite(value))
            continue;
        least = std::min(least, value);
        most = std::max(most, value);
        if (i % stride == 0)
            sample.push_back(value);
    }
    if (least > most)
        return {};
    const auto quantile = [&](double share) {
        if (sample.empty())
            return share < 0.5 ? least : most;
        const auto place = static_cast<std::ptrdiff_t>(share * static_cast<double>(sample.size() - 1));
        std::nth_element(sample.begin(), sample.begin() + place, sample.end());
        return sample[static_cast<std::size_t>(place)];
    };
    return {quantile(0.01), quantile(0.99), least, most};
}

} // namespace lockstep
