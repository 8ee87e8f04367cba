// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/sum_way.h"

#include "engine/protocol/drawn_loads.h"
#include "engine/protocol/ring_order.h"
#include "engine/protocol/sum_tree.h"

#include <algorithm>
#include <bit>
#include <vector>

namespace lockstep {

namespace {

/// Beyond this no way saves enough for it.
constexpr std::size_t kLargestRider = 32 << 10;
/// Of one message, beside the drawn latency: undrawn wires, and the hosts at both ends.
constexpr double kMessageSeconds = 1e-4;
/// The loss and the votes.
constexpr double kScalarBytes = 3 * sizeof(double);

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
    const bool isSmall = bytes < static_cast<double>(kRingBytes);
    const bool climbs = way.depth > 0 && !isSmall;
    const int around = isSmall ? fewestRounds(static_cast<unsigned>(way.members)) : 2 * (way.members - 1);
    const int rounds = climbs ? 2 * way.depth : around;
    const double crossings = climbs ? 1 : 2.0 * (way.members - 1) / way.members;
    return rounds * (way.roundTrip / 2 + kMessageSeconds) +
           crossings * bytes * way.secondsPerByte.value_or(0);
}

/// Each sends to the one before it.
std::vector<SumTree::Flow> flowsAround(const std::vector<std::size_t>& ring)
{
    std::vector<SumTree::Flow> flows;
    for (std::size_t i = 0; i < ring.size(); ++i)
        flows.push_back({ring[i], ring[(i + ring.size() - 1) % ring.size()]});
    return flows;
}

} // namespace

SumWay drawnSumWay(const Topology& topology)
{
    const std::vector<std::size_t> ring = ringOrder(topology);
    const std::optional<SumTree> tree = sumTree(topology);
    DrawnRoutes routes(topology);
    DrawnLoads loads(topology);
    SumWay way;
    way.members = std::max(1, static_cast<int>(ring.size()));
    way.depth = tree ? tree->depth() : 0;
    for (const auto& [from, to] : tree ? tree->flows() : flowsAround(ring)) {
        const std::vector<DrawnRoutes::Leg> legs = routes.between(from, to);
        loads.cross(legs);
        double latency = 0;
        for (const DrawnRoutes::Leg& leg : legs)
            latency += topology.links[leg.link].latencyMs.value_or(0) / 1000;
        way.roundTrip = std::max(way.roundTrip, 2 * latency);
    }
    way.secondsPerByte = loads.secondsPerByte();
    return way;
}

bool sumsByNccl(const Topology& topology)
{
    const std::vector<Placement> ranks = placeRanks(topology);
    const auto isOnGpu = [](const Placement& rank) { return rank.device.kind == DeviceKind::Cuda; };
    return ranks.size() > 1 && std::ranges::all_of(ranks, isOnGpu) && !sumTree(topology);
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
