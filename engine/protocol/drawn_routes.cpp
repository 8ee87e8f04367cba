// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/drawn_routes.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <limits>
#include <optional>
#include <string>

namespace lockstep {

DrawnRoutes::DrawnRoutes(const Topology& topology)
{
    std::map<std::string, std::size_t> nodes;
    for (const Host& host : topology.hosts)
        nodes.emplace(host.id, nodes.size());
    for (const Switch& node : topology.switches)
        nodes.emplace(node.id, nodes.size());
    m_exits.resize(topology.hosts.size() + topology.switches.size());
    for (std::size_t i = 0; i < topology.links.size(); ++i) {
        const Link& link = topology.links[i];
        const auto from = nodes.find(link.from);
        const auto to = nodes.find(link.to);
        if (from == nodes.end() || to == nodes.end())
            continue; // a link to nowhere: checkExperiment says so
        const double width = link.bandwidthMbps.value_or(std::numeric_limits<double>::infinity());
        m_exits[from->second].push_back({to->second, {i, true}, width});
        m_exits[to->second].push_back({from->second, {i, false}, width});
        m_widths.push_back(width);
    }
    std::sort(m_widths.begin(), m_widths.end(), std::greater<>());
    m_widths.erase(std::unique(m_widths.begin(), m_widths.end()), m_widths.end());
}

const std::vector<DrawnRoutes::Leg>& DrawnRoutes::between(std::size_t from, std::size_t to)
{
    const auto [known, isNew] = m_known.try_emplace({from, to});
    if (!isNew || from == to || m_widths.empty())
        return known->second;
    // The narrower the links that may be taken, the more can be reached.
    const auto widest = std::partition_point(m_widths.begin(), m_widths.end(),
                                             [&](double width) { return shortest(from, to, width).empty(); });
    if (widest != m_widths.end())
        known->second = shortest(from, to, *widest);
    return known->second;
}

/// Over links that are at least so wide.
std::vector<DrawnRoutes::Leg> DrawnRoutes::shortest(std::size_t from, std::size_t to, double leastWidth) const
{
    struct Arrival {
        std::size_t before = 0;
        Leg leg;
    };
    std::vector<std::optional<Arrival>> arrivals(m_exits.size());
    arrivals[from] = Arrival{from, {}};
    std::deque<std::size_t> next{from};
    while (!next.empty() && !arrivals[to]) {
        const std::size_t node = next.front();
        next.pop_front();
        for (const Exit& exit : m_exits[node]) {
            if (exit.width < leastWidth || arrivals[exit.node])
                continue;
            arrivals[exit.node] = Arrival{node, exit.leg};
            next.push_back(exit.node);
        }
    }
    std::vector<Leg> legs;
    if (!arrivals[to])
        return legs;
    for (std::size_t node = to; node != from; node = arrivals[node]->before)
        legs.push_back(arrivals[node]->leg);
    std::reverse(legs.begin(), legs.end());
    return legs;
}

} // namespace lockstep
