// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/density_image.h"
#include "app/plots/plot_colors.h"
#include "app/plots/plot_legend.h"
#include "app/plots/plot_spec.h"
#include "app/theme/theme.h"

#include <QString>
#include <QVector>
#include <qcustomplot.h>

namespace lockstep {

/// Draws curves of many points into an image on each replot.
class RasterPlottable : public QCPAbstractPlottable {
public:
    RasterPlottable(QCPAxis* keyAxis, QCPAxis* valueAxis);

    QVector<ColoredSeries> curves; ///< each in its colour
    SeriesList density;            ///< all in one, see densityImage()
    QColor densityColor;
    double factor = 1;

    double selectTest(const QPointF& position, bool onlySelectable, QVariant* details) const override;
    QCPRange getKeyRange(bool& found, QCP::SignDomain domain) const override;
    QCPRange getValueRange(bool& found, QCP::SignDomain domain, const QCPRange& keys) const override;

protected:
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter* painter, const QRectF& rect) const override;
};

/// The curves of one plot: which there are, their pens, and their points for the visible range.
class PlotCurves {
public:
    PlotCurves(QCustomPlot& plot, const PlotSpec& spec);

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
        int rank = -1;
        SeriesList series;
        double factor = 1;
        QCPGraph* raw = nullptr;    ///< every value, while there are few; m_raster draws many
        QCPGraph* smooth = nullptr; ///< their mean, smoothed
    };

    void rebuild(const QVector<int>& ranks, const QVector<int>& selected, const ThemeColors& colors);
    void addDensity(const QVector<int>& ranks, const QVector<int>& selected, const ThemeColors& colors);
    void addRank(int rank, const QColor& color, const QVector<int>& selected);
    void addAxis(const PlotAxisSpec& axis, QCPAxis* valueAxis, const QColor& color);
    QCPGraph* addGraph(const QPen& pen, QCPAxis* valueAxis);
    void addNamed(QCPGraph& graph, const QString& name, int rank = -1);
    void point(const MetricTable& table);
    void fillRaw(const Curve& curve, const KeyWindow& window);

    QCustomPlot& m_plot;
    const PlotSpec& m_spec;
    RasterPlottable* m_raster = nullptr;
    bool m_isStale = true;
    bool m_dense = false; ///< too many ranks for a colour each
    QVector<Curve> m_curves;
    QVector<LegendEntry> m_legend;
    QVector<int> m_ranks;
    QVector<int> m_selected;
    const ThemeColors* m_colors = nullptr;
};

} // namespace lockstep
