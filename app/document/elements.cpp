// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/elements.h"

#include <algorithm>
#include <map>
#include <utility>

namespace lockstep {

namespace {

std::optional<std::size_t> findNode(const auto& nodes, const std::string& id)
{
    const auto found =
        std::find_if(nodes.begin(), nodes.end(), [&](const auto& node) { return node.id == id; });
    if (found == nodes.end())
        return std::nullopt;
    return static_cast<std::size_t>(found - nodes.begin());
}

} // namespace

std::vector<LinkKey> linkKeys(const Topology& topology)
{
    std::map<std::pair<std::string, std::string>, int> seen;
    std::vector<LinkKey> keys;
    keys.reserve(topology.links.size());
    for (const Link& link : topology.links)
        keys.push_back({link.from, link.to, seen[{link.from, link.to}]++});
    return keys;
}

std::optional<std::size_t> findLink(const Topology& topology, const LinkKey& key)
{
    int ordinal = 0;
    for (std::size_t index = 0; index < topology.links.size(); ++index) {
        const Link& link = topology.links[index];
        if (link.from == key.from && link.to == key.to && ordinal++ == key.ordinal)
            return index;
    }
    return std::nullopt;
}

std::optional<std::size_t> findHost(const Topology& topology, const std::string& id)
{
    return findNode(topology.hosts, id);
}

std::optional<std::size_t> findSwitch(const Topology& topology, const std::string& id)
{
    return findNode(topology.switches, id);
}

std::optional<std::size_t> findNetwork(const Topology& topology, const std::string& id)
{
    return findNode(topology.networks, id);
}

bool isLinkEnd(const Topology& topology, const std::string& id)
{
    return findHost(topology, id) || findSwitch(topology, id);
}

std::string nodeName(const Topology& topology, const std::string& id)
{
    const auto nameIn = [&](const auto& nodes) {
        const std::optional<std::size_t> index = findNode(nodes, id);
        return index ? nodes[*index].name : std::string();
    };
    for (const std::string& name :
         {nameIn(topology.hosts), nameIn(topology.switches), nameIn(topology.networks)}) {
        if (!name.empty())
            return name;
    }
    return id;
}

} // namespace lockstep
