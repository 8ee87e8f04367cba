// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/problems/drawn_network.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>

namespace lockstep {

namespace {

/// Nodes joined by links, as disjoint sets; each knows how many of the wanted hosts it holds.
class Networks {
public:
    Networks(const Topology& topology, const std::vector<std::size_t>& wanted)
    {
        for (const Host& host : topology.hosts)
            m_nodes.emplace(host.id, m_nodes.size());
        for (const Switch& node : topology.switches)
            m_nodes.emplace(node.id, m_nodes.size());
        m_parents.resize(m_nodes.size());
        std::iota(m_parents.begin(), m_parents.end(), std::size_t(0));
        m_wanted.resize(m_nodes.size());
        for (const std::size_t host : wanted)
            ++m_wanted[m_nodes.at(topology.hosts[host].id)];
    }

    std::size_t root(const std::string& id)
    {
        std::size_t node = m_nodes.at(id);
        while (m_parents[node] != node)
            node = m_parents[node] = m_parents[m_parents[node]];
        return node;
    }

    /// Whether wanted hosts met that had no way to each other before.
    bool join(const Link& link)
    {
        if (!m_nodes.contains(link.from) || !m_nodes.contains(link.to))
            return false;
        const std::size_t from = root(link.from);
        const std::size_t to = root(link.to);
        if (from == to)
            return false;
        const bool haveMet = m_wanted[from] > 0 && m_wanted[to] > 0;
        m_parents[from] = to;
        m_wanted[to] += m_wanted[from];
        return haveMet;
    }

private:
    std::map<std::string, std::size_t> m_nodes;
    std::vector<std::size_t> m_parents;
    std::vector<std::size_t> m_wanted;
};

} // namespace

std::vector<std::size_t> hostsWithRanks(const Topology& topology)
{
    std::vector<std::size_t> hosts;
    for (std::size_t i = 0; i < topology.hosts.size(); ++i) {
        if (!topology.hosts[i].devices.empty())
            hosts.push_back(i);
    }
    return hosts;
}

std::vector<std::size_t> hostsWithoutWay(const Topology& topology, const std::vector<std::size_t>& hosts)
{
    if (topology.links.empty() || hosts.empty())
        return {};
    Networks networks(topology, hosts);
    for (const Link& link : topology.links)
        networks.join(link);
    const std::size_t home = networks.root(topology.hosts[hosts.front()].id);
    std::vector<std::size_t> lonely;
    std::copy_if(hosts.begin(), hosts.end(), std::back_inserter(lonely),
                 [&](std::size_t host) { return networks.root(topology.hosts[host].id) != home; });
    return lonely;
}

std::optional<std::size_t> narrowestLink(const Topology& topology, const std::vector<std::size_t>& hosts)
{
    const auto width = [&](std::size_t link) {
        return topology.links[link].bandwidthMbps.value_or(std::numeric_limits<double>::infinity());
    };
    std::vector<std::size_t> order(topology.links.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t left, std::size_t right) { return width(left) > width(right); });
    // The widest links first (Kruskal): the last that brings hosts together is one that no way can avoid.
    Networks networks(topology, hosts);
    std::optional<std::size_t> narrowest;
    for (const std::size_t link : order) {
        if (networks.join(topology.links[link]) && topology.links[link].bandwidthMbps)
            narrowest = link;
    }
    return narrowest;
}

std::size_t sidesOf(const Topology& topology, std::size_t switchIndex, const std::vector<std::size_t>& hosts)
{
    const std::string& id = topology.switches[switchIndex].id;
    // Only those that the switch connects at all: hosts beyond missing links exchange nothing through it.
    Networks whole(topology, hosts);
    Networks apart(topology, hosts);
    for (const Link& link : topology.links) {
        whole.join(link);
        if (link.from != id && link.to != id)
            apart.join(link);
    }
    std::set<std::size_t> sides;
    for (const std::size_t host : hosts) {
        if (whole.root(topology.hosts[host].id) == whole.root(id))
            sides.insert(apart.root(topology.hosts[host].id));
    }
    return sides.size();
}

} // namespace lockstep
