// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/plot_legend.h"

#include <QCoreApplication>
#include <algorithm>

namespace lockstep {

namespace {

constexpr int kSwatch = 18;
constexpr int kBeforeName = 6;
constexpr int kAfterName = 14;
constexpr int kLineSpacing = 2;
constexpr int kAround = 6;

} // namespace

PlotLegend::PlotLegend(QCustomPlot& plot) : QCPLayoutElement(&plot)
{
    setLayer(QStringLiteral("legend"));
    setSizeConstraintRect(scrOuterRect);
    plot.plotLayout()->setRowSpacing(0);
    plot.plotLayout()->setColumnSpacing(0);
    fitInto(plot.viewport().size());
}

void PlotLegend::setLook(const QFont& font, const QColor& color)
{
    m_font = font;
    m_color = color;
}

QString PlotLegend::hiddenText() const
{
    return QCoreApplication::translate("PlotCurves", "…and %Ln more", nullptr, hiddenCount());
}

int PlotLegend::cellWidth(int hidden) const
{
    const QFontMetrics metrics(m_font);
    int widest = hidden > 0 ? metrics.horizontalAdvance(hiddenText()) - kSwatch - kBeforeName : 0;
    for (const LegendEntry& entry : m_entries)
        widest = std::max(widest, metrics.horizontalAdvance(entry.name));
    return kSwatch + kBeforeName + widest + kAfterName;
}

void PlotLegend::fitInto(QSize plot)
{
    const QSize room = (plot - QSize(2 * kAround, 2 * kAround)).expandedTo({1, 1});
    const auto lay = [&](int hidden) {
        m_cell = {std::min(cellWidth(hidden), room.width()), QFontMetrics(m_font).height() + kLineSpacing};
        m_layout = layoutLegend(static_cast<int>(m_entries.size()), m_cell, room, m_extent);
    };
    lay(0);
    if (hiddenCount() > 0)
        lay(hiddenCount()); // which has a text of its own
    const bool isRight = m_layout.side == LegendLayout::Side::Right;
    const int width = m_layout.columns * m_cell.width() + kAround;
    const int height = m_entries.isEmpty() ? 0 : m_layout.rows * m_cell.height() + kAround;
    setMinimumSize(isRight ? QSize(width, 0) : QSize(0, height));
    setMaximumSize(isRight ? QSize(width, QWIDGETSIZE_MAX) : QSize(QWIDGETSIZE_MAX, height));
    place();
}

/// Into the row above the axes or the column to the right of them.
void PlotLegend::place()
{
    QCPLayoutGrid& grid = *mParentPlot->plotLayout();
    const bool isRight = m_layout.side == LegendLayout::Side::Right;
    if (layout() && (grid.element(0, 0) == this) != isRight)
        return; // it stands there
    if (layout())
        grid.take(this);
    grid.simplify();
    if (!isRight)
        grid.insertRow(0);
    grid.addElement(0, isRight ? 1 : 0, this);
}

QRect PlotLegend::cellRect(int index) const
{
    const QRect& axes = mParentPlot->axisRect()->rect();
    const QPoint cell((index % m_layout.columns) * m_cell.width(),
                      (index / m_layout.columns) * m_cell.height());
    if (m_layout.side == LegendLayout::Side::Right)
        return {QPoint(rect().left(), axes.top()) + cell, m_cell};
    // Where the axes begin, unless that leaves too little room.
    const int last = rect().right() + 1 - m_layout.columns * m_cell.width();
    return {QPoint(std::clamp(axes.left(), rect().left(), std::max(rect().left(), last)),
                   rect().top() + kAround) +
                cell,
            m_cell};
}

void PlotLegend::applyDefaultAntialiasingHint(QCPPainter* painter) const
{
    applyAntialiasingHint(painter, mAntialiased, QCP::aeLegendItems);
}

void PlotLegend::draw(QCPPainter* painter)
{
    const QFontMetrics metrics(m_font);
    painter->setFont(m_font);
    for (int i = 0; i < m_layout.shown; ++i) {
        const LegendEntry& entry = m_entries[i];
        const QRect cell = cellRect(i);
        const QRect swatch(cell.left(), cell.center().y() - 3, kSwatch, 6);
        if (entry.isArea) {
            painter->fillRect(swatch, entry.pen.color());
        } else {
            painter->setPen(entry.pen);
            painter->drawLine(
                QLineF(swatch.left(), swatch.center().y(), swatch.right(), swatch.center().y()));
        }
        const QRect name = cell.adjusted(kSwatch + kBeforeName, 0, 0, 0);
        painter->setPen(m_color);
        painter->drawText(name, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip,
                          metrics.elidedText(entry.name, Qt::ElideRight, name.width()));
    }
    if (hiddenCount() > 0) {
        painter->setPen(m_color);
        painter->drawText(cellRect(m_layout.shown), Qt::AlignLeft | Qt::AlignVCenter, hiddenText());
    }
}

int PlotLegend::rankAt(const QPoint& position) const
{
    for (int i = 0; i < m_layout.shown; ++i) {
        if (cellRect(i).contains(position))
            return m_entries[i].rank;
    }
    return -1;
}

QString PlotLegend::text() const
{
    QStringList names;
    for (const LegendEntry& entry : m_entries)
        names << entry.name;
    return names.join(u'\n');
}

} // namespace lockstep
