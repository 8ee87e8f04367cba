// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/interchange/metric_walk.h"

#include <algorithm>

namespace lockstep {

MetricWalk::MetricWalk(const MetricTable& table)
{
    for (const Metric metric : table.metrics()) {
        for (const int rank : table.ranks(metric)) {
            const Series* series = table.find(metric, rank);
            m_stretches.append({rank, metric, series, table.scale(XAxis::WallTime, metric, rank)});
            m_total += series->size();
        }
    }
    std::stable_sort(m_stretches.begin(), m_stretches.end(),
                     [](const Stretch& a, const Stretch& b) { return a.rank < b.rank; });
}

std::optional<MetricPoint> MetricWalk::next()
{
    if (m_stretch == m_stretches.size())
        return std::nullopt;
    const Stretch& stretch = m_stretches[m_stretch];
    const std::int64_t key = stretch.series->key(m_index);
    const MetricPoint point{stretch.rank, stretch.metric, key, stretch.series->value(m_index),
                            stretch.wall.x(key)};
    ++m_done;
    if (++m_index == stretch.series->size()) {
        m_index = 0;
        ++m_stretch;
    }
    return point;
}

} // namespace lockstep
