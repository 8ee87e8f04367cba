// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/plot_curves.h"

#include "app/plots/curve_points.h"
#include "app/plots/drawn_curve.h"
#include "app/plots/outliers.h"
#include "app/plots/plot_colors.h"
#include "app/plots/smooth_graph.h"
#include "app/text/number_text.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr std::size_t kMaxDots = 64;
constexpr int kMaxOutliers = 3;
/// So many of those selected are drawn above a density.
constexpr int kMaxAbove = kMaxColoredRanks;

void setPoints(QCPGraph& graph, const QVector<QPointF>& points, double factor)
{
    QVector<QCPGraphData> data;
    data.reserve(points.size());
    for (const QPointF& point : points)
        data.append(QCPGraphData(point.x(), point.y() * factor));
    graph.data()->set(data, true);
    // A line of one point is none.
    const QColor color = graph.pen().color();
    graph.setScatterStyle(data.size() == 1 ? QCPScatterStyle(QCPScatterStyle::ssDisc, color, color, 6)
                                           : QCPScatterStyle(QCPScatterStyle::ssNone));
}

QColor faded(QColor color, double alpha)
{
    color.setAlphaF(static_cast<float>(alpha));
    return color;
}

} // namespace

PlotCurves::PlotCurves(QCustomPlot& plot, const PlotSpec& spec, ColumnCache& columns)
    : m_plot(plot), m_spec(spec), m_columns(columns)
{
}

/// Those of a density that want a look of their own.
QVector<int> PlotCurves::outlying(const MetricTable& table) const
{
    const Metric metric = m_spec.left.curves.first().metric;
    const QVector<int> ranks = table.ranks(metric);
    const SeriesList all = scaledSeries(table, m_spec, metric);
    if (m_spec.style != CurveStyle::ByRank || ranks.size() <= kMaxColoredRanks || all.size() != ranks.size())
        return {};
    return outlyingRanks(ranks, all, keyWindow(*m_plot.xAxis, 1), kMaxOutliers);
}

void PlotCurves::arrange(const MetricTable& table, const QVector<int>& selected, const ThemeColors& colors)
{
    Shape shape{{}, selected, outlying(table), &colors};
    for (const CurveSpec& curve : m_spec.curves())
        shape.ranks.append(table.ranks(curve.metric));
    if (m_isStale || shape != m_shape) {
        m_shape = std::move(shape);
        rebuild(table);
    }
    point(table);
}

void PlotCurves::rebuild(const MetricTable& table)
{
    m_plot.clearPlottables();
    m_legend.clear();
    m_curves.clear();
    m_isStale = false;
    m_rasters = {new RasterPlottable(m_plot.xAxis, m_plot.yAxis, m_columns)};
    if (m_spec.hasRight())
        m_rasters.append(new RasterPlottable(m_plot.xAxis, m_plot.yAxis2, m_columns));
    if (m_spec.style == CurveStyle::Stacked)
        return addBands();
    if (m_spec.style == CurveStyle::ByRank)
        return addRanks();
    // Every second colour: the two axes of a plot of two differ as much as can be.
    int color = 0;
    const auto add = [&](const PlotAxisSpec& axis, QCPAxis* valueAxis) {
        for (const CurveSpec& curve : axis.curves) {
            addMetric(curve, valueAxis, rankColor(2 * color + (color >= 4 ? 1 : 0), *m_shape.colors),
                      table.ranks(curve.metric));
            ++color;
        }
    };
    add(m_spec.left, m_plot.yAxis);
    add(m_spec.right, m_plot.yAxis2);
}

void PlotCurves::addRanks()
{
    const QVector<int>& ranks = m_shape.ranks.first();
    if (ranks.size() > kMaxColoredRanks)
        return addDensity(ranks);
    for (const int rank : ranks)
        addRank(rank, rankColor(rank, *m_shape.colors), m_spec.curveName(rank), true);
}

