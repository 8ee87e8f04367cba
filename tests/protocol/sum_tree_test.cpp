// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/sum_tree.h"

#include "engine/protocol/drawn_routes.h"
#include "engine/protocol/ring_order.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <random>

namespace lockstep::test {
namespace {

using testing::ElementsAre;

/// "ab": hosts "a" and "b", "aS": a capital is a switch.
struct Wire {
    std::string ends;
    std::optional<double> mbps = 100;
    double latencyMs = 0;
};

Topology drawing(const std::string& hosts, const std::vector<Wire>& wires)
{
    Topology topology;
    for (const char id : hosts) {
        topology.hosts.emplace_back();
        topology.hosts.back().id = std::string(1, id);
        topology.hosts.back().devices = {Device{}};
    }
    for (const Wire& wire : wires) {
        Link& link = topology.links.emplace_back();
        link.from = wire.ends.substr(0, 1);
        link.to = wire.ends.substr(1);
        link.bandwidthMbps = wire.mbps;
        link.latencyMs = wire.latencyMs;
        for (const std::string& end : {link.from, link.to})
            if (end < "a" &&
                std::ranges::find(topology.switches, end, &Switch::id) == topology.switches.end())
                topology.switches.emplace_back().id = end;
    }
    return topology;
}

/// "b(a,c(d))": b is the root.
std::string textOf(const std::optional<SumTree>& tree, const Topology& topology)
{
    if (!tree)
        return "ring";
    const std::function<std::string(std::size_t)> below = [&](std::size_t node) {
        std::vector<std::string> children;
        for (std::size_t i = 1; i < tree->hosts.size(); ++i)
            if (tree->parents[i] == node)
                children.push_back(below(i));
        std::ranges::sort(children);
        std::string text = topology.hosts[tree->hosts[node]].id;
        for (std::size_t i = 0; i < children.size(); ++i)
            text += (i == 0 ? "(" : ",") + children[i];
        return children.empty() ? text : text + ")";
    };
    return below(0);
}

std::string treeOf(const std::string& hosts, const std::vector<Wire>& wires)
{
    const Topology topology = drawing(hosts, wires);
    return textOf(sumTree(topology), topology);
}

TEST(SumTrees, FollowLinksFromHostToHost)
{
    EXPECT_EQ(treeOf("abc", {{"ab"}, {"bc"}}), "b(a,c)");
    EXPECT_EQ(treeOf("abcde", {{"ca"}, {"ab"}, {"bd"}, {"de"}}), "b(a(c),d(e))");
    EXPECT_EQ(treeOf("abcd", {{"ab"}, {"ac"}, {"ad"}}), "a(b,c,d)");
    EXPECT_EQ(treeOf("abcd", {{"ab"}, {"bS"}, {"Sc"}, {"cd"}}), "b(a,c(d))"); // a switch is part of a way
    // Of a circle as well: a ring of messages uses each link one way only.
    EXPECT_EQ(treeOf("abcd", {{"ab"}, {"bc"}, {"cd"}, {"da"}}), "c(b,d(a))");
}

TEST(SumTrees, LeaveSwitchesToTheRing)
{
    EXPECT_EQ(treeOf("abcd", {{"aS"}, {"bS"}, {"cS"}, {"dS"}}), "ring");
    EXPECT_EQ(treeOf("ab", {{"ab"}}), "ring"); // of two, both send the same
}

TEST(SumTrees, CrossASlowLinkBetweenTwoSitesOnce)
{
    const auto sites = [](double between) {
        return treeOf("abcdef", {{"aS", 1000},
                                 {"bS", 1000},
                                 {"cS", 1000},
                                 {"dT", 1000},
                                 {"eT", 1000},
                                 {"fT", 1000},
                                 {"ST", between}});
    };
    // One after the other, the hosts of a site together: 1 of the values over the slow link, not 10/6.
    EXPECT_EQ(sites(100), "a(b(c),f(e(d)))");
    EXPECT_EQ(sites(1000), "ring"); // a host of a line would send 2 of the values over its own link
}

TEST(SumTrees, PutAHostInTheMiddleWhoseLinkIsFaster)
{
    EXPECT_EQ(treeOf("abcdef", {{"aS"}, {"bS"}, {"cS"}, {"dS", 1000}, {"eS"}, {"fS"}}), "d(a,b,c,e,f)");
    // One host behind a slow link is the end of a line.
    EXPECT_EQ(treeOf("abc", {{"aS", 1000}, {"bS", 10}, {"cS", 1000}}), "c(a,b)");
}

TEST(SumTrees, WeighWhatIsDrawn)
{
    // Its middle host sends all values to both sides, over links so fast that this is what takes long.
    EXPECT_EQ(treeOf("abc", {{"ab", 1000}, {"bc", 1000}}), "b(a,c)");
    EXPECT_EQ(treeOf("abc", {{"ab", 25'000}, {"bc", 25'000}}), "ring");
    EXPECT_EQ(treeOf("abc", {{"ab", {}}, {"bc", {}}}), "ring"); // nothing says where it is slow
    EXPECT_EQ(treeOf("abcd", {{"ab"}, {"bc"}}), "ring");        // d hangs on nothing that is drawn
    // The root is in the middle of the way from end to end, however many hosts are on each side.
    EXPECT_EQ(treeOf("abcd", {{"ab", 100, 40}, {"bc"}, {"cd"}}), "b(a,c(d))");
    EXPECT_EQ(treeOf("abcd", {{"ab"}, {"bc"}, {"cd", 100, 40}}), "c(b(a),d)");
}

TEST(SumTrees, PassThroughHostsWithoutRanks)
{
    Topology topology = drawing("abcd", {{"ab"}, {"bc"}, {"cd"}});
    topology.hosts[2].devices.clear();
    EXPECT_EQ(textOf(sumTree(topology), topology), "b(a,d)");
}

TEST(SumTrees, SayWhoSendsToWhom)
{
    const SumTree tree{{1, 0, 2, 3}, {0, 0, 0, 2}};
    EXPECT_EQ(tree.depth(), 2);
    std::vector<std::string> flows;
    for (const SumTree::Flow& flow : tree.flows())
        flows.push_back(std::to_string(flow.from) + ">" + std::to_string(flow.to));
    EXPECT_THAT(flows, ElementsAre("0>1", "1>0", "2>1", "1>2", "3>2", "2>3"));
}

/// What crosses the fullest place, s for a byte of all values, as the engine's tree or ring of hosts sends.
double secondsOf(const Topology& topology, const std::vector<std::pair<std::size_t, std::size_t>>& flows,
                 double bytesOfFlow)
{
    DrawnRoutes routes(topology);
    std::map<std::pair<std::size_t, bool>, double> bytes;
    for (const auto& [from, to] : flows)
        for (const DrawnRoutes::Leg& leg : routes.between(from, to))
            bytes[{leg.link, leg.isForward}] += bytesOfFlow;
    double longest = 0;
    for (const auto& [place, crossing] : bytes)
        longest = std::max(longest, crossing * 8 / (*topology.links[place.first].bandwidthMbps * 1e6));
    return longest;
}

// Whatever is drawn as a tree of links, hosts and switches: never slower than the ring, all hosts in it, and
// where every node is a host each link carries the values once each way, which is the least that there can
// be.
TEST(SumTrees, AreNeverSlowerThanTheRing)
{
    std::minstd_rand random(1);
    int trees = 0;
    for (int round = 0; round < 300; ++round) {
        const std::string hosts = std::string("abcdefghijkl").substr(0, 3 + random() % 10);
        const std::string nodes = hosts + (round % 2 == 0 ? "" : "STU");
        std::vector<Wire> wires;
        for (std::size_t i = 1; i < nodes.size(); ++i)
            wires.push_back({{nodes[i], nodes[random() % i]}, random() % 2 == 0 ? 100.0 : 1000.0});
        std::ranges::shuffle(wires, random);
        const Topology topology = drawing(hosts, wires);
        const std::optional<SumTree> tree = sumTree(topology);
        const std::vector<std::size_t> ring = ringOrder(topology);
        const auto n = static_cast<double>(ring.size());
        std::vector<std::pair<std::size_t, std::size_t>> around;
        for (std::size_t i = 0; i < ring.size(); ++i)
            around.emplace_back(ring[(i + 1) % ring.size()], ring[i]);
        const double ringSeconds = secondsOf(topology, around, 2 * (n - 1) / n);
        if (round % 2 == 0) {
            ASSERT_TRUE(tree) << "round " << round;
        }
        if (!tree)
            continue;
        ++trees;
        std::vector<std::pair<std::size_t, std::size_t>> flows;
        for (const SumTree::Flow& flow : tree->flows())
            flows.emplace_back(flow.from, flow.to);
        const double seconds = secondsOf(topology, flows, 1);
        EXPECT_LT(seconds, ringSeconds) << "round " << round;
        if (round % 2 == 0) {
            EXPECT_DOUBLE_EQ(seconds, ringSeconds * n / (2 * (n - 1))) << "round " << round;
        }
        std::vector<std::size_t> members = tree->hosts;
        std::ranges::sort(members);
        std::vector<std::size_t> all(hosts.size());
        std::iota(all.begin(), all.end(), std::size_t{0});
        EXPECT_EQ(members, all) << "round " << round;
        for (std::size_t i = 1; i < tree->parents.size(); ++i)
            EXPECT_LT(tree->parents[i], i);
    }
    EXPECT_GT(trees, 200);
}

} // namespace
} // namespace lockstep::test
