// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Mouse, wheel, gestures and drops of the canvas.
#include "app/topology/topology_view.h"

#include "app/topology/palette/palette_entry.h"
#include "app/topology/topology_scene.h"

#include <QDragEnterEvent>
#include <QGestureEvent>
#include <QGraphicsItem>
#include <QMimeData>
#include <QNativeGestureEvent>
#include <QScrollBar>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr qreal kZoomPerWheelUnit = 1.0015;
constexpr int kWheelUnitsPerPixel = 2;

/// A node of the palette, or text as Copy makes it. Files are for the window.
bool isWelcome(const QMimeData& data)
{
    return entryOf(&data) || (!data.hasUrls() && data.text().trimmed().startsWith(u'{'));
}

} // namespace

void TopologyView::zoomAt(qreal zoom, const QPointF& place)
{
    const QPointF held = mapToScene(place.toPoint());
    setZoom(zoom);
    panBy(place.toPoint() - mapFromScene(held));
}

void TopologyView::wheelEvent(QWheelEvent* event)
{
    const QPoint pixels = event->pixelDelta();
    const bool isTouchpad = !pixels.isNull() && event->phase() != Qt::NoScrollPhase;
    const bool zooms = event->modifiers() & Qt::ControlModifier;
    if (event->modifiers() & Qt::ShiftModifier)
        panBy({event->angleDelta().y() / kWheelUnitsPerPixel + event->angleDelta().x() / kWheelUnitsPerPixel,
               0});
    else if (isTouchpad && !zooms)
        panBy(pixels);
    else
        zoomAt(zoom() * std::pow(kZoomPerWheelUnit, event->angleDelta().y()), event->position());
    event->accept();
}

void TopologyView::panBy(const QPoint& way)
{
    m_staysFitted = false;
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() - way.x());
    verticalScrollBar()->setValue(verticalScrollBar()->value() - way.y());
}

bool TopologyView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::MouseButtonPress)
        m_staysFitted = false;
    if (event->type() == QEvent::NativeGesture) {
        const auto* gesture = static_cast<QNativeGestureEvent*>(event);
        if (gesture->gestureType() == Qt::ZoomNativeGesture) {
            zoomAt(zoom() * (1 + gesture->value()), gesture->position());
            return true;
        }
    }
    if (event->type() == QEvent::Gesture) {
        auto* gestures = static_cast<QGestureEvent*>(event);
        if (const auto* pinch = static_cast<QPinchGesture*>(gestures->gesture(Qt::PinchGesture))) {
            // Two fingers zoom, and move the view along.
            const QPointF place = viewport()->mapFromGlobal(pinch->centerPoint());
            if (pinch->state() != Qt::GestureStarted)
                panBy((pinch->centerPoint() - pinch->lastCenterPoint()).toPoint());
            zoomAt(zoom() * pinch->scaleFactor(), place);
            gestures->accept(Qt::PinchGesture);
            return true;
        }
    }
    return QGraphicsView::viewportEvent(event);
}

void TopologyView::contextMenuEvent(QContextMenuEvent* event)
{
    if (event->reason() == QContextMenuEvent::Mouse) {
        // What is under the mouse is what the menu is about.
        QGraphicsItem* under = itemAt(event->pos());
        if (under && !under->isSelected()) {
            m_scene.clearSelection();
            under->setSelected(true);
        } else if (!under) {
            m_scene.select({});
        }
    }
    if (event->reason() == QContextMenuEvent::Mouse) {
        emit menuWanted(event->globalPos());
    } else {
        // By key it opens where the keyboard is.
        if (m_scene.selection().isEmpty())
            m_scene.select(focused());
        const QRectF room = m_focus.boundsOf(focused());
        const QPoint place = room.isNull() ? viewport()->rect().center() : mapFromScene(room.center());
        const QRect seen = viewport()->rect();
        emit menuWanted(viewport()->mapToGlobal(QPoint(qBound(seen.left(), place.x(), seen.right()),
                                                       qBound(seen.top(), place.y(), seen.bottom()))));
    }
    event->accept();
}

void TopologyView::beginPan(const QPoint& point)
{
    m_isPanning = true;
    m_hasPanned = true;
    m_panPoint = point;
    viewport()->setCursor(Qt::ClosedHandCursor);
}

void TopologyView::endPan()
{
    m_isPanning = false;
    if (m_isSpaceDown)
        viewport()->setCursor(Qt::OpenHandCursor);
    else
        viewport()->unsetCursor();
}

void TopologyView::mousePressEvent(QMouseEvent* event)
{
    if (m_showsFocus) {
        m_showsFocus = false;
        viewport()->update();
    }
    if (event->button() == Qt::MiddleButton || (m_isSpaceDown && event->button() == Qt::LeftButton)) {
        beginPan(event->pos());
        return;
    }
    QGraphicsView::mousePressEvent(event);
}

void TopologyView::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_isPanning) {
        QGraphicsView::mouseMoveEvent(event);
        return;
    }
    const QPoint way = event->pos() - m_panPoint;
    m_panPoint = event->pos();
    panBy(way);
}

void TopologyView::mouseReleaseEvent(QMouseEvent* event)
{
    if (m_isPanning && (event->button() == Qt::MiddleButton || event->button() == Qt::LeftButton)) {
        endPan();
        return;
    }
    QGraphicsView::mouseReleaseEvent(event);
}

void TopologyView::mouseDoubleClickEvent(QMouseEvent* event)
{
    QGraphicsView::mouseDoubleClickEvent(event);
    if (event->button() == Qt::LeftButton && itemAt(event->pos()))
        emit editWanted();
}

void TopologyView::dragEnterEvent(QDragEnterEvent* event)
{
    if (isWelcome(*event->mimeData()))
        event->acceptProposedAction();
    else
        event->ignore();
}

void TopologyView::dragMoveEvent(QDragMoveEvent* event)
{
    if (isWelcome(*event->mimeData()))
        event->acceptProposedAction();
    else
        event->ignore();
}

void TopologyView::dropEvent(QDropEvent* event)
{
    const QPointF place = mapToScene(event->position().toPoint());
    if (const std::optional<PaletteEntry> entry = entryOf(event->mimeData())) {
        addAt(*entry, place);
    } else if (isWelcome(*event->mimeData())) {
        pasteAt(event->mimeData()->text(), place);
    } else {
        event->ignore();
        return;
    }
    event->acceptProposedAction();
    m_showsFocus = false;
    setFocus();
}

} // namespace lockstep
