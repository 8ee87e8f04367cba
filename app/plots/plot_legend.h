// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/legend_layout.h"

#include <QPen>
#include <QString>
#include <QVector>
#include <qcustomplot.h>

namespace lockstep {

/// The name of a curve, and how it is drawn.
struct LegendEntry {
    QString name;
    QPen pen;
    int rank = -1;       ///< whose curve it is; -1: not of one rank alone
    bool isArea = false; ///< a patch of the pen's colour, not a line
};

/// Tells the curves of a plot apart, outside of its axes: never over the data.
class PlotLegend : public QCPLayoutElement {
    Q_OBJECT
public:
    explicit PlotLegend(QCustomPlot& plot);

    void setEntries(const QVector<LegendEntry>& entries) { m_entries = entries; }
    const QVector<LegendEntry>& entries() const { return m_entries; }
    void setLook(const QFont& font, const QColor& color);
    void setExtent(LegendExtent extent) { m_extent = extent; }
    /// Takes its place beside the axes of a plot of this size, which are laid out afterwards.
    void fitInto(QSize plot);

    /// The rank whose entry is at this position; -1: none.
    int rankAt(const QPoint& position) const;
    /// How many entries are counted only.
    int hiddenCount() const { return static_cast<int>(m_entries.size()) - m_layout.shown; }
    /// All names, one a line.
    QString text() const;

protected:
    void draw(QCPPainter* painter) override;
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;

private:
    QString hiddenText() const;
    int cellWidth(int hidden) const;
    QRect cellRect(int index) const;
    void place();

    QVector<LegendEntry> m_entries;
    QFont m_font;
    QColor m_color;
    LegendExtent m_extent = LegendExtent::Bounded;
    LegendLayout m_layout;
    QSize m_cell;
};

} // namespace lockstep