void PlotCurves::addDensity(const QVector<int>& ranks)
{
    const ThemeColors& colors = *m_shape.colors;
    const CurveSpec& spec = m_spec.left.curves.first();
    m_legend.append(
        {.name = QCoreApplication::translate("PlotCurves", "%1 ranks (density)").arg(countText(ranks.size())),
         .pen = QPen(colors.series[0]),
         .isArea = true});
    QCPGraph* mean = addGraph(QPen(colors.text, 1.6), m_plot.yAxis);
    addNamed(*mean, QCoreApplication::translate("PlotCurves", "Mean (smoothed)"));
    m_curves.append({.spec = spec, .smooth = mean, .raster = m_rasters[0], .isDense = true});
    int shown = 0;
    for (const int rank : m_shape.selected) {
        if (ranks.contains(rank) && shown++ < kMaxAbove)
            addRank(rank, rankColor(2 + shown, colors), m_spec.curveName(rank), false);
    }
    for (const int rank : m_shape.outlying) {
        if (!m_shape.selected.contains(rank) && shown++ < kMaxAbove)
            addRank(rank, rankColor(2 + shown, colors),
                    QCoreApplication::translate("PlotCurves", "%1 (far from the others)")
                        .arg(m_spec.curveName(rank)),
                    false);
    }
}

/// `isFaint`: its values stand behind the smoothed curve.
void PlotCurves::addRank(int rank, const QColor& color, const QString& name, bool isFaint)
{
    const QVector<int>& selected = m_shape.selected;
    const bool chosen = selected.contains(rank);
    const bool dimmed = isFaint && !selected.isEmpty() && !chosen;
    Curve curve{.spec = m_spec.left.curves.first(), .rank = rank, .raster = m_rasters[0]};
    // Thick noisy lines take QPainter seconds: only the smooth one may be thick.
    if (isFaint)
        curve.raw = addGraph(QPen(faded(color, dimmed ? 0.12 : 0.4), 1), m_plot.yAxis);
    const QPen pen(faded(color, dimmed ? 0.35 : 1.0), chosen ? 2.2 : dimmed ? 1 : 1.4);
    curve.smooth = addGraph(pen, m_plot.yAxis);
    addNamed(*curve.smooth, name, rank);
    m_curves.append(curve);
}

/// Of what all ranks report the same: its points. Else the mean of all ranks above what each of them
/// reports, and those selected.
void PlotCurves::addMetric(const CurveSpec& spec, QCPAxis* valueAxis, const QColor& color,
                           const QVector<int>& ranks)
{
    RasterPlottable* below = m_rasters[valueAxis == m_plot.yAxis ? 0 : 1];
    Curve curve{.spec = spec, .raster = below};
    if (m_spec.isToldByAll(spec.metric)) {
        curve.raw = addGraph(QPen(color, 1.6), valueAxis);
        addNamed(*curve.raw, spec.name);
        m_curves.append(curve);
        return;
    }
    curve.isDense = true;
    curve.smooth = addGraph(QPen(color, 1.6), valueAxis);
    addNamed(*curve.smooth, spec.name);
    m_curves.append(curve);
    int shown = 0;
    for (const int rank : m_shape.selected) {
        if (!ranks.contains(rank) || ranks.size() == 1 || shown++ == kMaxOutliers)
            continue;
        QPen pen(color, 1.2, Qt::DashLine);
        Curve own{.spec = spec, .rank = rank, .smooth = addGraph(pen, valueAxis)};
        addNamed(*own.smooth,
                 QCoreApplication::translate("PlotCurves", "%1, rank %2").arg(spec.name).arg(rank), rank);
        m_curves.append(own);
    }
}

void PlotCurves::addBands()
{
    QCPGraph* below = nullptr;
    int color = 0;
    for (const CurveSpec& spec : m_spec.left.curves) {
        const QColor band = bandColor(spec.metric, color++, *m_shape.colors);
        QCPGraph* edge = addGraph(QPen(band, 1), m_plot.yAxis);
        edge->setBrush(faded(band, 0.7));
        edge->setChannelFillGraph(below);
        below = edge;
        edge->setName(spec.name);
        m_legend.append({.name = spec.name, .pen = QPen(band), .isArea = true});
        m_curves.append({.spec = spec, .smooth = edge});
    }
}

QCPGraph* PlotCurves::addGraph(const QPen& pen, QCPAxis* valueAxis)
{
    auto* graph = new SmoothGraph(m_plot.xAxis, valueAxis); // the plot's
    graph->setPen(pen);
    graph->setSelectable(QCP::stNone);
    return graph;
}

void PlotCurves::addNamed(QCPGraph& graph, const QString& name, int rank)
{
    graph.setName(name);
    m_legend.append({.name = name, .pen = graph.pen(), .rank = rank});
}

