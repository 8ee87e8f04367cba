// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/metrics/metric_table.h"
#include "app/plots/plot_spec.h"
#include "app/plots/scaled_series.h"

#include <QString>
#include <QVector>
#include <optional>

namespace lockstep {

/// What one curve of a plot shows.
struct DrawnCurve {
    Metric metric;
    int rank = -1;     ///< whose numbers they are; -1: there are none yet
    double factor = 1; ///< what is drawn is the value times this
    QString column;    ///< its name in a table of values
    int attempt = 0;   ///< that made what a later one has done again; 0: it is the curve itself

    /// Null while there is nothing. Valid until the table changes.
    const Series* in(const MetricTable& table) const;
    /// Where its keys lie on an axis. Likewise.
    KeyScale scale(const MetricTable& table, XAxis axis) const;
};

/// Every curve of a plot, once: one for each rank that has reported, or, of what all ranks report the same,
/// one alone; then what later attempts have done again, where it shows that.
QVector<DrawnCurve> drawnCurves(const PlotSpec& spec, const MetricTable& table);

/// Over this axis; nothing while the rank has reported nothing, or not what the axis needs.
std::optional<ScaledSeries> scaledSeries(const MetricTable& table, XAxis axis, Metric metric, int rank);
/// Over the axis of a plot: of all ranks of which there is one, ascending; of what all report the same, of
/// one alone.
SeriesList scaledSeries(const MetricTable& table, const PlotSpec& spec, Metric metric);
/// What later attempts have done again of a metric on the left axis, where the plot is to show that. Those of
/// the right axis and of stacks are not shown: what was thrown away is for a look, not for a comparison.
SeriesList discardedSeries(const MetricTable& table, const PlotSpec& spec, Metric metric);

} // namespace lockstep
