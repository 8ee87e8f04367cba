// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/metrics/metric_table.h"

#include <QVector>
#include <cstdint>
#include <optional>

namespace lockstep {

/// One number that a rank reported.
struct MetricPoint {
    int rank = 0;
    Metric metric;
    std::int64_t key = 0; ///< step or epoch, from 1
    float value = 0;
    double wallSeconds = 0; ///< since 1970-01-01 UTC, by the clock of the rank's host; NaN: unknown
};

/// Every point of a run, rank by rank, of each its metrics one after the other. REQUIRES: the table outlives
/// it and does not change.
class MetricWalk {
public:
    explicit MetricWalk(const MetricTable& table);

    /// Nothing: that was the last one.
    std::optional<MetricPoint> next();

    std::size_t done() const { return m_done; }
    std::size_t total() const { return m_total; }

private:
    struct Stretch {
        int rank;
        Metric metric;
        const Series* series;
        KeyScale wall;
    };

    QVector<Stretch> m_stretches;
    qsizetype m_stretch = 0;
    std::size_t m_index = 0; ///< into the stretch's series
    std::size_t m_done = 0;
    std::size_t m_total = 0;
};

} // namespace lockstep