void PlotCurves::point(const MetricTable& table)
{
    const XAxis axis = m_spec.choice.xAxis;
    // A stack is that of one rank, or of the mean of all.
    const bool isOfOne = m_spec.style == CurveStyle::Stacked && m_shape.selected.size() == 1;
    for (Curve& curve : m_curves) {
        const int rank = isOfOne ? m_shape.selected.first() : curve.rank;
        curve.series.clear();
        if (rank < 0)
            curve.series = scaledSeries(table, m_spec, curve.spec.metric);
        else if (const std::optional<ScaledSeries> series =
                     scaledSeries(table, axis, curve.spec.metric, rank))
            curve.series = {*series};
    }
    pointDiscarded(table);
}

void PlotCurves::pointDiscarded(const MetricTable& table)
{
    m_discarded.clear();
    const QColor color = faded(m_shape.colors->mutedText, 0.5);
    for (const CurveSpec& curve : m_spec.left.curves) {
        RasterPlottable::Layer layer{.factor = curve.factor};
        for (const ScaledSeries& series : discardedSeries(table, m_spec, curve.metric))
            layer.curves.append({series, color});
        if (!layer.curves.isEmpty())
            m_discarded.append(layer);
    }
}

void PlotCurves::fill()
{
    const int width = m_plot.axisRect()->width();
    const KeyWindow logical = keyWindow(*m_plot.xAxis, width);
    const KeyWindow device =
        keyWindow(*m_plot.xAxis, static_cast<int>(std::lround(width * m_plot.bufferDevicePixelRatio())));
    if (m_spec.style == CurveStyle::Stacked)
        return fillBands(logical);
    for (RasterPlottable* raster : m_rasters)
        raster->layers.clear();
    m_rasters.first()->layers = m_discarded;
    for (const Curve& curve : m_curves) {
        if (curve.smooth)
            setPoints(*curve.smooth, smoothLine(curve.series, logical, m_spec.choice.smoothing, m_columns),
                      curve.spec.factor);
        if (curve.isDense)
            fillDensity(curve);
        if (curve.raw && !curve.series.isEmpty())
            fillRaw(curve, device);
    }
}

void PlotCurves::fillDensity(const Curve& curve)
{
    const QColor color =
        m_spec.style == CurveStyle::ByRank ? m_shape.colors->series[0] : curve.smooth->pen().color();
    RasterPlottable::Layer layer{.factor = curve.spec.factor};
    if (curve.series.size() > 1) {
        layer.density = curve.series;
        layer.densityColor = color;
    } else if (!curve.series.isEmpty()) {
        layer.curves = {{curve.series.first(), faded(color, 0.4)}};
    }
    curve.raster->layers.append(layer);
}

void PlotCurves::fillBands(const KeyWindow& window)
{
    QVector<SeriesList> groups;
    for (const Curve& curve : m_curves)
        groups.append(curve.series);
    const QVector<QVector<QPointF>> lines = stackedLines(groups, window, m_spec.choice.smoothing, m_columns);
    for (qsizetype i = 0; i < m_curves.size(); ++i)
        setPoints(*m_curves[i].smooth, lines[i], m_curves[i].spec.factor);
}

void PlotCurves::fillRaw(const Curve& curve, const KeyWindow& window)
{
    const ScaledSeries& series = curve.series.first();
    const std::size_t count = series.lowerBound(window.upper) - series.lowerBound(window.lower);
    const QPen pen = curve.raw->pen();
    // Anti-aliased lines are for few points; the noise of many costs QPainter tens of milliseconds.
    if (count > static_cast<std::size_t>(window.pixels / 2)) {
        curve.raw->data()->clear();
        curve.raster->layers.append({.curves = {{series, pen.color()}}, .factor = curve.spec.factor});
        return;
    }
    setPoints(*curve.raw, outline(series, window), curve.spec.factor);
    if (curve.spec.metric.keyKind() != KeyKind::Epoch)
        return;
    const QCPScatterStyle dots(QCPScatterStyle::ssDisc, pen.color(), pen.color(), 6);
    curve.raw->setScatterStyle(count <= kMaxDots ? dots : QCPScatterStyle(QCPScatterStyle::ssNone));
}

} // namespace lockstep
