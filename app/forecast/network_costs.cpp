// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/forecast/network_costs.h"

#include "engine/protocol/ring_order.h"
#include "engine/protocol/sum_way.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace lockstep {

namespace {

constexpr double kBitsPerByte = 8;
constexpr double kMega = 1e6;
/// Ethernet, IP and TCP with timestamps, of a full segment.
constexpr double kSegmentPayload = 1448.0 / 1514;
/// Of one direction, for acknowledging what crosses the other: one of 66 bytes for two segments, and far
/// fewer at rates at which segments are received in heaps.
constexpr double kAcknowledgements = 0.023;
constexpr double kFewAcknowledgements = 0.003;
constexpr double kManyMbps = 1000;
constexpr double kSlowMbps = 100;
/// With which Linux begins anew after a pause: 10 segments.
constexpr double kFirstWindow = 14'500;

double restartSeconds(double mbps, double roundTrip)
{
    const double inFlight = mbps * kMega / kBitsPerByte * roundTrip;
    return inFlight > kFirstWindow ? roundTrip * std::log2(inFlight / kFirstWindow) : 0;
}

} // namespace

NetworkCosts::NetworkCosts(const Topology& topology, StrategyKind strategy)
    : m_topology(topology), m_strategy(strategy), m_routes(topology)
{
    for (std::size_t i = 0; i < topology.links.size(); ++i) {
        const std::optional<double> mbps = topology.links[i].bandwidthMbps;
        for (const bool isForward : {true, false}) {
            if (!mbps)
                continue;
            m_links.emplace(HostPair{i, isForward}, m_bottlenecks.size());
            m_bottlenecks.push_back({Bottleneck::Kind::Link, i, isForward, *mbps});
        }
    }
    for (std::size_t i = 0; i < topology.switches.size(); ++i) {
        if (!topology.switches[i].bandwidthMbps)
            continue;
        m_switches.emplace(topology.switches[i].id, m_bottlenecks.size());
        m_bottlenecks.push_back({Bottleneck::Kind::Switch, i, true, *topology.switches[i].bandwidthMbps});
    }
    for (std::size_t i = 0; i < topology.hosts.size(); ++i)
        m_hosts.emplace(topology.hosts[i].id, i);
    for (const Placement& placement : placeRanks(topology))
        m_ranks.push_back(placement.host);
}

double NetworkCosts::payloadFraction(double mbps, bool isBothWays)
{
    const double acknowledgements = mbps < kManyMbps ? kAcknowledgements : kFewAcknowledgements;
    return kSegmentPayload / (1 + (isBothWays ? acknowledgements : 0));
}

void NetworkCosts::load(FlowPattern& pattern, const DrawnRoutes::Leg& leg, double bytes) const
{
    if (const auto link = m_links.find({leg.link, leg.isForward}); link != m_links.end())
        pattern.loads[link->second] += bytes;
    const Link& drawn = m_topology.links[leg.link];
    const auto crossed = m_switches.find(leg.isForward ? drawn.to : drawn.from);
    if (crossed != m_switches.end())
        pattern.loads[crossed->second] += bytes;
}

void NetworkCosts::follow(HostPair hosts, double bytes, FlowPattern& pattern)
{
    double latency = 0;
    double narrowest = std::numeric_limits<double>::infinity();
    bool isRelayed = false;
    const std::vector<DrawnRoutes::Leg> route = m_routes.between(hosts.first, hosts.second);
    for (std::size_t i = 0; i < route.size(); ++i) {
        load(pattern, route[i], bytes);
        const Link& link = m_topology.links[route[i].link];
        latency += link.latencyMs.value_or(0) / 1000;
        narrowest = std::min(narrowest, link.bandwidthMbps.value_or(narrowest));
        isRelayed |= i + 1 < route.size() && m_hosts.contains(route[i].isForward ? link.to : link.from);
    }
    pattern.latency = std::max(pattern.latency, latency);
    pattern.isRelayed |= isRelayed && narrowest < kSlowMbps;
    if (std::isfinite(narrowest))
        pattern.restart = std::max(pattern.restart, restartSeconds(narrowest, 2 * latency));
}

