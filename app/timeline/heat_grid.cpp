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

HeatGridWork::HeatGridWork(HeatWindow window)
    : m_window(std::move(window)), m_grid{m_window.rows, m_window.columns,
                                          std::vector<float>(m_window.rows * m_window.columns,
                                                             HeatGrid::kNothing)},
      m_extents(m_window.columns), m_whole(m_window.columns), m_waiting(m_window.columns)
{
}

bool HeatGridWork::advance(const MetricTable& table, QDeadlineTimer deadline)
{
    const auto count = static_cast<std::size_t>(m_window.ranks.size());
    while (m_next < count) {
        add(table, m_next++);
        if (deadline.hasExpired())
            break;
    }
    return m_next == count;
}

void HeatGridWork::add(const MetricTable& table, std::size_t rank)
{
    const HeatValue value = m_window.value;
    const int number = m_window.ranks[static_cast<qsizetype>(rank)];
    const auto take = [&](Metric metric, std::vector<float>& values) {
        means(table.find(metric, number), m_window.lower, m_window.upper, m_extents, values);
    };
    if (value != HeatValue::Waiting)
        take(Metric::StepSeconds, m_whole);
    if (value != HeatValue::Step)
        take(Metric::NetworkSeconds, m_waiting);
    const auto count = static_cast<std::size_t>(m_window.ranks.size());
    float* row = m_grid.values.data() + rank * m_grid.rows / count * m_grid.columns;
    for (std::size_t x = 0; x < m_grid.columns; ++x) {
        const float mean = value == HeatValue::Step      ? m_whole[x]
                           : value == HeatValue::Waiting ? m_waiting[x]
                                                         : m_whole[x] - m_waiting[x];
        if (!(mean <= row[x])) // also where nothing stands yet
            row[x] = std::isnan(mean) ? row[x] : mean;
    }
}

HeatGrid heatGrid(const MetricTable& table, HeatWindow window)
{
    HeatGridWork work(std::move(window));
    work.advance(table, QDeadlineTimer(QDeadlineTimer::Forever));
    return work.take();
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
