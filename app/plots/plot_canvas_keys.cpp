// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What a plot does with keys that its view knows nothing of: they point at its values.
#include "app/plots/plot_canvas.h"
#include "app/plots/value_note.h"

#include <QKeyEvent>
#include <cmath>

namespace lockstep {

namespace {

/// In pixels; where the points lie farther apart, it goes on to the next one.
constexpr double kCrosshairStep = 4;

} // namespace

void PlotCanvas::keyPressEvent(QKeyEvent* event)
{
    const int key = event->key();
    if (event->modifiers() == Qt::ShiftModifier && (key == Qt::Key_Left || key == Qt::Key_Right))
        return moveCrosshair(key == Qt::Key_Right);
    if (key == Qt::Key_Escape && m_crosshair.isShown())
        return leaveCrosshair();
    if ((key == Qt::Key_Return || key == Qt::Key_Enter) && m_crosshair.isShown() && m_lastPointed)
        return chooseKey(*m_lastPointed);
    QCustomPlot::keyPressEvent(event);
}

void PlotCanvas::focusOutEvent(QFocusEvent* event)
{
    QCustomPlot::focusOutEvent(event);
    if (event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason)
        leaveCrosshair();
}

/// From where it stands; where there is none it comes to where a person pointed last, or to the newest point.
void PlotCanvas::moveCrosshair(bool isOnward)
{
    std::optional<PointedKey> key = isBare() ? std::nullopt : notePlace();
    if (key && m_crosshair.isShown()) {
        const double from = xAxis->coordToPixel(key->x);
        const double step = isOnward ? kCrosshairStep : -kCrosshairStep;
        const std::optional<PointedKey> there = keyAt(xAxis->pixelToCoord(from + step));
        if (there && (isOnward ? there->x > key->x : there->x < key->x))
            key = there;
        else if (const auto next = neighbourKey(m_spec, m_store.table(), key->x, isOnward))
            key = keyAt(*next);
    }
    if (!key || !xAxis->range().contains(key->x))
        return; // at an end of what is seen it stays
    m_lastPointed = key;
    showNote(key->x, axisRect()->top());
    setAccessibleDescription(valueNote(m_spec, m_store.table(), key->x, m_selected));
    emit pointed(key);
}

void PlotCanvas::leaveCrosshair()
{
    m_crosshair.hide();
    setAccessibleDescription({});
    emit pointed({});
}

} // namespace lockstep
