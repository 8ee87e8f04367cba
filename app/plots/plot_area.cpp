// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/plot_area.h"

#include "app/plots/plot_grid.h"
#include "app/theme/keyboard_ring.h"

#include <QEvent>
#include <QTimer>

namespace lockstep {

PlotArea::PlotArea(PlotGrid& grid, QWidget* parent) : QScrollArea(parent), m_grid(grid)
{
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWidget(&grid);
    showKeyboardRing(*this);
}

QSize PlotArea::minimumSizeHint() const
{
    return {QScrollArea::minimumSizeHint().width(), PlotGrid::lowestRow()};
}

void PlotArea::showWhenPlaced(QWidget& plot)
{
    constexpr int kSettlingMs = 500;
    m_wanted = &plot;
    bringIntoSight();
    QTimer::singleShot(kSettlingMs, this, [this] { m_wanted = nullptr; });
}

bool PlotArea::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == widget() && event->type() == QEvent::Resize && m_wanted)
        bringIntoSight();
    return QScrollArea::eventFilter(watched, event);
}

void PlotArea::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    m_grid.setRoom(viewport()->height());
}

/// After what comes with the present event.
void PlotArea::bringIntoSight()
{
    QTimer::singleShot(0, this, [this] {
        if (m_wanted)
            ensureWidgetVisible(m_wanted, 0, 0);
    });
}

} // namespace lockstep
