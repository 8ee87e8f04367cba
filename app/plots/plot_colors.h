// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/metrics/metric.h"
#include "app/theme/theme.h"

#include <QColor>

namespace lockstep {

/// Up to this many ranks each get a colour of their own; more are drawn as one density.
inline constexpr int kMaxColoredRanks = 8;

inline QColor rankColor(int rank, const ThemeColors& colors)
{
    return colors.series[rank % colors.series.size()];
}

/// Of a band of a stack: parts of a step are as everywhere, others in their order.
QColor bandColor(Metric metric, int place, const ThemeColors& colors);

} // namespace lockstep
