// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/topology_scene.h"

#include "app/document/document_edits.h"
#include "app/document/quantities.h"
#include "app/theme/theme.h"
#include "app/topology/host_item.h"
#include "app/topology/link_item.h"

#include <QApplication>
#include <QGraphicsPathItem>
#include <QGraphicsSceneMouseEvent>
#include <QGraphicsView>
#include <QPen>

namespace lockstep {

namespace {

constexpr qreal kExtent = 20000;
/// So many links in the view are dragged without antialiasing.
constexpr qsizetype kManyLinks = 200;

QString labelOf(const Link& link)
{
    QStringList parts;
    if (link.bandwidthMbps)
        parts << formatBandwidth(*link.bandwidthMbps);
    if (link.latencyMs)
        parts << formatLatency(*link.latencyMs);
    return parts.join(QStringLiteral(" · "));
}

} // namespace

/// A link on its way from a handle to wherever the mouse is let go.
struct TopologyScene::Pull {
    std::string from;
    HostItem* target = nullptr;
    QGraphicsPathItem line;
};

TopologyScene::TopologyScene(ExperimentDocument& document, QObject* parent)
    : QGraphicsScene(-kExtent, -kExtent, 2 * kExtent, 2 * kExtent, parent), m_document(document)
{
    connect(&m_document, &ExperimentDocument::changed, this, &TopologyScene::follow);
    follow();
}

TopologyScene::~TopologyScene() = default;

void TopologyScene::follow()
{
    cancelPull();
    m_pressPositions.clear();
    followHosts();
    followLinks();
}

void TopologyScene::followHosts()
{
    const Experiment& experiment = m_document.experiment();
    std::map<std::string, HostItem*> gone = std::move(m_hosts);
    m_hosts.clear();
    std::vector<Position> positions;
    for (const Host& host : experiment.topology.hosts)
        positions.push_back(host.position);
    for (const Switch& item : experiment.topology.switches)
        positions.push_back(item.position);
    const std::vector<CanvasCard> cards = canvasCards(experiment, m_document.problems());
    for (std::size_t index = 0; index < cards.size(); ++index) {
        const std::string id = cards[index].id.toStdString();
        HostItem* item = nullptr;
        if (const auto known = gone.find(id); known != gone.end()) {
            item = known->second;
            gone.erase(known);
            item->setCard(cards[index]);
        } else if (!m_hosts.contains(id)) {
            item = new HostItem(cards[index]);
            addItem(item);
            connect(item, &HostItem::moved, this, [this, id] { adjustLinks(id); });
        } else {
            continue; // two nodes with one id: checkExperiment says so, the first is drawn
        }
        m_hosts.emplace(id, item);
        item->setPos(positions[index].x, positions[index].y);
    }
    for (const auto& [id, item] : gone)
        delete item;
}

void TopologyScene::followLinks()
{
    const Topology& topology = m_document.experiment().topology;
    std::map<LinkKey, LinkItem*> gone = std::move(m_links);
    m_links.clear();
    m_linksByNode.clear();
    const std::vector<LinkKey> keys = linkKeys(topology);
    for (std::size_t index = 0; index < keys.size(); ++index) {
        const LinkKey& key = keys[index];
        if (!m_hosts.contains(key.from) || !m_hosts.contains(key.to))
            continue; // a link to nowhere: checkExperiment says so
        LinkItem*& item = m_links[key];
        if (const auto known = gone.find(key); known != gone.end()) {
            item = known->second;
            gone.erase(known);
        } else {
            item = new LinkItem(key);
            addItem(item);
        }
        m_linksByNode.emplace(key.from, item);
        m_linksByNode.emplace(key.to, item);
        const QString label = labelOf(topology.links[index]);
        if (label != item->label())
            item->setLabel(label);
        adjustLink(*item);
    }
    for (const auto& [key, item] : gone)
        delete item;
}

void TopologyScene::adjustLink(LinkItem& item) const
{
    item.setEnds(m_hosts.at(item.key().from)->cardRect(), m_hosts.at(item.key().to)->cardRect());
}

void TopologyScene::adjustLinks(const std::string& id)
{
    const auto [begin, end] = m_linksByNode.equal_range(id);
    for (auto entry = begin; entry != end; ++entry)
        adjustLink(*entry->second);
}

HostItem* TopologyScene::hostItem(const std::string& id) const
{
    const auto found = m_hosts.find(id);
    return found == m_hosts.end() ? nullptr : found->second;
}

LinkItem* TopologyScene::linkItem(const LinkKey& key) const
{
    const auto found = m_links.find(key);
    return found == m_links.end() ? nullptr : found->second;
}

QRectF TopologyScene::cardsRect() const
{
    QRectF all;
    for (const auto& [id, item] : m_hosts)
        all |= item->cardRect();
    return all;
}

ElementSet TopologyScene::selection() const
{
    ElementSet elements;
    for (QGraphicsItem* item : selectedItems()) {
        if (const auto* host = qgraphicsitem_cast<HostItem*>(item))
            elements.nodes.insert(host->id().toStdString());
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
            if (HostItem* item = hostItem(id))
                item->setSelected(true);
        }
        for (const LinkKey& key : elements.links) {
            if (LinkItem* item = linkItem(key))
                item->setSelected(true);
        }
    }
    emit selectionChanged();
}

void TopologyScene::selectAll()
{
    ElementSet all;
    for (const auto& [id, item] : m_hosts)
        all.nodes.insert(id);
    for (const auto& [key, item] : m_links)
        all.links.insert(key);
    select(all);
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
