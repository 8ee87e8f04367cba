// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/blame/slow_link.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

namespace lockstep {

namespace {

constexpr double kBusy = 0.5;
constexpr double kReceiverLimits = 0.2;
constexpr double kPayloadOfDrawn = 0.93;
constexpr double kSlow = 0.6;        ///< of what is expected
constexpr double kSlowUndrawn = 0.4; ///< of the fastest flow
constexpr double kFast = 0.75;       ///< of what is expected: clears the way it takes

struct JudgedFlow {
    RankFlow sent;
    std::size_t from = 0, to = 0; ///< hosts
    bool isToServer = false;
    std::vector<DrawnRoutes::Leg> way{};
    double expectedMbps = 0;
    bool isSlow = false;
    bool isSure = false; ///< it is, in a single round trip too
    bool isFast = false;
};

using Way = std::pair<std::size_t, bool>; ///< a link and a direction

/// Of the flow, and of what comes back from a server.
std::vector<Way> waysOf(const JudgedFlow& flow)
{
    std::vector<Way> ways;
    for (const DrawnRoutes::Leg& leg : flow.way) {
        ways.emplace_back(leg.link, leg.isForward);
        if (flow.isToServer)
            ways.emplace_back(leg.link, !leg.isForward);
    }
    return ways;
}

/// By way, how much of their time the flows are busy that go there.
std::map<Way, std::vector<double>> sharers(const std::vector<JudgedFlow>& flows)
{
    std::map<Way, std::vector<double>> sharing;
    for (const JudgedFlow& flow : flows)
        for (const Way& way : waysOf(flow))
            sharing[way].push_back(flow.sent.busyFraction);
    return sharing;
}

/// The flow's part of the narrowest link on its way, if the others that go there are busy while it is.
std::optional<double> partOf(const JudgedFlow& flow, const Topology& topology,
                             const std::map<Way, std::vector<double>>& sharing)
{
    const double busy = flow.sent.busyFraction;
    double mbps = std::numeric_limits<double>::infinity();
    for (const DrawnRoutes::Leg& leg : flow.way) {
        const std::optional<double> drawn = topology.links[leg.link].bandwidthMbps;
        if (!drawn)
            continue;
        double flows = 0; // this one is among them
        for (const double other : sharing.at({leg.link, leg.isForward}))
            flows += other < busy ? other / busy : 1;
        mbps = std::min(mbps, *drawn / flows);
    }
    return std::isfinite(mbps) ? std::optional(mbps) : std::nullopt;
}

/// Those between hosts that the topology has, with their ways.
std::vector<JudgedFlow> between(std::span<const RankFlow> flows, DrawnRoutes& routes,
                                std::span<const Placement> processes)
{
    const auto isKnown = [&](int process) {
        return process >= 0 && static_cast<std::size_t>(process) < processes.size();
    };
    std::vector<JudgedFlow> found;
    for (const RankFlow& flow : flows) {
        if (!isKnown(flow.rank) || !isKnown(flow.peer))
            continue;
        const Placement& peer = processes[static_cast<std::size_t>(flow.peer)];
        const std::size_t from = processes[static_cast<std::size_t>(flow.rank)].host;
        if (from != peer.host)
            found.push_back(
                {flow, from, peer.host, peer.role == Role::Server, routes.between(from, peer.host)});
    }
    return found;
}

std::vector<JudgedFlow> judge(std::span<const RankFlow> flows, const Topology& topology, DrawnRoutes& routes,
                              std::span<const Placement> processes)
{
    double fastest = 0;
    for (const RankFlow& flow : flows)
        fastest = std::max(fastest, flow.mbps);
    std::vector<JudgedFlow> judged = between(flows, routes, processes);
    const std::map<Way, std::vector<double>> sharing = sharers(judged);
    for (JudgedFlow& one : judged) {
        const RankFlow& flow = one.sent;
        const std::optional<double> part = partOf(one, topology, sharing);
        one.expectedMbps = part ? *part * kPayloadOfDrawn : fastest;
        const double slow = (part ? kSlow : kSlowUndrawn) * one.expectedMbps;
        one.isSlow =
            flow.busyFraction >= kBusy && flow.receiverFraction < kReceiverLimits && flow.mbps < slow;
        one.isSure = one.isSlow && flow.deliveredMbps < slow;
        one.isFast = flow.mbps >= kFast * one.expectedMbps;
    }
    return judged;
}

/// The links that most slow flows cross, where nothing fast goes the same way.
std::vector<std::size_t> sharedLinks(const std::vector<JudgedFlow>& flows)
{
    std::set<Way> cleared;
    for (const JudgedFlow& flow : flows)
        if (flow.isFast)
            for (const DrawnRoutes::Leg& leg : flow.way)
                cleared.emplace(leg.link, leg.isForward);
    std::map<std::size_t, int> crossed;
    for (const JudgedFlow& flow : flows)
        if (flow.isSlow)
            for (const DrawnRoutes::Leg& leg : flow.way)
                crossed[leg.link] += cleared.contains({leg.link, leg.isForward}) ? 0 : 1;
    int most = 1;
    for (const auto& [link, count] : crossed)
        most = std::max(most, count);
    std::vector<std::size_t> links;
    for (const auto& [link, count] : crossed)
        if (count == most)
            links.push_back(link);
    return links;
}

} // namespace

std::optional<SlowLink> findSlowLink(std::span<const RankFlow> flows, const Topology& topology,
                                     DrawnRoutes& routes, std::span<const Placement> processes)
{
    const std::vector<JudgedFlow> judged = judge(flows, topology, routes, processes);
    SlowLink found;
    const JudgedFlow* worst = nullptr;
    for (const JudgedFlow& flow : judged) {
        if (!flow.isSlow) {
            found.otherFlows += flow.isFast ? 1 : 0;
            continue;
        }
        ++found.flows;
        const bool isWorse =
            !worst || flow.sent.mbps * worst->expectedMbps < worst->sent.mbps * flow.expectedMbps;
        if (flow.isSure && isWorse)
            worst = &flow;
    }
    if (!worst)
        return std::nullopt;
    found.links = sharedLinks(judged);
    found.from = worst->from;
    found.to = worst->to;
    found.mbps = worst->sent.mbps;
    found.expectedMbps = worst->expectedMbps;
    return found;
}

} // namespace lockstep
