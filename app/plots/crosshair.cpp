// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/crosshair.h"

#include <algorithm>

namespace lockstep {

Crosshair::Crosshair(QCustomPlot& plot) : m_plot(plot)
{
    // Above the marks of the run, too: nothing may stand on its figures.
    plot.addLayer(QStringLiteral("crosshair"), plot.layer(QStringLiteral("overlay")), QCustomPlot::limAbove);
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

void Crosshair::showAt(double key, const QString& note, double y)
{
    m_line->point1->setCoords(key, m_plot.yAxis->range().lower);
    m_line->point2->setCoords(key, m_plot.yAxis->range().upper);
    m_text->setText(note);
    m_line->setVisible(true);
    m_text->setVisible(true);
    place(m_plot.xAxis->coordToPixel(key), y);
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
