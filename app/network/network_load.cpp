// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/network/network_load.h"

#include "engine/protocol/process_placement.h"

#include <algorithm>
#include <string>

namespace lockstep {

namespace {

constexpr double kMegabitsPerByte = 8e-6;

void add(LinkLoad& load, bool isForward, double mbps)
{
    (isForward ? load.forwardMbps : load.backwardMbps) += mbps;
}

/// Puts flows between hosts where they go on the drawing.
class Loader {
public:
    Loader(const Topology& topology, DrawnRoutes& routes) : m_topology(topology), m_routes(routes)
    {
        load.links.resize(topology.links.size());
        load.switchMbps.resize(topology.switches.size());
        for (std::size_t i = 0; i < topology.switches.size(); ++i)
            m_switches.emplace(topology.switches[i].id, i);
    }

    void send(std::size_t from, std::size_t to, double mbps)
    {
        const std::vector<DrawnRoutes::Leg> route = m_routes.between(from, to);
        if (route.empty())
            add(load.direct[std::minmax(from, to)], from < to, mbps);
        for (const DrawnRoutes::Leg& leg : route) {
            add(load.links[leg.link], leg.isForward, mbps);
            const Link& link = m_topology.links[leg.link];
            const auto crossed = m_switches.find(leg.isForward ? link.to : link.from);
            if (crossed != m_switches.end())
                load.switchMbps[crossed->second] += mbps;
        }
    }

    void wait(std::size_t host, std::size_t peer, double fraction)
    {
        const std::vector<DrawnRoutes::Leg> route = m_routes.between(peer, host);
        const auto raise = [fraction](LinkLoad& link) {
            link.lateFraction = std::max(link.lateFraction, fraction);
        };
        if (route.empty())
            raise(load.direct[std::minmax(host, peer)]);
        for (const DrawnRoutes::Leg& leg : route)
            raise(load.links[leg.link]);
    }

    NetworkLoad load;

private:
    const Topology& m_topology;
    DrawnRoutes& m_routes;
    std::map<std::string, std::size_t> m_switches;
};

} // namespace

std::optional<double> LinkLoad::share(const Link& drawn) const
{
    if (!drawn.bandwidthMbps)
        return std::nullopt;
    return busierMbps() / *drawn.bandwidthMbps;
}

NetworkLoad networkLoad(const Topology& topology, DrawnRoutes& routes, std::span<const Flow> flows,
                        const TrainingSpec& training)
{
    const std::vector<Placement> processes = placeProcesses(topology, training);
    const auto find = [&](int process) {
        const bool isKnown = process >= 0 && static_cast<std::size_t>(process) < processes.size();
        return isKnown ? &processes[static_cast<std::size_t>(process)] : nullptr;
    };
    Loader loader(topology, routes);
    for (const Flow& flow : flows) {
        const Placement* rank = find(flow.rank);
        const Placement* peer = find(flow.peer);
        if (!rank || !peer || rank->host == peer->host)
            continue;
        loader.send(rank->host, peer->host, flow.sentPerSecond * kMegabitsPerByte);
        if (peer->role == Role::Server)
            loader.send(peer->host, rank->host, flow.receivedPerSecond * kMegabitsPerByte);
        loader.wait(rank->host, peer->host, flow.lateFraction);
    }
    return std::move(loader.load);
}

} // namespace lockstep
