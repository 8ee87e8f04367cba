// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/plot_curves.h"

#include "app/plots/drawn_curve.h"

#include <QCoreApplication>
#include <QHash>
#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr std::size_t kMaxDots = 64;

KeyWindow windowOf(const QCPAxisRect& rect, double ratio)
{
    const QCPRange range = rect.axis(QCPAxis::atBottom)->range();
    return {range.lower, range.upper, std::max(1, static_cast<int>(std::lround(rect.width() * ratio)))};
}

void setPoints(QCPGraph& graph, const QVector<QPointF>& points, double factor)
{
    QVector<QCPGraphData> data;
    data.reserve(points.size());
    for (const QPointF& point : points)
        data.append(QCPGraphData(point.x(), point.y() * factor));
    graph.data()->set(data, true);
}

QColor faded(QColor color, double alpha)
{
    color.setAlphaF(static_cast<float>(alpha));
    return color;
}

} // namespace

RasterPlottable::RasterPlottable(QCPAxis* keyAxis, QCPAxis* valueAxis)
    : QCPAbstractPlottable(keyAxis, valueAxis)
{
}

double RasterPlottable::selectTest(const QPointF&, bool, QVariant*) const
{
    return -1;
}

QCPRange RasterPlottable::getKeyRange(bool& found, QCP::SignDomain) const
{
    found = false;
    return {};
}

QCPRange RasterPlottable::getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const
{
    found = false;
    return {};
}

void RasterPlottable::draw(QCPPainter* painter)
{
    const QRect rect = mKeyAxis->axisRect()->rect();
    const double ratio = mParentPlot->bufferDevicePixelRatio();
    PlotWindow window;
    window.keyLower = mKeyAxis->range().lower;
    window.keyUpper = mKeyAxis->range().upper;
    window.valueLower = mValueAxis->range().lower / factor;
    window.valueUpper = mValueAxis->range().upper / factor;
    window.pixels = (QSizeF(rect.size()) * ratio).toSize();
    for (QImage image : {densityImage(density, window, densityColor), curvesImage(curves, window)}) {
        image.setDevicePixelRatio(ratio);
        painter->drawImage(rect.topLeft(), image);
    }
}

void RasterPlottable::drawLegendIcon(QCPPainter*, const QRectF&) const {} // PlotLegend does

PlotCurves::PlotCurves(QCustomPlot& plot, const PlotSpec& spec) : m_plot(plot), m_spec(spec) {}

void PlotCurves::arrange(const MetricTable& table, const QVector<int>& selected, const ThemeColors& colors)
{
    QVector<int> ranks = table.ranks(m_spec.left.metric);
    if (!m_spec.perRank && ranks.isEmpty() && m_spec.right)
        ranks = table.ranks(m_spec.right->metric);
    if (ranks != m_ranks || selected != m_selected || &colors != m_colors || m_isStale)
        rebuild(ranks, selected, colors);
    point(table);
}

void PlotCurves::rebuild(const QVector<int>& ranks, const QVector<int>& selected, const ThemeColors& colors)
{
    m_plot.clearPlottables();
    m_legend.clear();
    m_curves.clear();
    m_raster = nullptr;
    m_dense = m_spec.perRank && ranks.size() > kMaxColoredRanks;
    m_isStale = false;
    m_ranks = ranks;
    m_selected = selected;
    m_colors = &colors;
    if (!m_spec.perRank) {
        addAxis(m_spec.left, m_plot.yAxis, colors.series[0]);
        if (m_spec.right)
            addAxis(*m_spec.right, m_plot.yAxis2, colors.series[2]);
        return;
    }
    m_raster = new RasterPlottable(m_plot.xAxis, m_plot.yAxis);
    m_raster->densityColor = colors.series[0];
    m_raster->factor = m_spec.left.factor;
    if (m_dense)
        addDensity(ranks, selected, colors);
    else
        for (const int rank : ranks)
            addRank(rank, rankColor(rank, colors), selected);
}

