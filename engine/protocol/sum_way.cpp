// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/sum_way.h"

#include "engine/protocol/drawn_loads.h"
#include "engine/protocol/ring_order.h"

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

double ringCrossings(int members)
{
    return 2.0 * (members - 1) / members;
}

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
    const int rounds = isSmall ? fewestRounds(static_cast<unsigned>(way.members)) : way.rounds();
    const double crossings = isSmall ? ringCrossings(way.members) : way.crossings();
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

double SumWay::crossings() const
{
    return depth > 0 ? 1 : ringCrossings(members);
}

int SumWay::rounds() const
{
    return 2 * (depth > 0 ? depth : members - 1);
}

std::vector<SumTree::Flow> drawnSumFlows(const Topology& topology)
{
    const std::optional<SumTree> tree = sumTree(topology);
    return tree ? tree->flows() : flowsAround(ringOrder(topology));
}

SumWay drawnSumWay(const Topology& topology)
{
    const std::optional<SumTree> tree = sumTree(topology);
    DrawnRoutes routes(topology);
    DrawnLoads loads(topology);
    SumWay way;
    way.members = std::max(1, static_cast<int>(ringOrder(topology).size()));
    way.depth = tree ? tree->depth() : 0;
    for (const auto& [from, to] : drawnSumFlows(topology)) {
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

bool sumsByNccl(const Topology& topology, StrategyKind strategy)
{
    if (strategy == StrategyKind::ModelParallel)
        return false;
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
