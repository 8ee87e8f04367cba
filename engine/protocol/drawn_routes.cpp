// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/drawn_routes.h"

#include <algorithm>
#include <limits>
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
    }
}

std::vector<DrawnRoutes::Leg> DrawnRoutes::between(std::size_t from, std::size_t to)
{
    if (from == to)
        return {};
    const auto known = m_known.find(from);
    const std::vector<Arrival>& arrivals =
        known != m_known.end() ? known->second : m_known.emplace(from, arrivalsFrom(from)).first->second;
    std::vector<Leg> legs(arrivals[to].hops);
    std::size_t node = to;
    std::for_each(legs.rbegin(), legs.rend(), [&](Leg& leg) {
        leg = arrivals[node].leg;
        node = arrivals[node].before;
    });
    return legs;
}

/// One round after the other: in each, those nodes are reached that are one link farther away, over the
/// widest of the ways that lead there.
std::vector<DrawnRoutes::Arrival> DrawnRoutes::arrivalsFrom(std::size_t from) const
{
    std::vector<Arrival> arrivals(m_exits.size());
    arrivals[from].width = std::numeric_limits<double>::infinity();
    std::vector<std::size_t> round{from};
    for (std::size_t hops = 1; !round.empty(); ++hops) {
        std::vector<std::size_t> next;
        for (const std::size_t node : round) {
            for (const Exit& exit : m_exits[node]) {
                Arrival& arrival = arrivals[exit.node];
                const double width = std::min(arrivals[node].width, exit.width);
                const bool isNew = exit.node != from && arrival.hops == 0;
                if (!isNew && (arrival.hops != hops || arrival.width >= width))
                    continue;
                if (isNew)
                    next.push_back(exit.node);
                arrival = {node, exit.leg, hops, width};
            }
        }
        round = std::move(next);
    }
    return arrivals;
}

} // namespace lockstep
