// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/problems/drawn_network.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <string>

namespace lockstep {

namespace {

/// Nodes joined by links, as disjoint sets.
class Networks {
public:
    explicit Networks(const Topology& topology)
    {
        for (const Host& host : topology.hosts)
            m_nodes.emplace(host.id, m_nodes.size());
        for (const Switch& node : topology.switches)
            m_nodes.emplace(node.id, m_nodes.size());
        m_parents.resize(m_nodes.size());
        std::iota(m_parents.begin(), m_parents.end(), std::size_t(0));
    }

    std::size_t root(const std::string& id)
    {
        std::size_t node = m_nodes.at(id);
        while (m_parents[node] != node)
            node = m_parents[node] = m_parents[m_parents[node]];
        return node;
    }

    void join(const Link& link)
    {
        if (m_nodes.contains(link.from) && m_nodes.contains(link.to))
            m_parents[root(link.from)] = root(link.to);
    }

private:
    std::map<std::string, std::size_t> m_nodes;
    std::vector<std::size_t> m_parents;
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
    Networks networks(topology);
    for (const Link& link : topology.links)
        networks.join(link);
    const std::size_t home = networks.root(topology.hosts[hosts.front()].id);
    std::vector<std::size_t> lonely;
    std::copy_if(hosts.begin(), hosts.end(), std::back_inserter(lonely),
                 [&](std::size_t host) { return networks.root(topology.hosts[host].id) != home; });
    return lonely;
}

} // namespace lockstep
