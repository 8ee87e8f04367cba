// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/rehearsal/rehearsal_routes.h"

#include "engine/protocol/drawn_routes.h"
#include "engine/protocol/experiment.h"
#include "remote/rehearsal/place_index.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace lockstep {

namespace {

/// By place: the first of all places that links lead to from it.
std::vector<std::size_t> partsOf(const Topology& topology)
{
    const PlaceIndex places(topology);
    std::vector<std::size_t> parts(placeCount(topology));
    std::iota(parts.begin(), parts.end(), std::size_t{0});
    for (const Link& link : topology.links) {
        const std::size_t from = parts[places.of(link.from)];
        const std::size_t to = parts[places.of(link.to)];
        std::ranges::replace(parts, std::max(from, to), std::min(from, to));
    }
    return parts;
}

} // namespace

std::size_t placeCount(const Topology& topology)
{
    return topology.hosts.size() + topology.switches.size();
}

Topology joinedTopology(Topology topology)
{
    const std::vector<std::size_t> parts = partsOf(topology);
    std::vector<std::size_t> apart; // the first host of each part; parts of switches alone matter to nobody
    for (std::size_t host = 0; host < topology.hosts.size(); ++host)
        if (std::ranges::none_of(apart, [&](std::size_t first) { return parts[first] == parts[host]; }))
            apart.push_back(host);
    if (apart.size() < 2)
        return topology;
    Switch meeting;
    meeting.id = freshId(topology, "switch");
    for (const std::size_t host : apart) {
        Link link;
        link.from = topology.hosts[host].id;
        link.to = meeting.id;
        topology.links.push_back(std::move(link));
    }
    topology.switches.push_back(std::move(meeting));
    return topology;
}

std::vector<RehearsedRoute> rehearsedRoutes(const Topology& topology)
{
    const PlaceIndex places(topology);
    DrawnRoutes drawn(topology);
    std::map<std::pair<std::size_t, std::size_t>, RehearsedRoute> rows; // by place and destination
    std::vector<RehearsedRoute> exceptions;
    const std::size_t hosts = topology.hosts.size();
    for (std::size_t from = 0; from < hosts; ++from) {
        for (std::size_t to = 0; to < hosts; ++to) {
            std::size_t place = from;
            for (const DrawnRoutes::Leg& leg : drawn.between(from, to)) {
                const Link& link = topology.links[leg.link];
                const std::size_t next = places.of(leg.isForward ? link.to : link.from);
                RehearsedRoute route{place, to, next, leg.link, std::nullopt};
                const auto [row, isNew] = rows.try_emplace({place, to}, route);
                if (!isNew && row->second != route) {
                    route.from = from;
                    exceptions.push_back(route);
                }
                place = next;
            }
        }
    }
    std::vector<RehearsedRoute> routes;
    for (const auto& [key, row] : rows)
        routes.push_back(row);
    routes.insert(routes.end(), exceptions.begin(), exceptions.end());
    std::ranges::stable_sort(routes, {}, &RehearsedRoute::place);
    return routes;
}

} // namespace lockstep
