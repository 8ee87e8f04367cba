// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/sum_tree.h"

#include "engine/protocol/drawn_loads.h"
#include "engine/protocol/ring_order.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <string>
#include <utility>

namespace lockstep {

namespace {

/// Of a ring's time: what a tree must stay below. What is drawn is not so exact that less would count.
constexpr double kWorthwhile = 0.95;
/// Of a host, for each byte that it takes in and each that it passes on at the same time: a thread moves
/// about so many. It matters beyond some gigabits per second, where a host with several neighbours in a tree
/// has more to do than in a ring.
constexpr double kSecondsPerByteHandled = 1 / 1.2e9;
/// How many hosts are tried as the one on which others hang by a switch: all of them would take long in a
/// drawing of hundreds.
constexpr std::size_t kMostHubs = 32;
/// Of one hop, beside the drawn latency.
constexpr double kHopSeconds = 1e-4;

using Way = std::vector<DrawnRoutes::Leg>;

/// Two hosts, and the way from the first to the second.
struct Edge {
    std::size_t from = 0, to = 0;
    Way way;
};
using Edges = std::vector<Edge>;

Way reversed(const Way& way)
{
    Way back(way.rbegin(), way.rend());
    for (DrawnRoutes::Leg& leg : back)
        leg.isForward = !leg.isForward;
    return back;
}

void crossBothWays(DrawnLoads& loads, const Edge& edge, int flows = 1)
{
    loads.cross(edge.way, flows);
    loads.cross(reversed(edge.way), flows);
}

/// Of each value's byte, s. `neighbours`: of the host that has the most.
double secondsPerByte(const DrawnLoads& loads, double neighbours)
{
    return std::max(loads.secondsPerByte().value_or(0), neighbours * kSecondsPerByteHandled);
}

struct Candidate {
    Edges edges;
    double secondsPerByte = std::numeric_limits<double>::infinity();
    std::size_t legs = 0; ///< of all edges
};

/// Faster, and not by rounding alone; or as fast over fewer links.
bool isBetter(const Candidate& one, const Candidate& other)
{
    constexpr double kRounding = 1e-9;
    if (one.secondsPerByte < (1 - kRounding) * other.secondsPerByte)
        return true;
    return one.secondsPerByte <= (1 + kRounding) * other.secondsPerByte && one.legs < other.legs;
}

/// From each host of the ring to the one that follows.
Edges edgesOfRing(const std::vector<std::size_t>& ring, DrawnRoutes& routes)
{
    Edges edges;
    for (std::size_t i = 0; i < ring.size(); ++i) {
        const std::size_t next = ring[(i + 1) % ring.size()];
        edges.push_back({ring[i], next, routes.between(ring[i], next)});
    }
    return edges;
}

/// The ring without its edge that costs most.
Candidate bestLine(const Topology& topology, const Edges& ring)
{
    DrawnLoads loads(topology);
    for (const Edge& edge : ring)
        crossBothWays(loads, edge);
    const auto legs =
        std::accumulate(ring.begin(), ring.end(), std::size_t{0},
                        [](std::size_t sum, const Edge& edge) { return sum + edge.way.size(); });
    Candidate best;
    std::size_t cut = 0;
    for (std::size_t i = 0; i < ring.size(); ++i) {
        crossBothWays(loads, ring[i], -1);
        const Candidate line{{}, secondsPerByte(loads, 2), legs - ring[i].way.size()};
        if (isBetter(line, best)) {
            best = line;
            cut = i;
        }
        crossBothWays(loads, ring[i]);
    }
    best.edges = ring;
    best.edges.erase(best.edges.begin() + static_cast<std::ptrdiff_t>(cut));
    return best;
}

/// Each host hangs on the one through which its way to the hub leads.
Candidate alongLinks(const Topology& topology, const std::vector<std::size_t>& hosts, std::size_t hub,
                     DrawnRoutes& routes)
{
    std::map<std::string, std::size_t> withRanks; // by id
    for (const std::size_t host : hosts)
        withRanks.emplace(topology.hosts[host].id, host);
    Candidate tree;
    DrawnLoads loads(topology);
    std::map<std::size_t, double> neighbours;
    for (const std::size_t host : hosts) {
        if (host == hub)
            continue;
        Edge edge{host, hub, {}};
        for (const DrawnRoutes::Leg& leg : routes.between(host, hub)) {
            edge.way.push_back(leg);
            const Link& link = topology.links[leg.link];
            const auto at = withRanks.find(leg.isForward ? link.to : link.from);
            if (at == withRanks.end())
                continue;
            edge.to = at->second;
            break;
        }
        crossBothWays(loads, edge);
        tree.legs += edge.way.size();
        ++neighbours[edge.from];
        ++neighbours[edge.to];
        tree.edges.push_back(std::move(edge));
    }
    const auto most = std::ranges::max_element(neighbours, {}, [](const auto& each) { return each.second; });
    tree.secondsPerByte = secondsPerByte(loads, most->second);
    return tree;
}

/// Who hangs on whom, and how far apart, when any host may be the root.
class Branches {
public:
    Branches(const Topology& topology, const Edges& edges)
    {
        for (const Edge& edge : edges) {
            double seconds = kHopSeconds;
            for (const DrawnRoutes::Leg& leg : edge.way)
                seconds += topology.links[leg.link].latencyMs.value_or(0) / 1000;
            m_neighbours[edge.from].emplace_back(edge.to, seconds);
            m_neighbours[edge.to].emplace_back(edge.from, seconds);
        }
    }

