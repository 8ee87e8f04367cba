// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/crosshair.h"

#include "app/plots/plot_curves.h"

#include <QCoreApplication>
#include <QLocale>
#include <cmath>

namespace lockstep {

namespace {

/// The index whose key is nearest. REQUIRES: not empty.
std::size_t nearest(const Series& series, double key)
{
    const std::size_t above = std::min(series.lowerBound(key), series.size() - 1);
    if (above == 0)
        return 0;
    const double up = static_cast<double>(series.key(above)) - key;
    const double down = key - static_cast<double>(series.key(above - 1));
    return up <= down ? above : above - 1;
}

QString line(const QString& name, double value)
{
    return QStringLiteral("\n%1  %2").arg(name, valueText(value));
}

} // namespace

QString valueText(double value)
{
    return std::isfinite(value) ? QString::number(value, 'g', 4)
                                : QCoreApplication::translate("PlotCurves", "not a number");
}

Crosshair::Crosshair(QCustomPlot& plot, const PlotSpec& spec) : m_plot(plot), m_spec(spec)
{
    plot.addLayer(QStringLiteral("crosshair"), plot.layer(QStringLiteral("legend")), QCustomPlot::limAbove);
    plot.layer(QStringLiteral("crosshair"))->setMode(QCPLayer::lmBuffered);
    m_line = new QCPItemStraightLine(&plot);
    m_text = new QCPItemText(&plot);
    for (QCPAbstractItem* item :
         {static_cast<QCPAbstractItem*>(m_line), static_cast<QCPAbstractItem*>(m_text)}) {
        item->setLayer(QStringLiteral("crosshair"));
        item->setSelectable(false);
        item->setVisible(false);
    }
    m_text->setPadding(QMargins(8, 5, 8, 5));
    m_text->setTextAlignment(Qt::AlignLeft);
    m_text->position->setType(QCPItemPosition::ptAbsolute);
    m_text->setClipToAxisRect(false);
}

void Crosshair::setColors(const ThemeColors& colors)
{
    m_line->setPen(QPen(colors.mutedText, 1, Qt::DashLine));
    m_text->setColor(colors.text);
    m_text->setBrush(colors.card);
    m_text->setPen(QPen(colors.cardBorder));
    m_text->setFont(m_plot.font());
}

void Crosshair::moveTo(const QPointF& position, const MetricTable& table, const QVector<int>& selected)
{
    const Metric metric = m_spec.left.metric;
    QVector<int> ranks = table.ranks(metric);
    if (ranks.isEmpty() && m_spec.right)
        ranks = table.ranks(m_spec.right->metric);
    if (ranks.isEmpty() || !m_plot.axisRect()->rect().contains(position.toPoint()))
        return hide();
    const Series* series = table.find(metric, ranks[0]);
    if (!series)
        series = table.find(m_spec.right->metric, ranks[0]);
    const auto key =
        static_cast<double>(series->key(nearest(*series, m_plot.xAxis->pixelToCoord(position.x()))));
    m_line->point1->setCoords(key, 0);
    m_line->point2->setCoords(key, 1);
    m_text->setText(note(key, table, selected));
    m_line->setVisible(true);
    m_text->setVisible(true);
    place(m_plot.xAxis->coordToPixel(key), position.y());
    m_plot.layer(QStringLiteral("crosshair"))->replot();
}

void Crosshair::hide()
{
    if (!m_line->visible())
        return;
    m_line->setVisible(false);
    m_text->setVisible(false);
    m_plot.layer(QStringLiteral("crosshair"))->replot();
}

QString Crosshair::note(double key, const MetricTable& table, const QVector<int>& selected) const
{
    QString text = m_spec.keyText.arg(QLocale().toString(static_cast<qlonglong>(key)));
    if (!m_spec.perRank) {
        for (const PlotAxisSpec& axis : {m_spec.left, m_spec.right.value_or(m_spec.left)}) {
            const QVector<int> ranks = table.ranks(axis.metric);
            if (ranks.isEmpty() || text.contains(axis.curve))
                continue;
            const Series& series = *table.find(axis.metric, ranks[0]);
            text += line(axis.curve, static_cast<double>(series.value(nearest(series, key))) * axis.factor);
        }
        return text;
    }
    const QVector<int> ranks = table.ranks(m_spec.left.metric);
    const bool few = ranks.size() <= kMaxColoredRanks;
    Extent all;
    QString lines;
    for (const int rank : ranks) {
        const Series& series = *table.find(m_spec.left.metric, rank);
        const float value = series.value(nearest(series, key));
        all.add(value);
        if (few || selected.contains(rank))
            lines += line(m_spec.curveName(rank), static_cast<double>(value) * m_spec.left.factor);
    }
    if (!few && !all.empty()) {
        const double factor = m_spec.left.factor;
        text +=
            line(QCoreApplication::translate("PlotCurves", "Mean"), static_cast<double>(all.mean()) * factor);
        text +=
            line(QCoreApplication::translate("PlotCurves", "Lowest"), static_cast<double>(all.low) * factor);
        text += line(QCoreApplication::translate("PlotCurves", "Highest"),
                     static_cast<double>(all.high) * factor);
    }
    return text + lines;
}

void Crosshair::place(double x, double y)
{
    // Beside the line, on the side that has more room; never over the plot's edge.
    const QFontMetricsF metrics(m_text->font());
    const QSizeF size = metrics.size(0, m_text->text()) + QSizeF(16, 10);
    const QRectF room = m_plot.axisRect()->rect();
    const bool right = x + 12 + size.width() <= room.right();
    const double left = right ? x + 12 : std::max(room.left(), x - 12 - size.width());
    const double top =
        std::clamp(y - size.height() - 8, room.top(), std::max(room.top(), room.bottom() - size.height()));
    m_text->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_text->position->setCoords(left, top);
}

} // namespace lockstep
