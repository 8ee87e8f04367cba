// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/ring_order.h"

#include "engine/protocol/drawn_routes.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace lockstep {

namespace {

using Hosts = std::vector<std::size_t>;

/// The ways from one host to others, joined where they begin alike.
class RouteTree {
public:
    explicit RouteTree(std::size_t root) { m_nodes[0].host = root; }
    std::size_t root() const { return *m_nodes[0].host; }
    void add(std::size_t host, const std::vector<DrawnRoutes::Leg>& route)
    {
        std::size_t node = 0;
        for (const DrawnRoutes::Leg& leg : route)
            node = childOf(node, leg);
        m_nodes[node].host = host;
    }
    /// Depth first; what was added first comes first.
    void appendTo(Hosts& order, std::size_t node = 0) const
    {
        if (m_nodes[node].host)
            order.push_back(*m_nodes[node].host);
        for (const auto& [leg, child] : m_nodes[node].children)
            appendTo(order, child);
    }

private:
    struct Node {
        std::optional<std::size_t> host;
        std::vector<std::pair<DrawnRoutes::Leg, std::size_t>> children;
    };
    std::size_t childOf(std::size_t node, const DrawnRoutes::Leg& leg)
    {
        for (const auto& [known, child] : m_nodes[node].children)
            if (known == leg)
                return child;
        m_nodes[node].children.emplace_back(leg, m_nodes.size());
        m_nodes.emplace_back();
        return m_nodes.size() - 1;
    }

    std::vector<Node> m_nodes{1};
};

Hosts depthFirst(const Hosts& hosts, DrawnRoutes& routes)
{
    std::vector<RouteTree> trees; // one for each part of the drawing that no link joins with another
    for (const std::size_t host : hosts) {
        const auto reaches = [&](const RouteTree& tree) {
            return !routes.between(tree.root(), host).empty();
        };
        const auto tree = std::find_if(trees.begin(), trees.end(), reaches);
        if (tree == trees.end())
            trees.emplace_back(host);
        else
            tree->add(host, routes.between(tree->root(), host));
    }
    Hosts order;
    for (const RouteTree& tree : trees)
        tree.appendTo(order);
    return order;
}

/// How often a ring in this order crosses each link, by link and direction.
using Crossings = std::map<std::pair<std::size_t, bool>, int>;
Crossings crossingsOf(const Hosts& order, DrawnRoutes& routes)
{
    Crossings crossings;
    for (std::size_t i = 0; i < order.size(); ++i)
        for (const DrawnRoutes::Leg& leg : routes.between(order[i], order[(i + 1) % order.size()]))
            ++crossings[{leg.link, leg.isForward}];
    return crossings;
}

/// Fewer somewhere, and nowhere more.
bool isBetter(const Crossings& one, const Crossings& other)
{
    const auto isNoMore = [&](const auto& crossing) {
        const auto known = other.find(crossing.first);
        return known != other.end() && crossing.second <= known->second;
    };
    return one != other && std::all_of(one.begin(), one.end(), isNoMore);
}

} // namespace

std::vector<std::size_t> ringOrder(const Topology& topology)
{
    Hosts hosts;
    for (std::size_t host = 0; host < topology.hosts.size(); ++host)
        if (!topology.hosts[host].devices.empty())
            hosts.push_back(host);
    DrawnRoutes routes(topology);
    const Hosts order = depthFirst(hosts, routes);
    return isBetter(crossingsOf(order, routes), crossingsOf(hosts, routes)) ? order : hosts;
}

} // namespace lockstep
