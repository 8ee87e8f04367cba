// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/node_geometry.h"

#include <algorithm>

namespace lockstep {

namespace {

QRectF rectOf(const Network& network)
{
    return {network.position.x, network.position.y, network.width, network.height};
}

} // namespace

std::map<std::string, QRectF> nodeRects(const Topology& topology)
{
    std::map<std::string, QRectF> rects;
    const auto addCards = [&](const auto& nodes) {
        for (const auto& node : nodes)
            rects.emplace(node.id, QRectF({node.position.x, node.position.y}, kCardSize));
    };
    addCards(topology.hosts);
    addCards(topology.switches);
    for (const Network& network : topology.networks)
        rects.emplace(network.id, rectOf(network));
    return rects;
}

QRectF boundsOf(const Topology& topology, const std::set<std::string>& nodes)
{
    QRectF bounds;
    for (const auto& [id, rect] : nodeRects(topology)) {
        if (nodes.contains(id))
            bounds |= rect;
    }
    return bounds;
}

std::set<std::string> membersOf(const Topology& topology, const Network& network)
{
    const QRectF area = rectOf(network);
    std::set<std::string> members;
    for (const auto& [id, rect] : nodeRects(topology)) {
        if (id != network.id && area.contains(rect))
            members.insert(id);
    }
    return members;
}

std::set<std::string> withMembers(const Topology& topology, const std::set<std::string>& nodes)
{
    std::set<std::string> all = nodes;
    for (const Network& network : topology.networks) {
        if (nodes.contains(network.id))
            all.merge(membersOf(topology, network));
    }
    return all;
}

} // namespace lockstep
