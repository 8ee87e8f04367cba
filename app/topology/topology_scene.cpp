// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/topology_scene.h"

#include "app/document/document_edits.h"
#include "app/document/node_geometry.h"
#include "app/topology/gestures/link_pull.h"
#include "app/topology/gestures/network_resize.h"
#include "app/topology/gestures/node_drag.h"

#include <QGraphicsSceneMouseEvent>
#include <QSignalBlocker>
#include <utility>

namespace lockstep {

namespace {

constexpr qreal kExtent = 20000;

} // namespace

TopologyScene::TopologyScene(ExperimentDocument& document, QObject* parent)
    : QGraphicsScene(-kExtent, -kExtent, 2 * kExtent, 2 * kExtent, parent), m_document(document),
      m_drawing(*this)
{
    connect(&m_document, &ExperimentDocument::changed, this, &TopologyScene::follow);
    follow();
}

TopologyScene::~TopologyScene()
{
    // Items leave the selection as they go, when this is no canvas any more to whoever listens.
    disconnect(this, &QGraphicsScene::selectionChanged, nullptr, nullptr);
}

void TopologyScene::follow()
{
    cancelGesture();
    m_drawing.follow(m_document);
}

void TopologyScene::setHostStates(const HostStates& states)
{
    if (m_drawing.cards().setHostStates(states))
        emit notesChanged();
}

void TopologyScene::setBadges(const CanvasBadges& badges)
{
    const bool areHostsNew = m_drawing.cards().setBadges(badges.hosts);
    if (m_drawing.links().setBadges(badges.links) || areHostsNew)
        emit notesChanged();
}

void TopologyScene::setNotices(const std::map<std::string, QString>& notices)
{
    if (m_drawing.cards().setNotices(notices))
        emit notesChanged();
}

ElementSet TopologyScene::selection() const
{
    ElementSet elements;
    for (QGraphicsItem* item : selectedItems()) {
        if (const auto* host = qgraphicsitem_cast<HostItem*>(item))
            elements.nodes.insert(host->id().toStdString());
        else if (const auto* network = qgraphicsitem_cast<NetworkItem*>(item))
            elements.nodes.insert(network->id().toStdString());
        else if (const auto* link = qgraphicsitem_cast<LinkItem*>(item))
            elements.links.insert(link->key());
    }
    return elements;
}

void TopologyScene::select(const ElementSet& elements)
{
    {
        const QSignalBlocker quiet(this);
        clearSelection();
        for (const std::string& id : elements.nodes) {
            if (QGraphicsItem* item = itemOf(id))
                item->setSelected(true);
        }
        for (const LinkKey& key : elements.links) {
            if (LinkItem* item = linkItem(key))
                item->setSelected(true);
        }
    }
    emit selectionChanged();
}

void TopologyScene::removeSelected()
{
    const ElementSet elements = selection();
    if (!elements.isEmpty())
        removeElements(m_document, elements);
}

void TopologyScene::nudgeSelected(const QPointF& way)
{
    std::map<std::string, QPointF> positions;
    QString gesture = QStringLiteral("nudge");
    for (const std::string& id : withMembers(m_document.experiment().topology, selection().nodes)) {
        positions[id] = itemOf(id)->pos() + way;
        gesture += u' ' + QString::fromStdString(id);
    }
    if (!positions.empty())
        moveNodes(m_document, positions, gesture);
}

void TopologyScene::drawLink(const std::string& from, const std::string& to, Parallel parallel)
{
    const std::optional<LinkKey> key = addLink(m_document, from, to, parallel);
    if (!key)
        return;
    select(ElementSet{{}, {*key}});
    emit linkDrawn();
}

std::unique_ptr<LinkPull> TopologyScene::pullFrom(const std::string& from)
{
    return std::make_unique<LinkPull>(m_drawing, from,
                                      [this](const std::string& begin, const std::string& end,
                                             Parallel parallel) { drawLink(begin, end, parallel); });
}

void TopologyScene::beginLink(const std::string& from, const std::string& to)
{
    cancelGesture();
    if (!hostItem(from) || !hostItem(to))
        return;
    m_linkByKey = pullFrom(from);
    m_linkByKey->aimAt(to);
}

void TopologyScene::aimLink(const std::string& to)
{
    if (m_linkByKey)
        m_linkByKey->aimAt(to);
}

void TopologyScene::endLink(Parallel parallel)
{
    if (const std::unique_ptr<LinkPull> pull = std::move(m_linkByKey))
        pull->end(parallel);
}

std::pair<std::string, std::string> TopologyScene::pulledEnds() const
{
    if (!m_linkByKey)
        return {};
    return {m_linkByKey->from(), m_linkByKey->to()};
}

void TopologyScene::cancelGesture()
{
    m_linkByKey.reset();
    m_gesture.reset();
}

/// The node that the mouse has taken hold of and selected; empty when there is none.
std::string TopologyScene::grabbedNode() const
{
    QGraphicsItem* held = mouseGrabberItem();
    if (!held || !held->isSelected())
        return {};
    if (const auto* host = qgraphicsitem_cast<HostItem*>(held))
        return host->id().toStdString();
    const auto* network = qgraphicsitem_cast<NetworkItem*>(held);
    return network ? network->id().toStdString() : std::string();
}

std::unique_ptr<CanvasGesture> TopologyScene::gestureAt(const QPointF& press)
{
    const NetworkItem* network = m_drawing.cardAt(press) ? nullptr : m_drawing.networkAt(press);
    if (network && network->isGripAt(press))
        return std::make_unique<NetworkResize>(m_document, m_drawing, *network, press, m_rest.grid);
    const std::string node = grabbedNode();
    if (node.empty())
        return nullptr;
    const std::set<std::string> moving = withMembers(m_document.experiment().topology, selection().nodes);
    return std::make_unique<NodeDrag>(m_document, m_drawing, NodeDrag::Grab{node, moving, press}, m_rest);
}

void TopologyScene::mousePressEvent(QGraphicsSceneMouseEvent* event)
{
    m_document.endGesture();
    m_linkByKey.reset();
    if (event->button() != Qt::LeftButton) {
        QGraphicsScene::mousePressEvent(event);
        return;
    }
    m_gesture.reset();
    const QPointF press = event->scenePos();
    const HostItem* host = m_drawing.cardAt(press);
    if (host && host->isHandleAt(press)) {
        m_gesture = pullFrom(host->id().toStdString());
        m_gesture->moveTo(press, event->modifiers());
        event->accept();
        return;
    }
    QGraphicsScene::mousePressEvent(event);
    m_gesture = gestureAt(press);
}

void TopologyScene::mouseMoveEvent(QGraphicsSceneMouseEvent* event)
{
    if (m_gesture)
        m_gesture->moveTo(event->scenePos(), event->modifiers());
    else
        QGraphicsScene::mouseMoveEvent(event);
}

void TopologyScene::mouseReleaseEvent(QGraphicsSceneMouseEvent* event)
{
    QGraphicsScene::mouseReleaseEvent(event);
    if (event->button() != Qt::LeftButton)
        return;
    // The edit changes the document, which ends the gesture that the scene has.
    if (const std::unique_ptr<CanvasGesture> gesture = std::move(m_gesture))
        gesture->finish(event->scenePos(), event->modifiers());
}

} // namespace lockstep
