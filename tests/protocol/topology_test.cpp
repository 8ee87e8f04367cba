// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/drawn_routes.h"
#include "engine/protocol/experiment.h"
#include "engine/protocol/process_placement.h"
#include "engine/protocol/topology.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lockstep {
namespace {

Host hostWith(std::vector<Device> devices)
{
    Host host;
    host.devices = std::move(devices);
    return host;
}

const Device kCpu{};
Device cuda(int index)
{
    return {DeviceKind::Cuda, index};
}

using Legs = std::vector<DrawnRoutes::Leg>;

Link linkOf(const std::string& from, const std::string& to, std::optional<double> mbps)
{
    return {from, to, mbps, {}, {}, {}};
}

/// Hosts "a", "b", ... and a switch "s".
Topology drawnHosts(int count)
{
    Topology topology;
    for (int i = 0; i < count; ++i) {
        Host host = hostWith({kCpu});
        host.id = std::string(1, static_cast<char>('a' + i));
        topology.hosts.push_back(host);
    }
    topology.switches.push_back({"s", "switch", {}, {}, {}});
    return topology;
}

TEST(DrawnRoutes, TakeTheFewestLinksHoweverNarrow)
{
    Topology topology = drawnHosts(4);
    topology.links = {linkOf("a", "s", 100), linkOf("b", "s", 100), linkOf("a", "b", 1),
                      linkOf("x", "a", 1000)};
    DrawnRoutes routes(topology);
    EXPECT_EQ(routes.between(0, 1), (Legs{{2, true}}));
    EXPECT_EQ(routes.between(1, 0), (Legs{{2, false}}));
    EXPECT_TRUE(routes.between(0, 3).empty()) << "no link leads there";
    EXPECT_TRUE(routes.between(2, 2).empty());
    topology.links.pop_back();
    topology.links.pop_back();
    EXPECT_EQ(DrawnRoutes(topology).between(0, 1), (Legs{{0, true}, {1, false}}));
}

TEST(DrawnRoutes, TakeOfSeveralWaysTheWidestThenTheFirst)
{
    Topology topology = drawnHosts(4);
    topology.links = {linkOf("a", "b", 100), linkOf("b", "d", 10), linkOf("a", "c", 20),
                      linkOf("c", "d", 20)};
    EXPECT_EQ(DrawnRoutes(topology).between(0, 3), (Legs{{2, true}, {3, true}}));
    EXPECT_EQ(DrawnRoutes(topology).between(3, 0), (Legs{{3, false}, {2, false}}));
    topology.links[1].bandwidthMbps = 20;
    EXPECT_EQ(DrawnRoutes(topology).between(0, 3), (Legs{{0, true}, {1, true}}));
    topology.links[3].bandwidthMbps.reset();
    topology.links[2].bandwidthMbps.reset(); // not stated: wide enough
    EXPECT_EQ(DrawnRoutes(topology).between(0, 3), (Legs{{2, true}, {3, true}}));
    topology.links.push_back(linkOf("a", "d", 1));
    topology.links.push_back(linkOf("d", "a", 2));
    EXPECT_EQ(DrawnRoutes(topology).between(0, 3), (Legs{{5, false}})) << "the wider of two side by side";
}

TEST(Device, IsWrittenAndReadAlike)
{
    for (int index = 0; index <= 63; ++index)
        EXPECT_EQ(*parseDevice(toString(cuda(index))), cuda(index));
    EXPECT_EQ(*parseDevice("cpu"), kCpu);
    EXPECT_EQ(toString(kCpu), "cpu");
    EXPECT_EQ(toString(cuda(7)), "cuda:7");
}

TEST(Device, RefusesEverythingElse)
{
    for (const char* text : {"", "CPU", "cpu:0", "cuda", "cuda:", "cuda:64", "cuda:-1", "cuda:01", "cuda:1x",
                             "cuda: 1", "gpu:0", "0", " cpu", "cuda:99999999999999999999"}) {
        const Result<Device> device = parseDevice(text);
        ASSERT_FALSE(device.ok()) << text;
        EXPECT_EQ(device.error().message(),
                  "found \"" + std::string(text) + "\", expected the device cpu, or cuda:0 to cuda:63.");
    }
}

TEST(DeviceList, TakesNamesIndicesAndBlanks)
{
    EXPECT_EQ(*parseDevices("cpu,cpu"), (std::vector{kCpu, kCpu}));
    EXPECT_EQ(*parseDevices(" cuda:0 , cuda:2 "), (std::vector{cuda(0), cuda(2)}));
    EXPECT_EQ(*parseDevices("0,2"), (std::vector{cuda(0), cuda(2)}));
    EXPECT_TRUE(parseDevices("  ")->empty());
}

TEST(DeviceList, RefusesDamage)
{
    for (const char* text : {",", "cpu,", ",cpu", "cpu;cpu", "64", "-1", "cpu,,cpu"})
        EXPECT_FALSE(parseDevices(text).ok()) << text;
    std::string many = "0";
    for (int i = 0; i < 1024; ++i)
        many += ",0";
    EXPECT_FALSE(parseDevices(many).ok());
}

TEST(Placement, CountsHostsAsListedAndDevicesAsListed)
{
    Topology topology;
    topology.hosts = {hostWith({cuda(1), cuda(0)}), hostWith({}), hostWith({kCpu}), hostWith({kCpu, kCpu})};
    EXPECT_THAT(placeRanks(topology),
                testing::ElementsAre(Placement{0, 0, 0, cuda(1)}, Placement{1, 1, 0, cuda(0)},
                                     Placement{2, 0, 2, kCpu}, Placement{3, 0, 3, kCpu},
                                     Placement{4, 1, 3, kCpu}));
    EXPECT_TRUE(placeRanks(Topology()).empty());
}

TEST(Placement, MakesOneRankOfTheDevicesThatHoldAModelBetweenThem)
{
    Experiment experiment;
    experiment.topology.hosts = {hostWith({kCpu, kCpu, kCpu}), hostWith({}), hostWith({kCpu, cuda(1)})};
    EXPECT_EQ(placeRanks(experiment), placeRanks(experiment.topology));
    experiment.training.strategy = StrategyKind::ModelParallel;
    EXPECT_THAT(placeRanks(experiment),
                testing::ElementsAre(Placement{0, 0, 0, kCpu, Role::Rank, {kCpu, kCpu}},
                                     Placement{1, 0, 2, kCpu, Role::Rank, {cuda(1)}}));
    EXPECT_EQ(placeProcesses(experiment), placeRanks(experiment));
}

TEST(TopologyText, TravelsAloneOrWithinAnExperiment)
{
    Experiment experiment;
    Host& host = experiment.topology.hosts.emplace_back(hostWith({cuda(0), cuda(2)}));
    host.id = "host-1";
    host.name = "vm";
    host.servers = 2;
    host.gpus = 3;
    host.facts = "RTX 3080, 4 cores, 8 GB, 200 GB";
    host.region = "南京";
    host.image = "Ubuntu 20.04";
    experiment.topology.switches.push_back({"switch-1", "lab", 1000, {}, {}});
    experiment.topology.networks.push_back({"network-1", "rack", {-24, 48, {}}, 300.5, 48, {}});
    experiment.topology.links.push_back({"host-1", "switch-1", 10, {}, "slow", {}});
    for (const std::string& text : {toJson(experiment.topology), toJson(experiment)}) {
        const Result<Topology> read = parseTopology(text);
        ASSERT_TRUE(read.ok()) << read.error().message();
        EXPECT_EQ(*read, experiment.topology);
    }
    EXPECT_EQ(freshId(experiment.topology, "network"), "network-2");
}

TEST(TopologyText, RefusesWhatIsOutOfRangeByItsKey)
{
    const std::pair<const char*, const char*> cases[] = {
        {R"({"networks": [{"id": "n", "width": 47}]})", "networks.0.width"},
        {R"({"networks": [{"id": "n", "height": 1e7}]})", "networks.0.height"},
        {R"({"networks": [{}]})", "networks.0.id"},
        {R"({"hosts": [{"id": "h", "gpus": 65}]})", "hosts.0.gpus"},
        {R"({"hosts": [{"id": "h", "servers": 65}]})", "hosts.0.servers"},
        {R"({"hosts": [{"id": "h", "facts": "two\nlines"}]})", "hosts.0.facts"},
        {R"({"switches": [{"id": "s", "bandwidth_mbps": 0}]})", "switches.0.bandwidth_mbps"},
    };
    for (const auto& [text, key] : cases) {
        const Result<Topology> read = parseTopology(text);
        ASSERT_FALSE(read.ok()) << text;
        EXPECT_EQ(read.error().key, key) << text;
    }
}

} // namespace
} // namespace lockstep
