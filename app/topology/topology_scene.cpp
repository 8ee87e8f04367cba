// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/topology_scene.h"

#include "app/document/document_edits.h"
#include "app/document/node_geometry.h"
#include "app/document/quantities.h"
#include "app/topology/gestures/node_drag.h"
#include "app/topology/items/host_item.h"
#include "app/topology/items/link_item.h"
#include "app/topology/items/network_item.h"

#include <QStringList>
#include <algorithm>
#include <array>

namespace lockstep {

namespace {

constexpr qreal kExtent = 20000;
constexpr std::array<qreal, 7> kLabelPlaces = {0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8};
/// Beyond so many moved cards every link is routed anew instead of being asked.
constexpr std::size_t kManyRects = 64;
/// A link may have gone round a card that stood so far from it.
constexpr qreal kRouteReach = 60;

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

TopologyScene::TopologyScene(ExperimentDocument& document, QObject* parent)
    : QGraphicsScene(-kExtent, -kExtent, 2 * kExtent, 2 * kExtent, parent), m_document(document)
{
    connect(&m_document, &ExperimentDocument::changed, this, &TopologyScene::follow);
    follow();
}

TopologyScene::~TopologyScene() = default;

void TopologyScene::follow()
{
    cancelGesture();
    m_changedRects.clear();
    followNetworks();
    followCards();
    indexCards({});
    followLinks();
    placeLabels();
}

/// Moves labels along their links out from under cards that stand between, and off each other.
void TopologyScene::placeLabels()
{
    RectIndex labels;
    for (const auto& [key, link] : m_links) {
        const auto isFree = [&, item = link.item](qreal place) {
            const QRectF room = item->labelRectAt(place);
            bool isTaken = false;
            const auto take = [&](const QRectF&, int) { isTaken = true; };
            m_cards.intersecting(room, take);
            labels.intersecting(room, take);
            return !isTaken;
        };
        if (link.item->labelRectAt(0.5).isNull())
            continue;
        const auto place = std::find_if(kLabelPlaces.begin(), kLabelPlaces.end(), isFree);
        link.item->setLabelPlace(place == kLabelPlaces.end() ? kLabelPlaces.front() : *place);
        labels.add(link.item->labelRect(), 0);
    }
}

void TopologyScene::followNetworks()
{
    std::map<std::string, NetworkItem*> gone = std::move(m_networks);
    m_networks.clear();
    for (const Network& network : m_document.experiment().topology.networks) {
        if (m_networks.contains(network.id))
            continue; // two with one id: checkExperiment says so, the first is drawn
        NetworkItem* item = nullptr;
        if (const auto known = gone.find(network.id); known != gone.end()) {
            item = known->second;
            gone.erase(known);
            item->setNetwork(network);
        } else {
            item = new NetworkItem(network);
            addItem(item);
        }
        m_networks.emplace(network.id, item);
    }
    for (const auto& [id, item] : gone)
        delete item;
}

void TopologyScene::followCards()
{
    const Experiment& experiment = m_document.experiment();
    std::map<std::string, HostItem*> gone = std::move(m_hosts);
    m_hosts.clear();
    std::vector<QPointF> positions;
    for (const Host& host : experiment.topology.hosts)
        positions.emplace_back(host.position.x, host.position.y);
    for (const Switch& node : experiment.topology.switches)
        positions.emplace_back(node.position.x, node.position.y);
    std::vector<CanvasCard> cards = canvasCards(experiment, m_document.problems());
    for (std::size_t index = 0; index < cards.size(); ++index) {
        const std::string id = cards[index].id.toStdString();
        annotate(cards[index]);
        if (m_hosts.contains(id))
            continue; // two with one id: checkExperiment says so, the first is drawn
        HostItem* item = nullptr;
        if (const auto known = gone.find(id); known != gone.end()) {
            item = known->second;
            gone.erase(known);
            item->setCard(cards[index]);
            if (item->pos() != positions[index]) {
                m_changedRects.push_back(item->cardRect());
                item->setPos(positions[index]);
                m_changedRects.push_back(item->cardRect());
            }
        } else {
            item = new HostItem(cards[index]);
            item->setPos(positions[index]);
            addItem(item);
            m_changedRects.push_back(item->cardRect());
        }
        m_hosts.emplace(id, item);
    }
    for (const auto& [id, item] : gone) {
        m_changedRects.push_back(item->cardRect());
        delete item;
    }
}

void TopologyScene::followLinks()
{
    const Topology& topology = m_document.experiment().topology;
    std::map<LinkKey, DrawnLink> gone = std::move(m_links);
    m_links.clear();
    m_linksByNode.clear();
    const std::vector<LinkKey> keys = linkKeys(topology);
    std::map<std::pair<std::string, std::string>, int> lanes; // by the ends, either way round
    std::map<LinkKey, LinkCourse> courses;
    for (std::size_t index = 0; index < keys.size(); ++index) {
        const LinkKey& key = keys[index];
        if (!m_hosts.contains(key.from) || !m_hosts.contains(key.to) || key.from == key.to)
            continue; // a link to nowhere: checkExperiment says so
        DrawnLink drawn;
        if (const auto known = gone.find(key); known != gone.end()) {
            drawn = known->second;
            gone.erase(known);
        } else {
            drawn.item = new LinkItem(key);
            addItem(drawn.item);
        }
        m_linksByNode.emplace(key.from, key);
        m_linksByNode.emplace(key.to, key);
        const Link& link = topology.links[index];
        if (const QString label = labelOf(link); label != drawn.item->label())
            drawn.item->setLabel(label);
        drawn.item->setNote(QString::fromStdString(link.note));
        m_links.emplace(key, drawn);
        int& lane = lanes[std::minmax(key.from, key.to)];
        courses.emplace(key, LinkCourse{cardRect(key.from), cardRect(key.to), lane++, 1});
    }
    for (auto& [key, course] : courses)
        course.lanes = lanes.at(std::minmax(key.from, key.to));
    for (const auto& [key, drawn] : gone)
        delete drawn.item;
    rerouteLinks(courses);
}

/// Routes those links whose ends, lane or surroundings have changed.
void TopologyScene::rerouteLinks(const std::map<LinkKey, LinkCourse>& courses)
{
    const auto isTouched = [&](const LinkItem& item) {
        if (m_changedRects.size() > kManyRects)
            return true;
        const QRectF reach =
            item.route().bounds().adjusted(-kRouteReach, -kRouteReach, kRouteReach, kRouteReach);
        return std::any_of(m_changedRects.begin(), m_changedRects.end(),
                           [&](const QRectF& rect) { return rect.intersects(reach); });
    };
    for (const auto& [key, course] : courses) {
        DrawnLink& drawn = m_links.at(key);
        if (course == drawn.course && !drawn.item->route().isEmpty() && !isTouched(*drawn.item))
            continue;
        drawn.course = course;
        drawn.item->setRoute(routeLink(course, m_cards));
    }
}

void TopologyScene::indexCards(const std::set<std::string>& without)
{
    m_cards.clear();
    for (const auto& [id, item] : m_hosts) {
        if (!without.contains(id))
            m_cards.add(item->cardRect(), 0);
    }
}

void TopologyScene::adjustLinks(const std::set<std::string>& nodes)
{
    std::set<LinkKey> touched;
    for (const std::string& node : nodes) {
        const auto [begin, end] = m_linksByNode.equal_range(node);
        for (auto entry = begin; entry != end; ++entry)
            touched.insert(entry->second);
    }
    for (const LinkKey& key : touched) {
        DrawnLink& drawn = m_links.at(key);
        const LinkCourse before = drawn.course;
        drawn.course.from = cardRect(key.from);
        drawn.course.to = cardRect(key.to);
        const QPointF way = drawn.course.from.topLeft() - before.from.topLeft();
        // Between two cards that move together a link keeps its course until they are let go.
        const bool movesAlong = drawn.course.to.topLeft() - before.to.topLeft() == way;
        drawn.item->setRoute(movesAlong ? drawn.item->route().translated(way)
                                        : routeLink(drawn.course, m_cards));
    }
}

QRectF TopologyScene::cardRect(const std::string& id) const
{
    return m_hosts.at(id)->cardRect();
}

HostItem* TopologyScene::hostItem(const std::string& id) const
{
    const auto found = m_hosts.find(id);
    return found == m_hosts.end() ? nullptr : found->second;
}

NetworkItem* TopologyScene::networkItem(const std::string& id) const
{
    const auto found = m_networks.find(id);
    return found == m_networks.end() ? nullptr : found->second;
}

LinkItem* TopologyScene::linkItem(const LinkKey& key) const
{
    const auto found = m_links.find(key);
    return found == m_links.end() ? nullptr : found->second.item;
}

QGraphicsItem* TopologyScene::itemOf(const std::string& node) const
{
    if (HostItem* card = hostItem(node))
        return card;
    return networkItem(node);
}

QRectF TopologyScene::drawingRect() const
{
    QRectF all;
    for (const auto& [id, item] : m_hosts)
        all |= item->cardRect();
    for (const auto& [id, item] : m_networks)
        all |= item->area();
    return all;
}

} // namespace lockstep
