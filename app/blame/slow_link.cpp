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
    std::vector<DrawnRoutes::Leg> way;
    double expectedMbps = 0;
    bool isSlow = false;
    bool isSure = false; ///< it is, in a single round trip too
    bool isFast = false;
};

std::optional<double> narrowest(const std::vector<DrawnRoutes::Leg>& way, const Topology& topology)
{
    double mbps = std::numeric_limits<double>::infinity();
    for (const DrawnRoutes::Leg& leg : way)
        mbps = std::min(mbps, topology.links[leg.link].bandwidthMbps.value_or(mbps));
    return std::isfinite(mbps) ? std::optional(mbps) : std::nullopt;
}

/// Those between hosts that the topology has.
std::vector<JudgedFlow> judge(std::span<const RankFlow> flows, const Topology& topology, DrawnRoutes& routes,
                              std::span<const std::size_t> hostOf)
{
    double fastest = 0;
    for (const RankFlow& flow : flows)
        fastest = std::max(fastest, flow.mbps);
    std::vector<JudgedFlow> judged;
    for (const RankFlow& flow : flows) {
        const auto isKnown = [&](int rank) {
            return rank >= 0 && static_cast<std::size_t>(rank) < hostOf.size();
        };
        if (!isKnown(flow.rank) || !isKnown(flow.peer))
            continue;
        JudgedFlow one{flow,
                       hostOf[static_cast<std::size_t>(flow.rank)],
                       hostOf[static_cast<std::size_t>(flow.peer)],
                       {}};
        if (one.from == one.to)
            continue;
        one.way = routes.between(one.from, one.to);
        const std::optional<double> drawn = narrowest(one.way, topology);
        one.expectedMbps = drawn ? *drawn * kPayloadOfDrawn : fastest;
        const double slow = (drawn ? kSlow : kSlowUndrawn) * one.expectedMbps;
        one.isSlow =
            flow.busyFraction >= kBusy && flow.receiverFraction < kReceiverLimits && flow.mbps < slow;
        one.isSure = one.isSlow && flow.deliveredMbps < slow;
        one.isFast = flow.mbps >= kFast * one.expectedMbps;
        judged.push_back(std::move(one));
    }
    return judged;
}

/// The links that most slow flows cross, where nothing fast goes the same way.
std::vector<std::size_t> sharedLinks(const std::vector<JudgedFlow>& flows)
{
    std::set<std::pair<std::size_t, bool>> cleared;
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
                                     DrawnRoutes& routes, std::span<const std::size_t> hostOf)
{
    const std::vector<JudgedFlow> judged = judge(flows, topology, routes, hostOf);
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