FlowPattern NetworkCosts::patternOf(const Flows& flows)
{
    FlowPattern pattern;
    pattern.loads.resize(m_bottlenecks.size());
    for (const auto& [hosts, bytes] : flows) {
        if (hosts.first != hosts.second)
            follow(hosts, bytes, pattern);
    }
    for (std::size_t i = 0; i < m_bottlenecks.size(); ++i) {
        const Bottleneck& place = m_bottlenecks[i];
        // Both directions of a link stand side by side, the forward one first; a switch carries both at once.
        const bool isBothWays =
            place.kind == Bottleneck::Kind::Switch || pattern.loads[place.isForward ? i + 1 : i - 1] > 0;
        const double bytesPerSecond =
            payloadFraction(place.mbps, isBothWays) * place.mbps * kMega / kBitsPerByte;
        pattern.secondsPerByte = std::max(pattern.secondsPerByte, pattern.loads[i] / bytesPerSecond);
    }
    return pattern;
}

NetworkCosts::Flows NetworkCosts::flowsAround(const std::vector<std::size_t>& hosts)
{
    Flows flows;
    for (std::size_t i = 0; i < hosts.size(); ++i)
        flows[{hosts[i], hosts[(i + hosts.size() - 1) % hosts.size()]}] += 1;
    return flows;
}

NetworkCosts::Flows NetworkCosts::sumFlows() const
{
    if (sumsByNccl(m_topology, m_strategy))
        return flowsAround(m_ranks);
    Flows flows;
    for (const SumTree::Flow& flow : drawnSumFlows(m_topology))
        flows[{flow.from, flow.to}] += 1;
    return flows;
}

NetworkCosts::Flows NetworkCosts::hostRingFlows() const
{
    return flowsAround(ringOrder(m_topology));
}

NetworkCosts::Flows NetworkCosts::pairFlows() const
{
    const std::vector<std::size_t> hosts = ringOrder(m_topology);
    Flows flows;
    for (const std::size_t from : hosts) {
        for (const std::size_t to : hosts)
            flows[{from, to}] = 1;
    }
    return flows;
}

NetworkCosts::Flows NetworkCosts::pushFlows() const
{
    const std::vector<std::size_t> servers = placeServers(m_topology);
    std::map<std::size_t, double> parts; // of what a rank sends, by host
    for (const std::size_t host : servers)
        parts[host] += 1.0 / static_cast<double>(servers.size());
    Flows flows;
    for (const std::size_t rank : m_ranks) {
        for (const auto& [server, part] : parts)
            flows[{rank, server}] += part;
    }
    return flows;
}

NetworkCosts::Flows NetworkCosts::pullFlows() const
{
    Flows flows;
    for (const auto& [hosts, part] : pushFlows())
        flows.emplace(HostPair{hosts.second, hosts.first}, part);
    return flows;
}

const FlowPattern& NetworkCosts::kept(std::optional<FlowPattern>& pattern,
                                      Flows (NetworkCosts::*flows)() const)
{
    if (!pattern)
        pattern = patternOf((this->*flows)());
    return *pattern;
}

const FlowPattern& NetworkCosts::sums()
{
    return kept(m_sums, &NetworkCosts::sumFlows);
}

const FlowPattern& NetworkCosts::hostRing()
{
    return kept(m_hostRing, &NetworkCosts::hostRingFlows);
}

const FlowPattern& NetworkCosts::everyPair()
{
    return kept(m_everyPair, &NetworkCosts::pairFlows);
}

const FlowPattern& NetworkCosts::toServers()
{
    return kept(m_toServers, &NetworkCosts::pushFlows);
}

const FlowPattern& NetworkCosts::fromServers()
{
    return kept(m_fromServers, &NetworkCosts::pullFlows);
}

} // namespace lockstep