void PlotCurves::addDensity(const QVector<int>& ranks, const QVector<int>& selected,
                            const ThemeColors& colors)
{
    m_legend.append(
        {.name = QCoreApplication::translate("PlotCurves", "%1 ranks (density)").arg(ranks.size()),
         .pen = QPen(m_raster->densityColor),
         .isArea = true});
    QCPGraph* mean = addGraph(QPen(colors.text, 1.6), m_plot.yAxis);
    addNamed(*mean, QCoreApplication::translate("PlotCurves", "Mean (smoothed)"));
    m_curves.append({-1, {}, m_spec.left.factor, nullptr, mean});
    int shown = 0;
    for (const int rank : selected) {
        if (ranks.contains(rank) && shown++ < kMaxColoredRanks)
            addRank(rank, rankColor(2 + shown, colors), selected);
    }
}

void PlotCurves::addRank(int rank, const QColor& color, const QVector<int>& selected)
{
    const bool chosen = selected.contains(rank);
    const bool dimmed = !selected.isEmpty() && !chosen;
    Curve curve;
    curve.rank = rank;
    curve.factor = m_spec.left.factor;
    // Thick noisy lines take QPainter seconds: only the smooth one may be thick.
    if (!m_dense)
        curve.raw = addGraph(QPen(faded(color, dimmed ? 0.12 : 0.4), 1), m_plot.yAxis);
    const QPen pen(faded(color, dimmed ? 0.35 : 1.0), chosen ? 2.2 : 1.4);
    curve.smooth = addGraph(pen, m_plot.yAxis);
    addNamed(*curve.smooth, m_spec.curveName(rank), rank);
    m_curves.append(curve);
}

void PlotCurves::addAxis(const PlotAxisSpec& axis, QCPAxis* valueAxis, const QColor& color)
{
    Curve curve;
    curve.factor = axis.factor;
    curve.raw = addGraph(QPen(color, 1.6), valueAxis);
    addNamed(*curve.raw, axis.curve);
    m_curves.append(curve);
}

QCPGraph* PlotCurves::addGraph(const QPen& pen, QCPAxis* valueAxis)
{
    QCPGraph* graph = m_plot.addGraph(m_plot.xAxis, valueAxis);
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
    SeriesList all;
    QHash<int, SeriesList> ofRank;
    const QVector<DrawnCurve> drawn = drawnCurves(m_spec, table);
    for (const DrawnCurve& curve : drawn) {
        if (const Series* series = curve.in(table)) {
            all.append(series);
            ofRank[curve.rank] = {series};
        }
    }
    if (m_dense)
        m_raster->density = all;
    for (qsizetype i = 0; i < m_curves.size(); ++i) {
        Curve& curve = m_curves[i];
        if (m_spec.perRank)
            curve.series = curve.rank < 0 ? all : ofRank.value(curve.rank);
        else if (const Series* series = drawn[i].in(table))
            curve.series = {series};
        else
            curve.series.clear();
    }
}

void PlotCurves::fill()
{
    const KeyWindow window = windowOf(*m_plot.axisRect(), m_plot.bufferDevicePixelRatio());
    const KeyWindow logical = windowOf(*m_plot.axisRect(), 1);
    if (m_raster)
        m_raster->curves.clear();
    for (const Curve& curve : m_curves) {
        if (curve.smooth)
            setPoints(*curve.smooth, smoothLine(curve.series, logical), curve.factor);
        if (curve.raw && !curve.series.isEmpty())
            fillRaw(curve, window);
    }
}

void PlotCurves::fillRaw(const Curve& curve, const KeyWindow& window)
{
    const Series& series = *curve.series[0];
    const std::size_t count = series.lowerBound(window.upper) - series.lowerBound(window.lower);
    const QPen pen = curve.raw->pen();
    // Anti-aliased lines are for few points; the noise of many costs QPainter tens of milliseconds.
    if (m_raster && count > static_cast<std::size_t>(window.pixels / 2)) {
        curve.raw->data()->clear();
        m_raster->curves.append({&series, pen.color()});
        return;
    }
    setPoints(*curve.raw, outline(series, window), curve.factor);
    if (m_spec.perRank)
        return;
    const QCPScatterStyle dots(QCPScatterStyle::ssDisc, pen.color(), pen.color(), 6);
    curve.raw->setScatterStyle(count <= kMaxDots ? dots : QCPScatterStyle(QCPScatterStyle::ssNone));
}

} // namespace lockstep
