// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/drawn_routes.h"
#include "engine/protocol/experiment.h"
#include "engine/protocol/topology.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lockstep {

/// What of a drawing carries so much in a second and no more.
struct Bottleneck {
    enum class Kind { Link, Switch };
    Kind kind = Kind::Link;
    std::size_t index = 0; ///< into Topology::links or Topology::switches
    bool isForward = true; ///< of a link, which is full duplex: from Link::from to Link::to
    double mbps = 0;       ///< as drawn
    bool operator==(const Bottleneck&) const = default;
};

/// Who sends to whom at the same time.
struct FlowPattern {
    std::vector<double> loads; ///< by NetworkCosts::bottlenecks(): what crosses it for each byte of a flow
    double secondsPerByte = 0; ///< until all flows have arrived
    double latency = 0;        ///< one way, of the farthest two, s
    double restart = 0;        ///< until TCP has found the way's rate again after a pause, s
    /// A host passes on what others send through a link below 100 Mbit/s: its queue decides how well TCP
    /// fills the link.
    bool isRelayed = false;
};

/// What the drawn network takes for what ranks exchange. Each flow takes its route, each direction of a link
/// and each switch carries what it is drawn for, less the headers of TCP/IP and Ethernet; all flows of a
/// pattern are done when those over its fullest bottleneck are. Between hosts that no links join, and over
/// links without a bandwidth, nothing takes time.
class NetworkCosts {
public:
    /// Borrows the topology.
    NetworkCosts(const Topology& topology, StrategyKind strategy);

    /// Links and switches with a bandwidth.
    const std::vector<Bottleneck>& bottlenecks() const { return m_bottlenecks; }

    // Each is found when it is first asked for.

    /// Who sends to whom in sums, a byte each: ranks around a ring where NCCL sums (sum_way.h), else hosts
    /// along the drawn links.
    const FlowPattern& sums();
    /// Every host with ranks sends to the one before it along the drawn links, a byte each.
    const FlowPattern& hostRing();
    /// Every host with ranks sends to every other, a byte each.
    const FlowPattern& everyPair();
    /// Every rank sends a byte, cut evenly among the servers.
    const FlowPattern& toServers();
    /// The way back.
    const FlowPattern& fromServers();

    /// The part of a drawn rate that is left for payload. `isBothWays`: its other direction is in use, so
    /// that acknowledgements share this one.
    static double payloadFraction(double mbps, bool isBothWays);

private:
    using HostPair = std::pair<std::size_t, std::size_t>;
    using Flows = std::map<HostPair, double>;
    const FlowPattern& kept(std::optional<FlowPattern>& pattern, Flows (NetworkCosts::*flows)() const);
    FlowPattern patternOf(const Flows& flows);
    void follow(HostPair hosts, double bytes, FlowPattern& pattern);
    void load(FlowPattern& pattern, const DrawnRoutes::Leg& leg, double bytes) const;
    static Flows flowsAround(const std::vector<std::size_t>& hosts);
    Flows sumFlows() const;
    Flows hostRingFlows() const;
    Flows pairFlows() const;
    Flows pushFlows() const;
    Flows pullFlows() const;

    const Topology& m_topology;
    StrategyKind m_strategy;
    DrawnRoutes m_routes;
    std::vector<Bottleneck> m_bottlenecks;
    std::vector<std::size_t> m_ranks;        ///< host by rank
    std::map<HostPair, std::size_t> m_links; ///< bottleneck of a link (first) and a direction (1: forward)
    std::map<std::string, std::size_t> m_switches; ///< bottleneck by id
    std::map<std::string, std::size_t> m_hosts;    ///< by id
    std::optional<FlowPattern> m_sums, m_hostRing, m_everyPair, m_toServers, m_fromServers;
};

} // namespace lockstep
