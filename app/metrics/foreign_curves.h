// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/metrics/metric_table.h"
#include "engine/protocol/sentence.h"

#include <QString>
#include <QStringList>
#include <vector>

namespace lockstep {

/// Curves that another program wrote, made to look like those of a run: each of its sources (a log, a run of
/// TensorBoard) stands where a rank does. Moved, not copied.
struct ForeignCurves {
    QString name;        ///< what was opened, without its folder
    QStringList sources; ///< by rank; names as they were found: to be shown as inert text
    MetricTable metrics;
    std::vector<Sentence> notes; ///< what could not be read, and why
};

} // namespace lockstep
