// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/viewport/viewpoint.h"

#include <QGestureEvent>
#include <QNativeGestureEvent>
#include <QScrollBar>
#include <QWheelEvent>
#include <cmath>
#include <utility>

namespace lockstep {

namespace {

constexpr qreal kLeastZoom = 0.05;
constexpr qreal kMostZoom = 4;
constexpr qreal kFitMargin = 48;
constexpr qreal kZoomPerWheelUnit = 1.0015;
constexpr int kWheelUnitsPerPixel = 2;

} // namespace

Viewpoint::Viewpoint(QGraphicsView& view, std::function<QRectF()> drawing)
    : m_view(view), m_drawing(std::move(drawing))
{
}

void Viewpoint::setZoom(qreal zoom)
{
    stopFitting();
    const qreal bounded = qBound(kLeastZoom, zoom, kMostZoom);
    const qreal factor = bounded / this->zoom();
    m_view.scale(factor, factor);
    emit zoomChanged(bounded);
}

void Viewpoint::zoomAt(qreal zoom, const QPointF& place)
{
    const QPointF held = m_view.mapToScene(place.toPoint());
    setZoom(zoom);
    panBy(place.toPoint() - m_view.mapFromScene(held));
}

void Viewpoint::panBy(const QPoint& way)
{
    stopFitting();
    QScrollBar& across = *m_view.horizontalScrollBar();
    QScrollBar& down = *m_view.verticalScrollBar();
    across.setValue(across.value() - way.x());
    down.setValue(down.value() - way.y());
}

void Viewpoint::show(const QRectF& room)
{
    const QRectF wanted = room.adjusted(-kFitMargin, -kFitMargin, kFitMargin, kFitMargin);
    const QSize size = m_view.viewport()->size();
    const QGraphicsView::ViewportAnchor anchor = m_view.transformationAnchor();
    m_view.setTransformationAnchor(QGraphicsView::AnchorViewCenter);
    setZoom(qMin(1.0, qMin(size.width() / wanted.width(), size.height() / wanted.height())));
    m_view.setTransformationAnchor(anchor);
    m_view.centerOn(room.center());
}

void Viewpoint::fit()
{
    if (!m_view.isVisible()) {
        m_fitting = Fitting::WhenShown;
        return;
    }
    const QRectF drawing = m_drawing();
    if (drawing.isNull()) {
        m_view.resetTransform();
        m_view.centerOn(0, 0);
        emit zoomChanged(zoom());
        return;
    }
    show(drawing);
    m_fitting = Fitting::Kept;
}

void Viewpoint::stopFitting()
{
    if (m_fitting == Fitting::Kept)
        m_fitting = Fitting::None;
}

void Viewpoint::viewShown()
{
    if (m_fitting == Fitting::WhenShown) {
        m_fitting = Fitting::None;
        fit();
    }
}

void Viewpoint::viewResized()
{
    if (m_fitting == Fitting::Kept)
        fit();
}

void Viewpoint::wheel(const QWheelEvent& event)
{
    const QPoint pixels = event.pixelDelta();
    const QPoint angle = event.angleDelta();
    const bool isTouchpad = !pixels.isNull() && event.phase() != Qt::NoScrollPhase;
    const bool zooms = event.modifiers() & Qt::ControlModifier;
    if (event.modifiers() & Qt::ShiftModifier)
        panBy({angle.y() / kWheelUnitsPerPixel + angle.x() / kWheelUnitsPerPixel, 0});
    else if (isTouchpad && !zooms)
        panBy(pixels);
    else
        zoomAt(zoom() * std::pow(kZoomPerWheelUnit, angle.y()), event.position());
}

bool Viewpoint::touch(QEvent& event)
{
    if (event.type() == QEvent::NativeGesture) {
        const auto& gesture = static_cast<const QNativeGestureEvent&>(event);
        if (gesture.gestureType() != Qt::ZoomNativeGesture)
            return false;
        zoomAt(zoom() * (1 + gesture.value()), gesture.position());
        return true;
    }
    if (event.type() != QEvent::Gesture)
        return false;
    auto& gestures = static_cast<QGestureEvent&>(event);
    const auto* pinch = static_cast<QPinchGesture*>(gestures.gesture(Qt::PinchGesture));
    if (!pinch)
        return false;
    // Two fingers zoom, and move the view along.
    const QPointF place = m_view.viewport()->mapFromGlobal(pinch->centerPoint());
    if (pinch->state() != Qt::GestureStarted)
        panBy((pinch->centerPoint() - pinch->lastCenterPoint()).toPoint());
    zoomAt(zoom() * pinch->scaleFactor(), place);
    gestures.accept(Qt::PinchGesture);
    return true;
}

} // namespace lockstep