    /// The host that is nearest to those farthest from it.
    std::size_t middle() const
    {
        const Reach one = reachOf(farthest(reachOf(m_neighbours.begin()->first)));
        const Reach other = reachOf(farthest(one));
        std::size_t best = one.tree.hosts.front();
        double least = std::numeric_limits<double>::infinity();
        for (const std::size_t host : one.tree.hosts) {
            const double seconds = std::max(one.seconds.at(host), other.seconds.at(host));
            if (seconds < least || (seconds == least && host < best)) {
                least = seconds;
                best = host;
            }
        }
        return best;
    }
    SumTree from(std::size_t root) const { return reachOf(root).tree; }

private:
    struct Reach {
        SumTree tree;
        std::map<std::size_t, double> seconds; ///< from the root, by host
    };
    Reach reachOf(std::size_t root) const
    {
        Reach reach{{{root}, {0}}, {{root, 0.0}}};
        SumTree& tree = reach.tree;
        for (std::size_t at = 0; at < tree.hosts.size(); ++at) {
            const std::size_t host = tree.hosts[at];
            for (const auto& [next, seconds] : m_neighbours.at(host)) {
                if (!reach.seconds.emplace(next, reach.seconds.at(host) + seconds).second)
                    continue;
                tree.hosts.push_back(next);
                tree.parents.push_back(at);
            }
        }
        return reach;
    }
    static std::size_t farthest(const Reach& reach)
    {
        return std::ranges::max_element(reach.seconds, {}, [](const auto& each) { return each.second; })
            ->first;
    }

    std::map<std::size_t, std::vector<std::pair<std::size_t, double>>> m_neighbours;
};

} // namespace

int SumTree::depth() const
{
    std::vector<int> depths(hosts.size());
    for (std::size_t i = 1; i < hosts.size(); ++i)
        depths[i] = depths[parents[i]] + 1;
    return depths.empty() ? 0 : std::ranges::max(depths);
}

std::vector<SumTree::Flow> SumTree::flows() const
{
    std::vector<Flow> flows;
    for (std::size_t i = 1; i < hosts.size(); ++i) {
        flows.push_back({hosts[i], hosts[parents[i]]});
        flows.push_back({hosts[parents[i]], hosts[i]});
    }
    return flows;
}

std::optional<SumTree> sumTree(const Topology& topology)
{
    const std::vector<std::size_t> hosts = ringOrder(topology);
    if (hosts.size() < 3)
        return std::nullopt;
    DrawnRoutes routes(topology);
    const Edges ring = edgesOfRing(hosts, routes);
    DrawnLoads around(topology);
    for (const Edge& edge : ring) {
        if (edge.way.empty())
            return std::nullopt;
        around.cross(edge.way);
    }
    if (!around.secondsPerByte())
        return std::nullopt;

    Candidate best = bestLine(topology, ring);
    for (std::size_t i = 0; i < std::min(hosts.size(), kMostHubs); ++i)
        if (Candidate tree = alongLinks(topology, hosts, hosts[i], routes); isBetter(tree, best))
            best = std::move(tree);
    const auto n = static_cast<double>(hosts.size());
    if (best.secondsPerByte >= kWorthwhile * 2 * (n - 1) / n * secondsPerByte(around, 1))
        return std::nullopt;
    const Branches branches(topology, best.edges);
    return branches.from(branches.middle());
}

} // namespace lockstep
