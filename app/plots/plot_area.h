// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QScrollArea>

namespace lockstep {

class PlotGrid;

/// Scrolls over the plots, and tells them how much of them it shows: a whole row at least, for which the
/// other parts of a page give way.
class PlotArea : public QScrollArea {
public:
    /// The grid is the area's from now on.
    PlotArea(PlotGrid& grid, QWidget* parent);

    QSize minimumSizeHint() const override;
    /// Scrolls to a plot that is new, while it and the others find their places.
    void showWhenPlaced(QWidget& plot);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void bringIntoSight();

    PlotGrid& m_grid;
    QPointer<QWidget> m_wanted;
};

} // namespace lockstep
