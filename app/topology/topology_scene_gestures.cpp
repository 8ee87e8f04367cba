// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What mouse and keys do to the drawing: pulling links, moving cards.
#include "app/topology/topology_scene.h"

#include "app/document/document_edits.h"
#include "app/theme/theme.h"
#include "app/topology/host_item.h"
#include "app/topology/link_item.h"
#include "app/topology/link_pull.h"

#include <QApplication>
#include <QGraphicsSceneMouseEvent>
#include <QGraphicsView>
#include <QPen>

namespace lockstep {

namespace {

/// So many links in the view are dragged without antialiasing.
constexpr qsizetype kManyLinks = 200;

} // namespace

void TopologyScene::nudgeSelected(const QPointF& way)
{
    std::map<std::string, QPointF> positions;
    QString gesture = QStringLiteral("nudge");
    for (const std::string& id : selection().nodes) {
        positions[id] = m_hosts.at(id)->pos() + way;
        gesture += u' ' + QString::fromStdString(id);
    }
    if (!positions.empty())
        moveNodes(m_document, positions, gesture);
}

void TopologyScene::linkSelected()
{
    const ElementSet elements = selection();
    if (elements.nodes.size() == 2)
        drawLink(*elements.nodes.begin(), *elements.nodes.rbegin());
}

void TopologyScene::drawLink(const std::string& from, const std::string& to)
{
    const std::optional<LinkKey> key = addLink(m_document, from, to);
    if (!key)
        return;
    select(ElementSet{{}, {*key}});
    emit linkDrawn();
}

HostItem* TopologyScene::hostItemAt(const QPointF& point) const
{
    for (QGraphicsItem* item : items(point)) {
        if (auto* host = qgraphicsitem_cast<HostItem*>(item))
            return host;
    }
    return nullptr;
}

void TopologyScene::beginPull(HostItem& from, const QPointF& point)
{
    m_pull = std::make_unique<Pull>();
    m_pull->from = from.id().toStdString();
    m_pull->line.setPen(QPen(themeColors(QApplication::palette()).accent, 2, Qt::DashLine));
    m_pull->line.setZValue(100);
    addItem(&m_pull->line);
    movePull(point);
}

void TopologyScene::movePull(const QPointF& point)
{
    HostItem* over = hostItemAt(point);
    if (over && over->id().toStdString() == m_pull->from)
        over = nullptr;
    if (m_pull->target && m_pull->target != over)
        m_pull->target->setTarget(false);
    m_pull->target = over;
    if (over)
        over->setTarget(true);
    const QRectF end = over ? over->cardRect() : QRectF(point - QPointF(1, 1), QSizeF(2, 2));
    m_pull->line.setPath(linkPath(m_hosts.at(m_pull->from)->cardRect(), end));
}

void TopologyScene::cancelPull()
{
    if (!m_pull)
        return;
    if (m_pull->target)
        m_pull->target->setTarget(false);
    removeItem(&m_pull->line);
    m_pull.reset();
}

void TopologyScene::mousePressEvent(QGraphicsSceneMouseEvent* event)
{
    m_document.endGesture();
    HostItem* host = hostItemAt(event->scenePos());
    if (event->button() == Qt::LeftButton && host && host->isHandleAt(event->scenePos())) {
        beginPull(*host, event->scenePos());
        event->accept();
        return;
    }
    QGraphicsScene::mousePressEvent(event);
    rememberPositions();
}

void TopologyScene::mouseMoveEvent(QGraphicsSceneMouseEvent* event)
{
    if (m_pull) {
        movePull(event->scenePos());
        return;
    }
    QGraphicsScene::mouseMoveEvent(event);
}

void TopologyScene::mouseReleaseEvent(QGraphicsSceneMouseEvent* event)
{
    if (m_pull && event->button() == Qt::LeftButton) {
        movePull(event->scenePos());
        const std::string from = m_pull->from;
        const std::string to = m_pull->target ? m_pull->target->id().toStdString() : std::string();
        cancelPull();
        if (!to.empty())
            drawLink(from, to);
        return;
    }
    QGraphicsScene::mouseReleaseEvent(event);
    commitMove();
}

void TopologyScene::rememberPositions()
{
    m_pressPositions.clear();
    if (!mouseGrabberItem())
        return;
    for (const std::string& id : selection().nodes)
        m_pressPositions[id] = m_hosts.at(id)->pos();
    if (m_links.size() <= static_cast<std::size_t>(kManyLinks) || views().isEmpty())
        return;
    const QGraphicsView* view = views().first();
    const QRectF visible = view->mapToScene(view->viewport()->rect()).boundingRect();
    qsizetype links = 0;
    for (QGraphicsItem* item : items(visible, Qt::IntersectsItemBoundingRect))
        links += item->type() == LinkItem::Type ? 1 : 0;
    m_drawsFast = links > kManyLinks;
}

void TopologyScene::commitMove()
{
    std::map<std::string, QPointF> moved;
    for (const auto& [id, before] : m_pressPositions) {
        const QPointF now = m_hosts.at(id)->pos();
        if (now != before)
            moved[id] = now;
    }
    m_pressPositions.clear();
    if (m_drawsFast) {
        m_drawsFast = false;
        update();
    }
    if (!moved.empty())
        moveNodes(m_document, moved);
}

} // namespace lockstep
