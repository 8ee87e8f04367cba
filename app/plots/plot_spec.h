// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/metrics/metric_store.h"

#include <QString>
#include <QStringList>
#include <QVector>
#include <optional>

namespace lockstep {

/// What a value axis shows.
struct PlotAxisSpec {
    Metric metric = Metric::Loss;
    QString title;      ///< with its unit
    QString curve;      ///< legend entry of a metric that is the same on every rank
    QString column;     ///< in a table of values, with its unit; for programs, so in no language
    double factor = 1;  ///< what is drawn is the value times this (100 for per cent)
    double highest = 0; ///< the axis never reaches beyond this; 0: no limit
};

/// One plot of a run.
struct PlotSpec {
    QString title;
    QString toolTip;   ///< what the numbers tell
    QString fileName;  ///< suggested for exports, without suffix
    QString keyTitle;  ///< "Step"
    QString keyText;   ///< "Step %1", for the crosshair
    QString emptyText; ///< what will appear here
    PlotAxisSpec left;
    std::optional<PlotAxisSpec> right;
    bool perRank = true; ///< a curve for each rank, smoothed; else one for the metric, a dot for each point
    QStringList curveNames; ///< where what is drawn as ranks is something else: what to call it, by rank

    /// In the legend and beside the crosshair: "Rank 3".
    QString curveName(int rank) const;
};

/// Loss against step, each rank its own curve.
PlotSpec lossPlotSpec();
/// Validation accuracy (left) and mean training loss (right) against epoch.
PlotSpec epochPlotSpec();

/// What can be seen step by step, each rank its own curve: the loss first, then learning rate, samples per
/// second, where the time of a step goes, and what the ranks' GPUs do.
QVector<PlotSpec> stepPlotSpecs();
/// What can be seen epoch by epoch: top-1 accuracy first, then top-5, and the losses.
QVector<PlotSpec> epochPlotSpecs();

} // namespace lockstep
