// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/metrics/metric_table.h"

#include <QStringList>
#include <set>
#include <utility>

namespace lockstep {

/// Tells when a metric of a run stops being a number: once per attempt and metric, whichever rank is first.
class MetricAlarm {
public:
    /// What is broken already is no news.
    void learn(const MetricTable& table, int ranks);
    /// A sentence for each that this rank tells of and nobody has before: "The loss of rank 3 became NaN at
    /// step 1,204."
    QStringList news(const MetricTable& table, int rank);

private:
    std::set<std::pair<int, Metric>> m_known; ///< by attempt
};

} // namespace lockstep
