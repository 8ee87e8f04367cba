// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/drawn_curve.h"
#include "app/plots/plot_legend.h"
#include "app/plots/plot_spec.h"
#include "app/plots/raster_plottable.h"
#include "app/theme/theme.h"

#include <QString>
#include <QVector>
#include <qcustomplot.h>

namespace lockstep {

/// The curves of one plot: which there are, their pens, and their points for the visible range.
class PlotCurves {
public:
    /// `columns` outlives its curves.
    PlotCurves(QCustomPlot& plot, const PlotSpec& spec, ColumnCache& columns);

    /// Makes the curves fit the ranks that have data and those selected.
    void arrange(const MetricTable& table, const QVector<int>& selected, const ThemeColors& colors);
    /// The next arrange() makes them anew: the spec is another.
    void forget() { m_isStale = true; }
    /// Points for the present key range and width. REQUIRES: arrange() since the table last changed.
    void fill();
    /// What each of them is called. Valid until the next arrange().
    const QVector<LegendEntry>& legend() const { return m_legend; }

private:
    struct Curve {
        CurveSpec spec;
        int rank = -1;              ///< -1: all of them, or what all report the same
        QCPGraph* raw = nullptr;    ///< every value, while there are few; a raster draws many
        QCPGraph* smooth = nullptr; ///< their mean, smoothed
        RasterPlottable* raster = nullptr;
        bool isDense = false; ///< every rank's values, as a density below `smooth`
        SeriesList series = {};
    };
    /// What decides which curves there are.
    struct Shape {
        QVector<QVector<int>> ranks; ///< of each metric
        QVector<int> selected;
        QVector<int> outlying;
        const ThemeColors* colors = nullptr;
        bool operator==(const Shape&) const = default;
    };

    QVector<int> outlying(const MetricTable& table) const;
    void rebuild(const MetricTable& table);
    void addRanks();
    void addDensity(const QVector<int>& ranks);
    void addRank(int rank, const QColor& color, const QString& name, bool isFaint);
    void addMetric(const CurveSpec& spec, QCPAxis* valueAxis, const QColor& color, const QVector<int>& ranks);
    void addBands();
    QCPGraph* addGraph(const QPen& pen, QCPAxis* valueAxis);
    void addNamed(QCPGraph& graph, const QString& name, int rank = -1);
    void point(const MetricTable& table);
    void pointDiscarded(const MetricTable& table);
    void fillDensity(const Curve& curve);
    void fillBands(const KeyWindow& window);
    void fillRaw(const Curve& curve, const KeyWindow& window);

    QCustomPlot& m_plot;
    const PlotSpec& m_spec;
    ColumnCache& m_columns;
    bool m_isStale = true;
    Shape m_shape;
    QVector<Curve> m_curves;
    QVector<RasterPlottable*> m_rasters; ///< of the left axis, and of the right one where there is one
    QVector<LegendEntry> m_legend;
    QVector<RasterPlottable::Layer> m_discarded; ///< what later attempts have done again
};

} // namespace lockstep
