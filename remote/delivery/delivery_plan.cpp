// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/delivery/delivery_plan.h"

#include "engine/protocol/drawn_routes.h"

#include <algorithm>
#include <limits>
#include <map>
#include <string>
#include <utility>

namespace lockstep {

namespace {

constexpr double kUnlimited = std::numeric_limits<double>::infinity();

/// Something that what crosses it at the same time shares: one direction of a link, or a switch.
struct Segment {
    std::string name;
    double mbps = kUnlimited;
};
using Way = std::vector<Segment>;

double narrowest(const Way& way)
{
    double mbps = kUnlimited;
    for (const Segment& segment : way)
        mbps = std::min(mbps, segment.mbps);
    return mbps;
}

class DrawnWays {
public:
    explicit DrawnWays(const Topology& topology) : m_topology(topology), m_routes(topology)
    {
        for (const Switch& node : topology.switches)
            if (node.bandwidthMbps)
                m_switches[node.id] = *node.bandwidthMbps;
    }

    /// Empty: nothing is drawn between the two.
    Way between(int from, int to)
    {
        Way way;
        for (const DrawnRoutes::Leg& leg :
             m_routes.between(static_cast<std::size_t>(from), static_cast<std::size_t>(to))) {
            const Link& link = m_topology.links[leg.link];
            way.push_back({(leg.isForward ? "+" : "-") + std::to_string(leg.link),
                           link.bandwidthMbps.value_or(kUnlimited)});
            const auto node = m_switches.find(leg.isForward ? link.to : link.from);
            if (node != m_switches.end())
                way.push_back({"switch " + node->first, node->second});
        }
        return way;
    }

private:
    const Topology& m_topology;
    DrawnRoutes m_routes;
    std::map<std::string, double> m_switches; ///< with a bandwidth, by id
};

/// Until the last of several that go on at once has arrived. Nothing: of one the drawing does not tell.
std::optional<double> secondsTogether(const std::vector<Way>& ways, double megabits)
{
    std::map<std::string, int> crossing;
    for (const Way& way : ways)
        for (const Segment& segment : way)
            ++crossing[segment.name];
    double seconds = 0;
    for (const Way& way : ways) {
        double mbps = kUnlimited;
        for (const Segment& segment : way)
            mbps = std::min(mbps, segment.mbps / crossing[segment.name]);
        if (mbps == kUnlimited)
            return std::nullopt;
        seconds = std::max(seconds, megabits / mbps);
    }
    return seconds;
}

std::optional<int> thisComputer(const Topology& topology)
{
    for (std::size_t i = 0; i < topology.hosts.size(); ++i)
        if (topology.hosts[i].connection == Connection::Local)
            return static_cast<int>(i);
    return std::nullopt;
}

/// Of the links at a host; 0: none has a bandwidth.
double fastestLinkOf(const Topology& topology, int host)
{
    const std::string& id = topology.hosts[static_cast<std::size_t>(host)].id;
    double mbps = 0;
    for (const Link& link : topology.links)
        if (link.from == id || link.to == id)
            mbps = std::max(mbps, link.bandwidthMbps.value_or(0));
    return mbps;
}

/// Of the hosts, the one that is reached best from another one.
int nearestTo(int from, const std::set<int>& hosts, DrawnWays& ways)
{
    int nearest = *hosts.begin();
    std::pair<double, std::size_t> best{-1, 0};
    for (const int host : hosts) {
        const Way way = ways.between(from, host);
        const std::pair<double, std::size_t> reached{way.empty() ? 0 : narrowest(way), way.size()};
        if (reached.first > best.first || (reached.first == best.first && reached.second < best.second)) {
            best = reached;
            nearest = host;
        }
    }
    return nearest;
}

int firstOf(const Topology& topology, const std::set<int>& hosts, std::optional<int> here, DrawnWays& ways)
{
    if (here)
        return nearestTo(*here, hosts, ways);
    return *std::ranges::max_element(hosts, {}, [&](int host) { return fastestLinkOf(topology, host); });
}

/// What this computer's copies cross, one for each of the hosts.
std::vector<Way> waysFromHere(const DeliveryPlan& plan, const std::vector<int>& hosts,
                              const Topology& topology, std::optional<int> here, DrawnWays& ways)
{
    const double line = fastestLinkOf(topology, plan.order.front());
    std::vector<Way> all;
    for (const int host : hosts)
        all.push_back(here       ? ways.between(*here, host)
                      : line > 0 ? Way{{"line of this computer", line}}
                                 : Way{});
    return all;
}

} // namespace

CopyWay DeliveryPlan::fasterWay() const
{
    return isDrawnHere && directSeconds && chainSeconds && *chainSeconds < *directSeconds ? CopyWay::Chain
                                                                                          : CopyWay::Direct;
}

DeliveryPlan planDelivery(const Topology& topology, const std::set<int>& hosts, double megabits)
{
    DeliveryPlan plan;
    if (hosts.empty())
        return plan;
    DrawnWays ways(topology);
    const std::optional<int> here = thisComputer(topology);
    plan.isDrawnHere = here.has_value();
    std::set<int> left = hosts;
    std::vector<Way> hops;
    for (int next = firstOf(topology, left, here, ways);; next = nearestTo(next, left, ways)) {
        if (!plan.order.empty())
            hops.push_back(ways.between(plan.order.back(), next));
        plan.order.push_back(next);
        left.erase(next);
        if (left.empty())
            break;
    }
    const std::vector<int> first{plan.order.front()};
    plan.directSeconds = secondsTogether(waysFromHere(plan, plan.order, topology, here, ways), megabits);
    const auto upload = secondsTogether(waysFromHere(plan, first, topology, here, ways), megabits);
    const auto handedOn = secondsTogether(hops, megabits);
    if (upload && handedOn)
        plan.chainSeconds = *upload + *handedOn;
    return plan;
}

} // namespace lockstep
