// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/plot_choice.h"

#include <QString>
#include <QStringList>
#include <QVector>

namespace lockstep {

/// One metric in a plot.
struct CurveSpec {
    Metric metric;
    QString name;      ///< in the legend
    QString column;    ///< in a table of values, with its unit; for programs, so in no language
    double factor = 1; ///< what is drawn is the value times this
};

/// What a value axis shows.
struct PlotAxisSpec {
    QVector<CurveSpec> curves;
    QString title;      ///< with its unit
    QString unit;       ///< that all its curves share; may be empty
    double highest = 0; ///< the axis never reaches beyond this; 0: no limit
    bool logarithmic = false;
};

/// How the curves of a plot are told apart.
enum class CurveStyle {
    ByRank,   ///< one metric: a colour for each rank, or a density of many
    ByMetric, ///< a colour for each metric
    Stacked,  ///< a band for each metric, one upon the other
};

/// One plot of a run in the language of now.
struct PlotSpec {
    PlotChoice choice;
    QString title;
    QString toolTip;     ///< what the numbers tell
    QString fileName;    ///< suggested for exports, without suffix
    QString keyTitle;    ///< "Step"
    QString emptyText;   ///< what will appear here
    QString nothingText; ///< in its place once nothing can appear any more
    PlotAxisSpec left;
    PlotAxisSpec right; ///< without curves: there is no such axis
    CurveStyle style = CurveStyle::ByRank;
    bool byEpoch = false; ///< all of it is told once an epoch: dots on plain lines

    QStringList curveNames; ///< of ranks, where they stand for something else; the others: "Rank %1"

    QString curveName(int rank) const;
    /// Whether every rank reports the same, so that one tells for all.
    bool isToldByAll(Metric metric) const
    {
        return metric.keyKind() == KeyKind::Epoch && curveNames.isEmpty();
    }
    QVector<CurveSpec> curves() const { return left.curves + right.curves; }
    bool hasRight() const { return !right.curves.isEmpty(); }
};

/// REQUIRES: it has a metric on the left.
PlotSpec plotSpec(const PlotChoice& choice, const QStringList& curveNames = {});

PlotSpec lossPlotSpec();  ///< of lossChoice()
PlotSpec epochPlotSpec(); ///< of accuracyChoice()

/// What an x axis counts, as its title: "Step", "Images", ...
QString axisTitle(XAxis axis);

} // namespace lockstep
