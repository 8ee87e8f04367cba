// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/ring_order.h"

#include "engine/protocol/drawn_routes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace lockstep::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Hosts "a", "b", ...; links "ab", "aS": a capital is a switch.
Topology drawing(const std::string& hosts, const std::vector<std::string>& links)
{
    Topology topology;
    for (const char id : hosts) {
        topology.hosts.emplace_back();
        topology.hosts.back().id = std::string(1, id);
        topology.hosts.back().devices = {Device{}};
    }
    for (const std::string& link : links) {
        topology.links.push_back({link.substr(0, 1), link.substr(1), {}, {}, {}, {}});
        for (const char end : link) {
            const auto isKnown = [&](const Switch& known) { return known.id == std::string(1, end); };
            if (end < 'a' && std::ranges::none_of(topology.switches, isKnown))
                topology.switches.push_back({std::string(1, end), {}, {}, {}, {}});
        }
    }
    return topology;
}

/// Of any link, either way: how often a ring in this order crosses it.
int mostCrossings(const Topology& topology, const std::vector<std::size_t>& order)
{
    DrawnRoutes routes(topology);
    std::vector<int> forward(topology.links.size());
    std::vector<int> back(topology.links.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        for (const DrawnRoutes::Leg& leg : routes.between(order[i], order[(i + 1) % order.size()]))
            ++(leg.isForward ? forward : back)[leg.link];
    return std::max(std::ranges::max(forward), std::ranges::max(back));
}

TEST(RingOrder, FollowsAChain)
{
    EXPECT_THAT(ringOrder(drawing("abcd", {"ac", "cb", "bd"})), ElementsAre(0, 2, 1, 3));
    EXPECT_THAT(ringOrder(drawing("abcd", {"ab", "bc", "cd"})), ElementsAre(0, 1, 2, 3));
}

TEST(RingOrder, FinishesARackBeforeItGoesOn)
{
    // a, c and e at one switch, b and d at another.
    EXPECT_THAT(ringOrder(drawing("abcde", {"aS", "bT", "cS", "dT", "eS", "ST"})),
                ElementsAre(0, 1, 3, 2, 4));
}

TEST(RingOrder, LeavesHostsAsTheyStandWhereTheOrderIsAllTheSame)
{
    EXPECT_THAT(ringOrder(drawing("abcd", {"dS", "cS", "aS", "bS"})), ElementsAre(0, 1, 2, 3));
    EXPECT_THAT(ringOrder(drawing("abc", {})), ElementsAre(0, 1, 2));
    EXPECT_THAT(ringOrder(drawing("", {})), IsEmpty());
    // A circle of links: the ring goes around it.
    EXPECT_THAT(ringOrder(drawing("abcd", {"ab", "bc", "cd", "da"})), ElementsAre(0, 1, 2, 3));
}

TEST(RingOrder, LeavesOutHostsWithoutRanks)
{
    Topology topology = drawing("abcd", {"ac", "cb", "bd"});
    topology.hosts[2].devices.clear();
    EXPECT_THAT(ringOrder(topology), ElementsAre(0, 1, 3));
}

// In a tree every link that joins ranks must be crossed once each way, and once is enough.
TEST(RingOrder, CrossesEachLinkOfATreeOnceEachWay)
{
    std::minstd_rand random(1);
    for (int round = 0; round < 200; ++round) {
        const std::string hosts = std::string("abcdefghijkl").substr(0, 2 + random() % 11);
        const std::string nodes = hosts + "STU";
        std::vector<std::string> links;
        for (std::size_t i = 1; i < nodes.size(); ++i)
            links.push_back({nodes[i], nodes[random() % i]});
        std::ranges::shuffle(links, random);
        const Topology topology = drawing(hosts, links);
        std::vector<std::size_t> order = ringOrder(topology);
        EXPECT_EQ(mostCrossings(topology, order), 1) << "round " << round;
        std::ranges::sort(order);
        std::vector<std::size_t> all(hosts.size());
        std::iota(all.begin(), all.end(), std::size_t{0});
        EXPECT_EQ(order, all) << "round " << round;
    }
}

} // namespace
} // namespace lockstep::test
