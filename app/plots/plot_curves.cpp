// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/plot_curves.h"

#include "app/plots/density_image.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr int kMaxDots = 64;

QString rankName(int rank)
{
    return QCoreApplication::translate("PlotCurves", "Rank %1").arg(rank);
}

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

DensityPlottable::DensityPlottable(QCPAxis* keyAxis, QCPAxis* valueAxis) : QCPAbstractPlottable(keyAxis, valueAxis)
{
}

double DensityPlottable::selectTest(const QPointF&, bool, QVariant*) const
{
    return -1;
}

QCPRange DensityPlottable::getKeyRange(bool& found, QCP::SignDomain) const
{
    found = false;
    return {};
}

QCPRange DensityPlottable::getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const
{
    found = false;
    return {};
}

void DensityPlottable::draw(QCPPainter* painter)
{
    const QRect rect = mKeyAxis->axisRect()->rect();
    const double ratio = mParentPlot->bufferDevicePixelRatio();
    PlotWindow window;
    window.keyLower = mKeyAxis->range().lower;
    window.keyUpper = mKeyAxis->range().upper;
    window.valueLower = mValueAxis->range().lower / factor;
    window.valueUpper = mValueAxis->range().upper / factor;
    window.pixels = (QSizeF(rect.size()) * ratio).toSize();
    QImage image = densityImage(series, window, color);
    image.setDevicePixelRatio(ratio);
    painter->drawImage(rect.topLeft(), image);
}

void DensityPlottable::drawLegendIcon(QCPPainter* painter, const QRectF& rect) const
{
    painter->fillRect(rect.adjusted(0, rect.height() / 4, 0, -rect.height() / 4), color);
}

PlotCurves::PlotCurves(QCustomPlot& plot, const PlotSpec& spec) : m_plot(plot), m_spec(spec) {}

void PlotCurves::arrange(const MetricTable& table, const QVector<int>& selected, const ThemeColors& colors)
{
    QVector<int> ranks = table.ranks(m_spec.left.metric);
    if (!m_spec.perRank && ranks.isEmpty() && m_spec.right)
        ranks = table.ranks(m_spec.right->metric);
    if (ranks != m_ranks || selected != m_selected || &colors != m_colors || m_curves.isEmpty())
        rebuild(ranks, selected, colors);
    point(table, ranks);
}

void PlotCurves::rebuild(const QVector<int>& ranks, const QVector<int>& selected, const ThemeColors& colors)
{
    m_plot.clearPlottables();
    m_plot.legend->clearItems();
    m_curves.clear();
    m_density = nullptr;
    m_ranks = ranks;
    m_selected = selected;
    m_colors = &colors;
    if (!m_spec.perRank) {
        addAxis(m_spec.left, m_plot.yAxis, colors.series[0]);
        if (m_spec.right)
            addAxis(*m_spec.right, m_plot.yAxis2, colors.series[2]);
    } else if (ranks.size() <= kMaxColoredRanks) {
        for (qsizetype i = 0; i < ranks.size(); ++i)
            addRank(ranks[i], rankColor(ranks[i], colors), selected);
    } else {
        m_density = new DensityPlottable(m_plot.xAxis, m_plot.yAxis);
        m_density->color = colors.series[0];
        m_density->factor = m_spec.left.factor;
        m_density->setName(QCoreApplication::translate("PlotCurves", "%1 ranks (density)").arg(ranks.size()));
        m_density->addToLegend();
        const QString mean = QCoreApplication::translate("PlotCurves", "Mean (smoothed)");
        m_curves.append({-1, {}, m_spec.left.factor, nullptr, addGraph(QPen(colors.text, 1.6), m_plot.yAxis, mean)});
        int shown = 0;
        for (const int rank : selected) {
            if (ranks.contains(rank) && shown++ < kMaxColoredRanks)
                addRank(rank, rankColor(2 + shown, colors), selected);
        }
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
    if (!m_density)
        curve.raw = addGraph(QPen(faded(color, dimmed ? 0.12 : 0.4), 1), m_plot.yAxis, {});
    const QPen pen(faded(color, dimmed ? 0.35 : 1.0), chosen ? 2.2 : 1.4);
    curve.smooth = addGraph(pen, m_plot.yAxis, rankName(rank));
    m_curves.append(curve);
}

void PlotCurves::addAxis(const PlotAxisSpec& axis, QCPAxis* valueAxis, const QColor& color)
{
    Curve curve;
    curve.factor = axis.factor;
    curve.raw = addGraph(QPen(color, 1.6), valueAxis, axis.curve);
    m_curves.append(curve);
}

QCPGraph* PlotCurves::addGraph(const QPen& pen, QCPAxis* valueAxis, const QString& legend)
{
    QCPGraph* graph = m_plot.addGraph(m_plot.xAxis, valueAxis);
    graph->setPen(pen);
    graph->setSelectable(QCP::stNone);
    if (!legend.isEmpty()) {
        graph->setName(legend);
        graph->addToLegend();
    }
    return graph;
}

void PlotCurves::point(const MetricTable& table, const QVector<int>& ranks)
{
    const auto find = [&](Metric metric, int rank) {
        const Series* series = table.find(metric, rank);
        return series ? SeriesList{series} : SeriesList{};
    };
    SeriesList all;
    for (const int rank : ranks)
        all += find(m_spec.left.metric, rank);
    if (m_density)
        m_density->series = all;
    for (qsizetype i = 0; i < m_curves.size(); ++i) {
        Curve& curve = m_curves[i];
        if (!m_spec.perRank)
            curve.series = ranks.isEmpty() ? SeriesList{}
                                           : find(i == 0 ? m_spec.left.metric : m_spec.right->metric, ranks[0]);
        else
            curve.series = curve.rank < 0 ? all : find(m_spec.left.metric, curve.rank);
    }
}

void PlotCurves::fill()
{
    const double ratio = m_plot.bufferDevicePixelRatio();
    const KeyWindow window = windowOf(*m_plot.axisRect(), ratio);
    const KeyWindow logical = windowOf(*m_plot.axisRect(), 1);
    for (const Curve& curve : m_curves) {
        if (curve.smooth)
            setPoints(*curve.smooth, smoothLine(curve.series, logical), curve.factor);
        if (!curve.raw)
            continue;
        const QVector<QPointF> points = curve.series.isEmpty() ? QVector<QPointF>{} : outline(*curve.series[0], window);
        setPoints(*curve.raw, points, curve.factor);
        curve.raw->setAntialiased(points.size() <= logical.pixels);
        if (m_spec.perRank)
            continue;
        const bool dots = points.size() <= kMaxDots;
        const QPen pen = curve.raw->pen();
        curve.raw->setScatterStyle(dots ? QCPScatterStyle(QCPScatterStyle::ssDisc, pen.color(), pen.color(), 6)
                                        : QCPScatterStyle::ssNone);
    }
}

int PlotCurves::rankOf(QCPAbstractLegendItem* item) const
{
    auto* plottable = qobject_cast<QCPPlottableLegendItem*>(item);
    for (const Curve& curve : m_curves) {
        if (plottable && plottable->plottable() == curve.smooth)
            return curve.rank;
    }
    return -1;
}

} // namespace lockstep
