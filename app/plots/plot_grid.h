// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPoint>
#include <QVector>
#include <QWidget>

class QSplitter;

namespace lockstep {

class MetricPlot;

/// Plots in rows, each as wide and high as a person makes it; one can be dragged by its title to another
/// place. Owns its plots.
class PlotGrid : public QWidget {
    Q_OBJECT
public:
    using Rows = QVector<QVector<MetricPlot*>>;

    explicit PlotGrid(QWidget* parent = nullptr);

    const Rows& rows() const { return m_rows; }
    QVector<MetricPlot*> plots() const;
    /// In place of those before, which are deleted. Sizes in pixels; empty or 0: alike.
    void setRows(const Rows& rows, const QVector<int>& heights, const QVector<QVector<int>>& widths);
    /// In place of the rows from this one on, whose plots are deleted. REQUIRES: 0 < first <= rows().size().
    void setRowsFrom(qsizetype first, const Rows& rows);
    /// Into the last row while that has one plot only, else into a row of its own.
    void append(MetricPlot* plot);
    void remove(MetricPlot* plot);
    /// Lets it change places with a neighbour; does nothing at an edge.
    void move(MetricPlot* plot, int columns, int rows);
    /// Takes it to a place in this widget: beside the plot there, or above or below its row.
    void moveTo(MetricPlot* plot, const QPoint& position);
    /// Begins to drag it; ends when the hand lets it go.
    void drag(MetricPlot* plot);

    /// The least height of a row, in pixels: where a page has no room for more.
    static int lowestRow();
    /// What is seen of it at once, in pixels: rows are no higher than that unless they must be. Where there
    /// are more than fit, about two and a half are seen, and the others by scrolling.
    void setRoom(int height);
    QVector<int> heights() const;
    QVector<QVector<int>> widths() const;

signals:
    /// A person has arranged it.
    void rearranged();

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void rebuild();
    void updateLeastHeight();
    /// Of those rows and columns that are as many.
    void setSizes(const QVector<int>& heights, const QVector<QVector<int>>& widths);
    void take(MetricPlot* plot);
    QPoint placeOf(const MetricPlot* plot) const; ///< column, row

    Rows m_rows;
    QSplitter* m_column = nullptr;
    int m_leastHeight; ///< of a row
    int m_room = 0;
    QVector<int> m_wantedHeights; ///< as a person made them; others than there are rows: nobody did
    MetricPlot* m_dragged = nullptr;
};

} // namespace lockstep
