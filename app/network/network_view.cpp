// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/network/network_view.h"

#include "app/text/plain_text.h"
#include "app/theme/keyboard_ring.h"
#include "app/topology/viewport/canvas_painting.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

constexpr qreal kZoomStep = 1.25;

} // namespace

NetworkView::NetworkView(NetworkPicture& picture, const RunSummary& summary, QWidget* parent)
    : QGraphicsView(&picture, parent), m_picture(picture), m_summary(summary),
      m_viewpoint(*this, [&picture] { return picture.drawingRect(); })
{
    setInteractive(false); // nothing can be taken hold of
    setFrameShape(NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    showKeyboardRing(*this);
    setTransformationAnchor(AnchorUnderMouse);
    setResizeAnchor(AnchorViewCenter);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMinimumSize(200, 60);
    viewport()->grabGesture(Qt::PinchGesture);
}

void NetworkView::zoomIn()
{
    m_viewpoint.setZoom(m_viewpoint.zoom() * kZoomStep);
}

void NetworkView::zoomOut()
{
    m_viewpoint.setZoom(m_viewpoint.zoom() / kZoomStep);
}

bool NetworkView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto& help = static_cast<const QHelpEvent&>(*event);
        QToolTip::showText(help.globalPos(),
                           wrappedText(m_picture.figuresAt(mapToScene(help.pos()), m_summary)), viewport());
        return true;
    }
    return m_viewpoint.touch(*event) || QGraphicsView::viewportEvent(event);
}

void NetworkView::wheelEvent(QWheelEvent* event)
{
    m_viewpoint.wheel(*event);
    event->accept();
}

void NetworkView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton)
        return QGraphicsView::mousePressEvent(event);
    m_pressed = event->pos();
    m_dragged = event->pos();
    m_isDragging = event->button() == Qt::MiddleButton;
}

void NetworkView::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_pressed) {
        const QPointF point = mapToScene(event->pos());
        viewport()->setCursor(m_picture.hostAt(point) ? Qt::PointingHandCursor : Qt::ArrowCursor);
        return;
    }
    const QPoint way = event->pos() - *m_pressed;
    m_isDragging = m_isDragging || way.manhattanLength() >= QApplication::startDragDistance();
    if (!m_isDragging)
        return;
    viewport()->setCursor(Qt::ClosedHandCursor);
    m_viewpoint.panBy(event->pos() - std::exchange(m_dragged, event->pos()));
}

void NetworkView::mouseReleaseEvent(QMouseEvent* event)
{
    const bool isClick = m_pressed && !m_isDragging;
    m_pressed.reset();
    m_isDragging = false;
    viewport()->unsetCursor();
    if (isClick)
        choose(event->pos());
}

void NetworkView::choose(const QPoint& place)
{
    const QPointF point = mapToScene(place);
    if (const std::optional<int> rank = m_picture.rankAt(point))
        emit rankChosen(*rank);
    else if (const std::optional<std::size_t> host = m_picture.hostAt(point))
        emit hostChosen(*host);
}

void NetworkView::keyPressEvent(QKeyEvent* event)
{
    const int last = static_cast<int>(m_summary.ranks().size()) - 1;
    switch (event->key()) {
    case Qt::Key_Right:
    case Qt::Key_Down:
        return focusRank(std::min(m_focused + 1, last));
    case Qt::Key_Left:
    case Qt::Key_Up:
        return focusRank(std::clamp(m_focused - 1, 0, std::max(0, last)));
    case Qt::Key_End:
        return focusRank(last);
    case Qt::Key_Home:
        return showAll();
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoomIn();
    case Qt::Key_Minus:
        return zoomOut();
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (m_focused >= 0)
            emit rankChosen(m_focused);
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

void NetworkView::focusRank(int rank)
{
    const QRectF dot = m_picture.rectOf(rank);
    if (dot.isNull())
        return;
    m_focused = rank;
    m_picture.setFocusedRank(rank);
    if (!mapToScene(viewport()->rect()).boundingRect().contains(dot)) {
        m_viewpoint.stopFitting();
        centerOn(dot.center());
    }
    describe();
}

void NetworkView::follow()
{
    const QRectF drawing = m_picture.drawingRect();
    if (std::exchange(m_drawing, drawing) != drawing)
        m_viewpoint.viewResized();
    describe();
}

/// The rank that the keyboard is at.
void NetworkView::describe()
{
    setAccessibleDescription(m_focused >= 0 ? m_picture.figuresOf(m_focused, m_summary) : QString());
}

void NetworkView::resizeEvent(QResizeEvent* event)
{
    QGraphicsView::resizeEvent(event);
    m_viewpoint.viewResized();
}

void NetworkView::showEvent(QShowEvent* event)
{
    QGraphicsView::showEvent(event);
    m_viewpoint.viewShown();
}

void NetworkView::focusOutEvent(QFocusEvent* event)
{
    QGraphicsView::focusOutEvent(event);
    m_focused = -1;
    m_picture.setFocusedRank({});
}

void NetworkView::drawBackground(QPainter* painter, const QRectF& rect)
{
    paintGround(*painter, *this, rect);
}

} // namespace lockstep
