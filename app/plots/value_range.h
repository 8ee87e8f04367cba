// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/metrics/metric_table.h"
#include "app/plots/column_cache.h"
#include "app/plots/plot_spec.h"

#include <optional>

namespace lockstep {

struct ValueRange {
    double lower = 0;
    double upper = 1;
    double size() const { return upper - lower; }
};

/// Lowest and highest of what an axis draws in a window, positive ones alone on a logarithmic axis; nothing
/// where nothing is drawn.
std::optional<ValueRange> drawnValues(const MetricTable& table, const PlotSpec& spec,
                                      const PlotAxisSpec& axis, const KeyWindow& window,
                                      ColumnCache& columns);
/// The same for bands: from zero to the top of the stack.
std::optional<ValueRange> stackedValues(const MetricTable& table, const PlotSpec& spec,
                                        const KeyWindow& window, ColumnCache& columns);

/// What an axis shows so that these values can be read: to round numbers around them, within its limits.
ValueRange roundRange(std::optional<ValueRange> values, const PlotAxisSpec& axis);

} // namespace lockstep
