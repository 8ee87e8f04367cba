// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/topology_scene.h"

#include "app/document/document_edits.h"
#include "app/document/quantities.h"
#include "app/topology/host_item.h"
#include "app/topology/link_item.h"
#include "app/topology/link_pull.h"

#include <QStringList>
#include <algorithm>
#include <array>

namespace lockstep {

namespace {

constexpr qreal kExtent = 20000;
constexpr std::size_t kManyLabels = 200;
constexpr std::array<qreal, 7> kLabelPlaces = {0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8};

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
    cancelPull();
    m_pressPositions.clear();
    m_isFollowing = true;
    followHosts();
    m_isFollowing = false;
    followLinks();
    if (m_links.size() <= kManyLabels)
        placeLabels();
}

/// Moves labels along their links out from under cards that stand between.
void TopologyScene::placeLabels()
{
    for (const auto& [key, link] : m_links) {
        const auto isFree = [&, item = link](qreal place) {
            const QRectF room = item->labelRectAt(place);
            return std::none_of(m_hosts.begin(), m_hosts.end(),
                                [&](const auto& host) { return host.second->cardRect().intersects(room); });
        };
        const auto place = std::find_if(kLabelPlaces.begin(), kLabelPlaces.end(), isFree);
        link->setLabelPlace(place == kLabelPlaces.end() ? kLabelPlaces.front() : *place);
    }
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
    // While the document is followed, ends may be missing; followLinks() comes last and adjusts every link.
    if (m_isFollowing)
        return;
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

} // namespace lockstep
