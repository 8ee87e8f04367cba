// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/metrics/metric_store.h"
#include "app/plots/plot_spec.h"

#include <QString>
#include <QVector>

namespace lockstep {

/// What one curve of a plot shows.
struct DrawnCurve {
    Metric metric = Metric::Loss;
    int rank = -1;     ///< whose numbers they are; -1: there are none yet
    double factor = 1; ///< what is drawn is the value times this
    QString column;    ///< its name in a table of values

    /// Null while there is nothing. Valid until the table changes.
    const Series* in(const MetricTable& table) const { return table.find(metric, rank); }
};

/// Every curve of a plot, once: one for each rank that has reported, or, where all ranks report the same, one
/// for each axis.
QVector<DrawnCurve> drawnCurves(const PlotSpec& spec, const MetricTable& table);

} // namespace lockstep
