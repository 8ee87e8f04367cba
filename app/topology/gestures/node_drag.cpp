// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the mouse does to the drawing: pulling links, moving cards, stretching networks, choosing devices.
#include "app/topology/topology_scene.h"

#include "app/document/document_edits.h"
#include "app/document/node_geometry.h"
#include "app/theme/theme.h"
#include "app/topology/gestures/node_drag.h"
#include "app/topology/items/host_item.h"
#include "app/topology/items/link_item.h"
#include "app/topology/items/network_item.h"

#include <QApplication>
#include <QGraphicsSceneMouseEvent>
#include <QGraphicsView>
#include <QPen>
#include <cmath>

namespace lockstep {

namespace {

/// So many links in the view are dragged without antialiasing.
constexpr qsizetype kManyLinks = 200;
/// So many nodes on their way repaint all of the view in every frame.
constexpr std::size_t kManyMoving = 40;
/// A hand that clicks is not quite still, in units of the scene.
constexpr qreal kClickReach = 3;

qreal snapped(qreal value, qreal grid)
{
    return std::round(value / grid) * grid;
}

} // namespace

HostItem* TopologyScene::hostItemAt(const QPointF& point) const
{
    for (QGraphicsItem* item : items(point)) {
        if (auto* host = qgraphicsitem_cast<HostItem*>(item))
            return host;
    }
    return nullptr;
}

NetworkItem* TopologyScene::networkItemAt(const QPointF& point) const
{
    for (QGraphicsItem* item : items(point)) {
        if (auto* network = qgraphicsitem_cast<NetworkItem*>(item))
            return network;
    }
    return nullptr;
}

void TopologyScene::startPull(const std::string& from)
{
    m_pull = std::make_unique<Pull>();
    m_pull->from = from;
    m_pull->line.setPen(QPen(themeColors(QApplication::palette()).accent, 2, Qt::DashLine));
    m_pull->line.setZValue(100);
    addItem(&m_pull->line);
}

void TopologyScene::beginPull(HostItem& from, const QPointF& point)
{
    startPull(from.id().toStdString());
    movePull(point);
}

void TopologyScene::movePull(const QPointF& point)
{
    HostItem* over = hostItemAt(point);
    if (over && over->id().toStdString() == m_pull->from)
        over = nullptr;
    aimPull(over, point);
}

void TopologyScene::aimPull(HostItem* over, const QPointF& point)
{
    if (m_pull->target && m_pull->target != over)
        m_pull->target->setTarget(false);
    m_pull->target = over;
    if (over)
        over->setTarget(true);
    const QRectF end = over ? over->cardRect() : QRectF(point - QPointF(1, 1), QSizeF(2, 2));
    m_pull->line.setPath(directRoute({cardRect(m_pull->from), end}).path());
}

void TopologyScene::endPull(const QPointF& point, bool isParallel)
{
    movePull(point);
    const std::string from = m_pull->from;
    const std::string to = m_pull->target ? m_pull->target->id().toStdString() : std::string();
    cancelGesture();
    if (!to.empty())
        drawLink(from, to, isParallel);
}

void TopologyScene::cancelGesture()
{
    if (m_pull) {
        if (m_pull->target)
            m_pull->target->setTarget(false);
        removeItem(&m_pull->line);
        m_pull.reset();
    }
    if (!m_drag)
        return;
    const std::unique_ptr<Drag> drag = std::move(m_drag);
    if (drag->lit)
        drag->lit->setTarget(false);
    if (!drag->resized.isNull())
        m_networks.at(drag->grabbed)->setArea(drag->resized);
    std::set<std::string> moved;
    for (const auto& [id, position] : drag->positions) {
        if (QGraphicsItem* item = itemOf(id); item && item->pos() != position) {
            item->setPos(position);
            moved.insert(id);
        }
    }
    indexCards({});
    adjustLinks(moved);
    if (m_drawsFast) {
        m_drawsFast = false;
        update();
    }
}

bool TopologyScene::beginResize(const QPointF& point)
{
    NetworkItem* network = networkItemAt(point);
    if (!network || !network->isGripAt(point))
        return false;
    m_drag = std::make_unique<Drag>();
    m_drag->grabbed = network->id().toStdString();
    m_drag->press = point;
    m_drag->resized = network->area();
    return true;
}

void TopologyScene::beginDrag(const QPointF& point)
{
    QGraphicsItem* held = mouseGrabberItem();
    std::string grabbed;
    if (const auto* host = qgraphicsitem_cast<HostItem*>(held))
        grabbed = host->id().toStdString();
    else if (const auto* network = qgraphicsitem_cast<NetworkItem*>(held))
        grabbed = network->id().toStdString();
    if (grabbed.empty() || !held->isSelected())
        return;
    m_drag = std::make_unique<Drag>();
    m_drag->grabbed = grabbed;
    m_drag->press = point;
    std::set<std::string> moving = withMembers(m_document.experiment().topology, selection().nodes);
    for (const std::string& id : moving)
        m_drag->positions.emplace(id, itemOf(id)->pos());
    indexCards(moving);
    gatherGuides();
    if (m_links.size() <= static_cast<std::size_t>(kManyLinks) || views().isEmpty())
        return;
    m_drawsFast = moving.size() > kManyMoving;
    if (m_drawsFast)
        return;
    const QGraphicsView* view = views().first();
    const QRectF visible = view->mapToScene(view->viewport()->rect()).boundingRect();
    qsizetype links = 0;
    for (QGraphicsItem* item : items(visible, Qt::IntersectsItemBoundingRect))
        links += item->type() == LinkItem::Type ? 1 : 0;
    m_drawsFast = links > kManyLinks;
}

void TopologyScene::moveDrag(const QPointF& point, bool snaps)
{
    QPointF way = point - m_drag->press;
    if (!m_drag->hasMoved && std::hypot(way.x(), way.y()) < kClickReach)
        return;
    m_drag->hasMoved = true;
    const qreal grid = snaps ? m_snap : 0;
    if (!m_drag->resized.isNull()) {
        QPointF corner = m_drag->resized.bottomRight() + way;
        if (grid > 0)
            corner = {snapped(corner.x(), grid), snapped(corner.y(), grid)};
        const QPointF origin = m_drag->resized.topLeft();
        m_networks.at(m_drag->grabbed)
            ->setArea({origin, QSizeF(qMax(kLeastNetworkSide, corner.x() - origin.x()),
                                      qMax(kLeastNetworkSide, corner.y() - origin.y()))});
        return;
    }
    if (snaps)
        way = snappedWay(way);
    std::set<std::string> moved;
    for (const auto& [id, position] : m_drag->positions) {
        itemOf(id)->setPos(position + way);
        moved.insert(id);
    }
    adjustLinks(moved);
    lightNetwork();
    showGuides(way, snaps);
}

/// The network that the grabbed card would stand on is lit.
void TopologyScene::lightNetwork()
{
    NetworkItem* over = nullptr;
    if (m_hosts.contains(m_drag->grabbed)) {
        for (const auto& [id, network] : m_networks) {
            const bool holds = network->area().contains(cardRect(m_drag->grabbed));
            if (holds && (!over || over->area().contains(network->area())))
                over = network;
        }
    }
    if (over == m_drag->lit)
        return;
    if (m_drag->lit)
        m_drag->lit->setTarget(false);
    m_drag->lit = over;
    if (over)
        over->setTarget(true);
}

void TopologyScene::endDrag(const QPointF& point)
{
    const std::string grabbed = m_drag->grabbed;
    const bool hasMoved = m_drag->hasMoved;
    const bool isResize = !m_drag->resized.isNull();
    const QRectF area = isResize ? m_networks.at(grabbed)->area() : QRectF();
    std::map<std::string, QPointF> moved;
    for (const auto& [id, before] : m_drag->positions) {
        if (itemOf(id)->pos() != before)
            moved[id] = itemOf(id)->pos();
    }
    // The picture goes back, and follows the document to where it was let go.
    cancelGesture();
    if (isResize && hasMoved)
        resizeNetwork(m_document, grabbed, area);
    else if (!moved.empty())
        moveNodes(m_document, moved);
    else if (!hasMoved)
        clickChip(grabbed, point);
}

void TopologyScene::clickChip(const std::string& id, const QPointF& point)
{
    const HostItem* host = hostItem(id);
    if (!host)
        return;
    if (const std::optional<std::size_t> chip = chipAt(host->card(), point - host->pos()))
        toggleDevice(m_document, {id}, host->card().chips[*chip].device);
}

void TopologyScene::mousePressEvent(QGraphicsSceneMouseEvent* event)
{
    m_document.endGesture();
    if (isLinkingByKey())
        cancelGesture();
    if (event->button() == Qt::LeftButton) {
        HostItem* host = hostItemAt(event->scenePos());
        if (host && host->isHandleAt(event->scenePos())) {
            beginPull(*host, event->scenePos());
            event->accept();
            return;
        }
        QGraphicsScene::mousePressEvent(event);
        if (host || !beginResize(event->scenePos()))
            beginDrag(event->scenePos());
        return;
    }
    QGraphicsScene::mousePressEvent(event);
}

void TopologyScene::mouseMoveEvent(QGraphicsSceneMouseEvent* event)
{
    if (m_pull && !m_pull->isByKey)
        movePull(event->scenePos());
    else if (m_drag)
        moveDrag(event->scenePos(), !(event->modifiers() & Qt::AltModifier));
    else
        QGraphicsScene::mouseMoveEvent(event);
}

void TopologyScene::mouseReleaseEvent(QGraphicsSceneMouseEvent* event)
{
    if (m_pull && !m_pull->isByKey && event->button() == Qt::LeftButton) {
        endPull(event->scenePos(), event->modifiers() & Qt::ShiftModifier);
        return;
    }
    QGraphicsScene::mouseReleaseEvent(event);
    if (m_drag && event->button() == Qt::LeftButton)
        endDrag(event->scenePos());
}

} // namespace lockstep
