// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Mouse, wheel, keyboard and drops of the canvas.
#include "app/topology/topology_view.h"

#include "app/topology/palette_entry.h"
#include "app/topology/topology_scene.h"

#include <QDragEnterEvent>
#include <QGestureEvent>
#include <QGraphicsItem>
#include <QKeyEvent>
#include <QMimeData>
#include <QNativeGestureEvent>
#include <QScrollBar>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr qreal kZoomPerWheelUnit = 1.0015;
constexpr qreal kNudge = 4;
constexpr qreal kLargeNudge = 24;
constexpr int kWheelUnitsPerPixel = 2;

/// A node of the palette, or text as Copy makes it. Files are for the window.
bool isWelcome(const QMimeData& data)
{
    return entryOf(&data) || (!data.hasUrls() && data.text().trimmed().startsWith(u'{'));
}

} // namespace

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
        setZoom(zoom() * std::pow(kZoomPerWheelUnit, event->angleDelta().y()));
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
            setZoom(zoom() * (1 + gesture->value()));
            return true;
        }
    }
    if (event->type() == QEvent::Gesture) {
        auto* gestures = static_cast<QGestureEvent*>(event);
        if (const auto* pinch = static_cast<QPinchGesture*>(gestures->gesture(Qt::PinchGesture))) {
            setZoom(zoom() * pinch->scaleFactor());
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
    emit menuWanted(event->globalPos());
    event->accept();
}

void TopologyView::beginPan(const QPoint& point)
{
    m_isPanning = true;
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

bool TopologyView::nudge(const QKeyEvent& event)
{
    const qreal step = event.modifiers() & Qt::ShiftModifier ? kLargeNudge : kNudge;
    QPointF way;
    switch (event.key()) {
    case Qt::Key_Left:
        way = {-step, 0};
        break;
    case Qt::Key_Right:
        way = {step, 0};
        break;
    case Qt::Key_Up:
        way = {0, -step};
        break;
    case Qt::Key_Down:
        way = {0, step};
        break;
    default:
        return false;
    }
    if (m_scene.selection().nodes.empty())
        return false;
    m_scene.nudgeSelected(way);
    return true;
}

/// A digit chooses the GPU of this index on every selected host, C its CPU.
bool TopologyView::toggleDevices(const QKeyEvent& event)
{
    Device device;
    if (event.key() >= Qt::Key_0 && event.key() <= Qt::Key_9)
        device = {DeviceKind::Cuda, event.key() - Qt::Key_0};
    else if (event.key() != Qt::Key_C)
        return false;
    std::set<std::string> hosts;
    for (const std::string& id : m_scene.selection().nodes) {
        if (findHost(m_document.experiment().topology, id))
            hosts.insert(id);
    }
    if (!hosts.empty())
        toggleDevice(m_document, hosts, device);
    return !hosts.empty();
}

bool TopologyView::handleKey(const QKeyEvent& event)
{
    if (nudge(event))
        return true;
    if (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))
        return false;
    if (toggleDevices(event))
        return true;
    switch (event.key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (!m_scene.selection().isEmpty())
            emit editWanted();
        return true;
    case Qt::Key_Escape:
        m_scene.cancelGesture();
        m_scene.select({});
        return true;
    case Qt::Key_L:
        m_scene.linkSelected();
        return true;
    case Qt::Key_Space:
        if (!event.isAutoRepeat()) {
            m_isSpaceDown = true;
            viewport()->setCursor(Qt::OpenHandCursor);
        }
        return true;
    default:
        return false;
    }
}

void TopologyView::keyPressEvent(QKeyEvent* event)
{
    if (!handleKey(*event))
        QGraphicsView::keyPressEvent(event);
}

void TopologyView::keyReleaseEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space && !event->isAutoRepeat()) {
        m_isSpaceDown = false;
        if (!m_isPanning)
            viewport()->unsetCursor();
    }
    QGraphicsView::keyReleaseEvent(event);
}

bool TopologyView::focusNextPrevChild(bool next)
{
    return selectNext(next) || QGraphicsView::focusNextPrevChild(next);
}

bool TopologyView::selectNext(bool forward)
{
    // Hosts, switches, networks and links in the order of the document; past either end the focus moves on.
    std::vector<ElementSet> all;
    const Topology& topology = m_document.experiment().topology;
    for (const Host& host : topology.hosts)
        all.push_back({{host.id}, {}});
    for (const Switch& item : topology.switches)
        all.push_back({{item.id}, {}});
    for (const Network& network : topology.networks)
        all.push_back({{network.id}, {}});
    for (const LinkKey& key : linkKeys(topology))
        all.push_back({{}, {key}});
    const ElementSet selected = m_scene.selection();
    const auto found = std::find(all.begin(), all.end(), selected);
    auto next = found - all.begin();
    if (found == all.end())
        next = forward ? 0 : static_cast<std::ptrdiff_t>(all.size()) - 1;
    else
        next += forward ? 1 : -1;
    if (next < 0 || next >= static_cast<std::ptrdiff_t>(all.size())) {
        m_scene.select({});
        return false;
    }
    m_scene.select(all[static_cast<std::size_t>(next)]);
    for (QGraphicsItem* item : m_scene.selectedItems())
        ensureVisible(item);
    return true;
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
    setFocus();
}

} // namespace lockstep
