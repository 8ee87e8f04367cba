// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/sum_way.h"

#include <gtest/gtest.h>

namespace lockstep {
namespace {

Topology hosts(int count)
{
    Topology topology;
    for (int i = 0; i < count; ++i) {
        Host& host = topology.hosts.emplace_back();
        host.id = "host-" + std::to_string(i);
        host.devices.resize(2);
    }
    return topology;
}

Link link(const std::string& from, const std::string& to, std::optional<double> mbps,
          std::optional<double> latencyMs = {})
{
    Link drawn;
    drawn.from = from;
    drawn.to = to;
    drawn.bandwidthMbps = mbps;
    drawn.latencyMs = latencyMs;
    return drawn;
}

double seconds(double mbps)
{
    return 8 / (mbps * 1e6); // of a byte
}

TEST(SumWays, AreNotKnownWithoutRates)
{
    EXPECT_EQ(drawnSumWay({}), SumWay{});
    EXPECT_EQ(drawnSumWay(hosts(1)), SumWay{});
    Topology three = hosts(3);
    EXPECT_EQ(drawnSumWay(three), (SumWay{3, {}, 0}));
    three.links = {link("host-0", "host-1", {}, 5)};
    EXPECT_EQ(drawnSumWay(three), (SumWay{3, {}, 0.010}));
    three.hosts[1].devices.clear(); // it has no ranks
    EXPECT_EQ(drawnSumWay(three), (SumWay{2, {}, 0}));
}

TEST(SumWays, AreAsSlowAsTheNarrowestPlace)
{
    Topology chain = hosts(3);
    chain.links = {link("host-0", "host-1", 100, 1), link("host-1", "host-2", 10, 2)};
    const SumWay tree = drawnSumWay(chain);
    EXPECT_EQ(tree.members, 3);
    EXPECT_DOUBLE_EQ(tree.secondsPerByte.value_or(0), seconds(10));
    EXPECT_EQ(tree.depth, 1);                // host 1 is the root
    EXPECT_DOUBLE_EQ(tree.roundTrip, 0.004); // to the farther of its neighbours

    // All three flows cross the switch, which has less than the links together.
    Topology star = hosts(3);
    star.switches.resize(1);
    star.switches[0].id = "switch";
    for (const Host& host : star.hosts)
        star.links.push_back(link(host.id, "switch", 100, 2));
    EXPECT_EQ(drawnSumWay(star).depth, 0); // a ring
    EXPECT_DOUBLE_EQ(drawnSumWay(star).roundTrip, 0.008);
    EXPECT_DOUBLE_EQ(drawnSumWay(star).secondsPerByte.value_or(0), seconds(100));
    star.switches[0].bandwidthMbps = 150;
    EXPECT_DOUBLE_EQ(drawnSumWay(star).secondsPerByte.value_or(0), seconds(50));
}

// In double it is no small sum any more: 14 rounds around the ring, 4 up and down the tree, and apart 6
// and 6.
TEST(SumWays, AreNcclsWhereEveryRankIsOnAGpu)
{
    Topology world = hosts(2);
    EXPECT_FALSE(sumsByNccl(world, StrategyKind::AllReduce));
    for (Host& host : world.hosts)
        host.devices = {{DeviceKind::Cuda, 0}, {DeviceKind::Cuda, 1}};
    EXPECT_TRUE(sumsByNccl(world, StrategyKind::AllReduce));
    EXPECT_FALSE(sumsByNccl(world, StrategyKind::ModelParallel)) << "they are summed in the hosts' memory";
    world.hosts[1].devices[1] = Device{};
    EXPECT_FALSE(sumsByNccl(world, StrategyKind::AllReduce));
    Topology chain = hosts(3); // a tree is faster
    for (Host& host : chain.hosts)
        host.devices = {{DeviceKind::Cuda, 0}};
    chain.links = {link("host-0", "host-1", 100), link("host-1", "host-2", 100)};
    EXPECT_FALSE(sumsByNccl(chain, StrategyKind::AllReduce));
}

TEST(LastBuckets, RideUpAFlatTree)
{
    EXPECT_FALSE(ridesWithScalars(12 << 10, {8, seconds(1000), 0.040, 0}));
    EXPECT_TRUE(ridesWithScalars(12 << 10, {8, seconds(1000), 0.040, 2}));
}

/// Whether a bucket of so many bytes rides.
struct Case {
    std::size_t bytes;
    int members;
    double mbps;
    double roundTripMs;
    bool rides;
};

TEST(LastBuckets, RideWhereTheRoundsTakeLongerThanTheBytes)
{
    for (const Case& each : {
             // A local network: a round of its own is soon over.
             Case{32 << 10, 3, 10, 0, false},    // 35 ms more in double, 0.2 ms for rounds
             Case{4096, 3, 10, 0, false},        //
             Case{128, 3, 10, 0, true},          // 0.1 ms more
             Case{1024, 3, 100, 0, true},        // 0.1 ms more
             Case{8000, 3, 100, 0, false},       //
             Case{8000, 3, 1000, 0, true},       //
             Case{32 << 10, 3, 10'000, 0, true}, //
             // Where messages are long on their way.
             Case{8000, 3, 10, 40, true},             // 9 ms more, 40 ms for rounds
             Case{32 << 10, 3, 10, 40, true},         //
             Case{32 << 10, 3, 10, 5, false},         // 35 ms more, 5 ms for rounds
             Case{32 << 10, 2, 10, 40, true},         //
             Case{(32 << 10) + 4, 3, 10, 400, false}, // whatever it saves
             // In double it would go around the ring: 14 rounds, and apart 6 and 6.
             Case{12 << 10, 8, 1000, 40, false}, Case{20 << 10, 8, 1000, 40, true}, // 14, and apart 14 and 6
         })
        EXPECT_EQ(ridesWithScalars(each.bytes, {each.members, seconds(each.mbps), each.roundTripMs / 1000}),
                  each.rides)
            << each.bytes << " bytes, " << each.members << " hosts, " << each.mbps << " Mbit/s, "
            << each.roundTripMs << " ms";
}

TEST(LastBuckets, RideWhenTheyAreSmallAndNothingIsDrawn)
{
    for (const SumWay& way : {SumWay{}, SumWay{3, {}, 0.040}, SumWay{1, seconds(10), 0}}) {
        EXPECT_TRUE(ridesWithScalars(0, way));
        EXPECT_TRUE(ridesWithScalars(32 << 10, way));
        EXPECT_FALSE(ridesWithScalars((32 << 10) + 4, way));
    }
}

} // namespace
} // namespace lockstep
