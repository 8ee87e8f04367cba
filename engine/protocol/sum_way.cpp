// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/sum_way.h"

#include "engine/protocol/drawn_routes.h"
#include "engine/protocol/ring_order.h"

#include <algorithm>
#include <bit>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace lockstep {

namespace {

constexpr double kBytesPerMegabit = 1e6 / 8;
/// Beyond this no way saves enough for it.
constexpr std::size_t kLargestRider = 32 << 10;
/// Of one message, beside the drawn latency: undrawn wires, and the hosts at both ends.
constexpr double kMessageSeconds = 1e-4;
/// The loss and the votes.
constexpr double kScalarBytes = 3 * sizeof(double);

/// How often the ring crosses what has a bandwidth, and that, Mbit/s.
struct Load {
    double crossings = 0, mbps = 0;
};

/// Of links by index and direction, and of switches by id.
class Loads {
public:
    explicit Loads(const Topology& topology) : m_topology(topology) {}
    void cross(const DrawnRoutes::Leg& leg)
    {
        const Link& link = m_topology.links[leg.link];
        if (link.bandwidthMbps)
            add(m_links[{leg.link, leg.isForward}], *link.bandwidthMbps);
        const std::string& next = leg.isForward ? link.to : link.from;
        const auto at = std::ranges::find(m_topology.switches, next, &Switch::id);
        if (at != m_topology.switches.end() && at->bandwidthMbps)
            add(m_switches[next], *at->bandwidthMbps);
    }
    std::optional<double> secondsPerByte() const
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

private:
    static void add(Load& load, double mbps)
    {
        ++load.crossings;
        load.mbps = mbps;
    }
    const Topology& m_topology;
    std::map<std::pair<std::size_t, bool>, Load> m_links;
    std::map<std::string, Load> m_switches;
};

/// Of a small sum [Gloo's bcube]: groups of two meet as often as halves remain whole, then all that are left,
/// first for their parts and then for the sums.
int fewestRounds(unsigned members)
{
    const int halvings = std::countr_zero(members);
    return 2 * (halvings + (members >> halvings > 1 ? 1 : 0));
}

/// Of a sum of so many bytes.
double sumSeconds(double bytes, const SumWay& way)
{
    const int rounds = bytes < static_cast<double>(kRingBytes)
                           ? fewestRounds(static_cast<unsigned>(way.members))
                           : 2 * (way.members - 1);
    const double crossing = 2.0 * (way.members - 1) / way.members * bytes * way.secondsPerByte.value_or(0);
    return rounds * (way.roundTrip / 2 + kMessageSeconds) + crossing;
}

} // namespace

SumWay drawnSumWay(const Topology& topology)
{
    const std::vector<std::size_t> ring = ringOrder(topology);
    DrawnRoutes routes(topology);
    Loads loads(topology);
    SumWay way;
    way.members = std::max(1, static_cast<int>(ring.size()));
    for (std::size_t i = 0; i < ring.size(); ++i) {
        double latency = 0;
        // Each sends to the one before it.
        for (const DrawnRoutes::Leg& leg :
             routes.between(ring[i], ring[(i + ring.size() - 1) % ring.size()])) {
            loads.cross(leg);
            latency += topology.links[leg.link].latencyMs.value_or(0) / 1000;
        }
        way.roundTrip = std::max(way.roundTrip, 2 * latency);
    }
    way.secondsPerByte = loads.secondsPerByte();
    return way;
}

bool ridesWithScalars(std::size_t bytes, const SumWay& way)
{
    if (bytes > kLargestRider)
        return false;
    if (way.members < 2 || !way.secondsPerByte)
        return true;
    const auto inSingle = static_cast<double>(bytes);
    return sumSeconds(kScalarBytes + 2 * inSingle, way) <
           sumSeconds(inSingle, way) + sumSeconds(kScalarBytes, way);
}

} // namespace lockstep
