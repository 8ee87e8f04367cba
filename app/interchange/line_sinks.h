// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/interchange/metric_export.h"

namespace lockstep {

/// "rank,metric,counts,key,time,value", then a line for each number. `counts` is "step" or "epoch"; the time
/// is UTC as in ISO 8601 with milliseconds, empty where it is not known; values that are not finite read
/// "nan", "inf", "-inf".
Result<std::unique_ptr<MetricSink>> openCsv(const QString& file);

/// The same members; a time that is not known is null, values that are not finite are strings.
Result<std::unique_ptr<MetricSink>> openJsonLines(const QString& file);

} // namespace lockstep
