// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/arrange/arrange_edits.h"

#include "app/document/document_edits.h"
#include "app/document/node_geometry.h"

#include <QCoreApplication>

namespace lockstep {

namespace {

struct Arranging {
    Q_DECLARE_TR_FUNCTIONS(lockstep::Arrange)
};

/// What moves as one: a card, or a network with what stands on it.
struct Units {
    NodeRects rects;
    std::vector<std::string> order;
    std::map<std::string, std::string> ownerOf; ///< the unit of each node
};

Units unitsOf(const Topology& topology, const std::set<std::string>& nodes)
{
    Units units;
    for (const auto& [id, rect] : nodeRects(topology))
        units.ownerOf[id] = id;
    std::set<std::string> inside;
    for (const Network& network : topology.networks) {
        if (!nodes.contains(network.id))
            continue;
        for (const std::string& member : membersOf(topology, network))
            inside.insert(member);
    }
    for (const Network& network : topology.networks) {
        if (!nodes.contains(network.id) || inside.contains(network.id))
            continue;
        for (const std::string& member : membersOf(topology, network))
            units.ownerOf[member] = network.id;
    }
    for (const auto& [id, rect] : nodeRects(topology)) {
        if (nodes.contains(id) && !inside.contains(id))
            units.rects.emplace(id, rect);
    }
    const auto list = [&](const auto& all) {
        for (const auto& node : all) {
            if (units.rects.contains(node.id))
                units.order.push_back(node.id);
        }
    };
    list(topology.hosts);
    list(topology.switches);
    list(topology.networks);
    return units;
}

void moveUnits(ExperimentDocument& document, const Units& units, const NodePlaces& places,
               const StepName& name)
{
    const Topology& topology = document.experiment().topology;
    std::map<std::string, QPointF> positions;
    const NodeRects rects = nodeRects(topology);
    for (const auto& [id, place] : places) {
        const QPointF way = place - units.rects.at(id).topLeft();
        for (const std::string& member : withMembers(topology, {id}))
            positions[member] = rects.at(member).topLeft() + way;
    }
    moveNodes(document, positions, {}, name);
}

std::set<std::string> allNodes(const Topology& topology)
{
    std::set<std::string> nodes;
    for (const auto& [id, rect] : nodeRects(topology))
        nodes.insert(id);
    return nodes;
}

} // namespace

void alignNodes(ExperimentDocument& document, const std::set<std::string>& nodes, Edge edge)
{
    const Units units = unitsOf(document.experiment().topology, nodes);
    moveUnits(document, units, aligned(units.rects, edge), [] { return Arranging::tr("Align"); });
}

void distributeNodes(ExperimentDocument& document, const std::set<std::string>& nodes,
                     Qt::Orientation orientation)
{
    const Units units = unitsOf(document.experiment().topology, nodes);
    moveUnits(document, units, distributed(units.rects, orientation),
              [] { return Arranging::tr("Distribute"); });
}

void tidyNodes(ExperimentDocument& document, const std::set<std::string>& nodes, Tidy tidy)
{
    const Topology& topology = document.experiment().topology;
    const Units units = unitsOf(topology, nodes.size() < 2 ? allNodes(topology) : nodes);
    std::vector<LinkKey> links;
    for (const Link& link : topology.links) {
        const auto from = units.ownerOf.find(link.from);
        const auto to = units.ownerOf.find(link.to);
        if (from != units.ownerOf.end() && to != units.ownerOf.end())
            links.push_back({from->second, to->second, 0});
    }
    moveUnits(document, units, tidied(units.rects, units.order, links, tidy),
              [] { return Arranging::tr("Tidy the layout"); });
}

void putOnGrid(ExperimentDocument& document, const std::set<std::string>& nodes, qreal grid)
{
    const Topology& topology = document.experiment().topology;
    const Units units = unitsOf(topology, nodes.empty() ? allNodes(topology) : nodes);
    moveUnits(document, units, onGrid(units.rects, grid), [] { return Arranging::tr("Put on the grid"); });
}

} // namespace lockstep
