// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/arrange/first_layout.h"

#include "app/document/document_edits.h"
#include "app/document/node_geometry.h"
#include "app/topology/arrange/arrange.h"

#include <algorithm>

namespace lockstep {

namespace {

/// Of `nodes`, those at the origin that touch another of `nodes`.
void addUnplaced(const NodeRects& nodes, std::set<std::string>& unplaced)
{
    for (const auto& [id, rect] : nodes) {
        const auto isInTheWay = [&](const auto& other) {
            return other.first != id && other.second.intersects(rect);
        };
        if (rect.topLeft().isNull() && std::ranges::any_of(nodes, isInTheWay))
            unplaced.insert(id);
    }
}

/// The nodes as the document lists them.
std::vector<std::string> listed(const Topology& topology, const std::set<std::string>& nodes)
{
    std::vector<std::string> order;
    const auto list = [&](const auto& all) {
        for (const auto& node : all) {
            if (nodes.contains(node.id))
                order.push_back(node.id);
        }
    };
    list(topology.hosts);
    list(topology.switches);
    list(topology.networks);
    return order;
}

} // namespace

std::set<std::string> unplacedNodes(const Topology& topology)
{
    // A card may stand on a network that begins at the origin: only nodes of one kind are in each other's
    // way.
    NodeRects cards = nodeRects(topology);
    NodeRects networks;
    for (const Network& network : topology.networks)
        networks.insert(cards.extract(network.id));
    std::set<std::string> unplaced;
    addUnplaced(cards, unplaced);
    addUnplaced(networks, unplaced);
    return unplaced;
}

void layOutUnplaced(ExperimentDocument& document)
{
    const Topology& topology = document.experiment().topology;
    const std::set<std::string> unplaced = unplacedNodes(topology);
    if (unplaced.empty())
        return;
    NodeRects nodes;
    QRectF placed;
    for (const auto& [id, rect] : nodeRects(topology)) {
        if (unplaced.contains(id))
            nodes.emplace(id, rect);
        else
            placed |= rect;
    }
    std::vector<LinkKey> links;
    for (const Link& link : topology.links)
        links.push_back({link.from, link.to, 0});
    NodePlaces places = tidied(nodes, listed(topology, unplaced), links, Tidy::Layered);
    if (!placed.isNull()) {
        QRectF room;
        for (const auto& [id, place] : places)
            room |= QRectF(place, nodes.at(id).size());
        const QPointF way = QPointF(placed.left(), placed.bottom() + kRowGap) - room.topLeft();
        for (auto& [id, place] : places)
            place += way;
    }
    moveNodes(document, places);
    document.undoStack().clear();
}

} // namespace lockstep
