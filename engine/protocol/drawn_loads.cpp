// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/drawn_loads.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr double kBytesPerMegabit = 1e6 / 8;

} // namespace

void DrawnLoads::cross(const std::vector<DrawnRoutes::Leg>& way, int flows)
{
    const auto add = [flows](Load& load, double mbps) {
        load.crossings += flows;
        load.mbps = mbps;
    };
    for (const DrawnRoutes::Leg& leg : way) {
        const Link& link = m_topology.links[leg.link];
        if (link.bandwidthMbps)
            add(m_links[{leg.link, leg.isForward}], *link.bandwidthMbps);
        const std::string& next = leg.isForward ? link.to : link.from;
        const auto at = std::ranges::find(m_topology.switches, next, &Switch::id);
        if (at != m_topology.switches.end() && at->bandwidthMbps)
            add(m_switches[next], *at->bandwidthMbps);
    }
}

std::optional<double> DrawnLoads::secondsPerByte() const
{
    double longest = 0;
    const auto consider = [&](const auto& loads) {
        for (const auto& [place, load] : loads)
            longest = std::max(longest, load.crossings / (load.mbps * kBytesPerMegabit));
    };
    consider(m_links);
    consider(m_switches);
    return longest > 0 ? std::optional(longest) : std::nullopt;
}

} // namespace lockstep
