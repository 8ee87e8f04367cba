// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/elements.h"

#include <algorithm>
#include <map>
#include <utility>

namespace lockstep {

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
    const auto found = std::find_if(topology.hosts.begin(), topology.hosts.end(),
                                    [&](const Host& host) { return host.id == id; });
    if (found == topology.hosts.end())
        return std::nullopt;
    return static_cast<std::size_t>(found - topology.hosts.begin());
}

std::string nodeName(const Topology& topology, const std::string& id)
{
    for (const Host& host : topology.hosts) {
        if (host.id == id)
            return host.name.empty() ? id : host.name;
    }
    for (const Switch& item : topology.switches) {
        if (item.id == id)
            return item.name.empty() ? id : item.name;
    }
    return id;
}

} // namespace lockstep
