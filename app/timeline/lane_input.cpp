// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
/// What mouse and keys do to the lanes.
#include "app/text/plain_text.h"
#include "app/timeline/lane_layout.h"
#include "app/timeline/lane_view.h"
#include "app/timeline/time_navigation.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>
#include <cmath>
#include <cstdlib>

namespace lockstep {

namespace {

/// Of what is shown.

} // namespace

void LaneView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_pressed = event->pos();
    m_pressedFromUs = m_fromUs;
    m_isDragged = false;
}

void LaneView::mouseMoveEvent(QMouseEvent* event)
{
    if (m_pressed && event->buttons().testFlag(Qt::LeftButton)) {
        const int moved = event->pos().x() - m_pressed->x();
        m_isDragged = m_isDragged || std::abs(moved) >= QApplication::startDragDistance();
        if (m_isDragged) {
            m_follows = false;
            setWindow(m_pressedFromUs - moved * usPerPixel(), m_spanUs);
        }
        return;
    }
    emit pointedAt(textAt(event->pos()));
}

void LaneView::mouseReleaseEvent(QMouseEvent* event)
{
    const bool isClick = m_pressed && !m_isDragged && event->button() == Qt::LeftButton;
    m_pressed.reset();
    const auto lane = isClick ? laneAt(event->pos().y()) : std::nullopt;
    const StepSlot* slot = lane ? m_slots.nearest(usAt(event->pos().x())) : nullptr;
    if (slot == nullptr)
        return;
    choose(*lane, slot->step);
    tellChoice();
}

void LaneView::wheelEvent(QWheelEvent* event)
{
    const QPoint turned = event->angleDelta();
    if (event->modifiers().testFlag(Qt::ControlModifier)) {
        zoom(std::pow(kTimeZoomStep, -turned.y() / 120.0), event->position().x());
        event->accept();
    } else if (turned.x() != 0 || event->modifiers().testFlag(Qt::ShiftModifier)) {
        m_follows = false;
        const int sideways = turned.x() != 0 ? turned.x() : turned.y();
        setWindow(m_fromUs - sideways / 120.0 * kTimePanStep * m_spanUs, m_spanUs);
        event->accept();
    } else {
        QAbstractScrollArea::wheelEvent(event);
    }
}

void LaneView::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
        m_follows = false;
        return setWindow(m_fromUs + (event->key() == Qt::Key_Left ? -kTimePanStep : kTimePanStep) * m_spanUs,
                         m_spanUs);
    case Qt::Key_Up:
        return chooseLane(-1);
    case Qt::Key_Down:
        return chooseLane(1);
    case Qt::Key_PageUp:
        return stepBy(-1);
    case Qt::Key_PageDown:
        return stepBy(1);
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoomIn();
    case Qt::Key_Minus:
        return zoomOut();
    case Qt::Key_Home:
        return showAll();
    case Qt::Key_End:
        return showLast();
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return tellChoice();
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

bool LaneView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), wrappedText(textAt(help->pos())), viewport());
        return true;
    }
    if (event->type() == QEvent::Leave)
        emit pointedAt({});
    return QAbstractScrollArea::viewportEvent(event);
}

} // namespace lockstep
