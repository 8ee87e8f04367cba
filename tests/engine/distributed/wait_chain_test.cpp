// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/wait_chain.h"

#include <gtest/gtest.h>

namespace lockstep {
namespace {

using namespace std::chrono_literals;
using Clock = WaitChain::Clock;

constexpr WaitLimits kLimits{10s, 1000s};
const CollectiveId kInside{CollectiveKind::AllReduceFloat, 0, 7, 400};
const CollectiveId kOutside{CollectiveKind::None, 0, 6, 0};

// Every rank's last beat: inside and waiting for the given rank, -1: computing.
std::vector<PeerReport> waiting(const std::vector<int>& onWhom)
{
    std::vector<PeerReport> reports(onWhom.size());
    for (std::size_t rank = 0; rank < onWhom.size(); ++rank)
        reports[rank].update({kInside, Activity::Training, onWhom[rank], 0}, Clock::time_point());
    return reports;
}

TEST(WaitChain, EndsAtTheRankThatWaitsForNobody)
{
    const auto reports = waiting({-1, 0, 1, 2});
    const WaitChain chain(3, 2, reports);
    EXPECT_FALSE(chain.isCircle());
    EXPECT_EQ(chain.end(), 0);
}

TEST(WaitChain, ACircleFurtherOnHasNoCulprit)
{
    const WaitChain chain(3, 1, waiting({1, 0, -1, 1}));
    EXPECT_TRUE(chain.isCircle());
    EXPECT_EQ(chain.toString(), "1 -> 0 -> 1");
}

TEST(WaitChain, ACircleThroughOurselvesHasNoCulprit)
{
    const WaitChain chain(0, 2, waiting({-1, 0, 1}));
    EXPECT_TRUE(chain.isCircle());
    EXPECT_EQ(chain.toString(), "0 -> 2 -> 1 -> 0");
}

TEST(WaitChain, AHugeCircleIsToldShortly)
{
    std::vector<int> onWhom;
    for (int rank = 0; rank < 4096; ++rank)
        onWhom.push_back((rank + 1) % 4096);
    const std::string text = WaitChain(0, 1, waiting(onWhom)).toString();
    EXPECT_EQ(text.substr(text.size() - 15), "14 -> 15 -> ...");
    EXPECT_LT(text.size(), 200u);
}

TEST(WaitChain, WhatMovesAnywhereAlongItPutsTheDeadlineOff)
{
    const Clock::time_point start;
    std::vector<PeerReport> reports = waiting({-1, 0, 1});
    EXPECT_EQ(WaitChain(2, 1, reports).deadline(start, kLimits), start + 10s);
    reports[0].update({kInside, Activity::Training, -1, 5}, start + 7s);
    EXPECT_EQ(WaitChain(2, 1, reports).deadline(start, kLimits), start + 17s);
    reports[0].update({kInside, Activity::Training, -1, 5}, start + 9s); // a beat without a new byte
    EXPECT_EQ(WaitChain(2, 1, reports).deadline(start, kLimits), start + 17s);
}

TEST(WaitChain, WhoComesBackFromItHasTheShortLimitAnew)
{
    const Clock::time_point start;
    std::vector<PeerReport> reports = waiting({-1, 0, 1});
    reports[0].update({kOutside, Activity::Saving, -1, 0}, start + 90s);
    reports[0].update({kOutside, Activity::Training, -1, 0}, start + 91s);
    EXPECT_EQ(WaitChain(2, 1, reports).deadline(start, kLimits), start + 100s);
}

TEST(WaitChain, OnlyARankAtItsEndThatSaysSoMayBeLate)
{
    const Clock::time_point start;
    std::vector<PeerReport> reports = waiting({-1, 0, 1});
    for (const Activity activity : {Activity::Saving, Activity::Evaluating, Activity::Loading}) {
        reports[0].update({kOutside, activity, -1, 0}, start);
        EXPECT_EQ(WaitChain(2, 1, reports).deadline(start, kLimits), start + 1000s);
    }
    reports[0].update({kOutside, Activity::Training, -1, 0}, start);
    EXPECT_EQ(WaitChain(2, 1, reports).deadline(start, kLimits), start + 10s);
    reports[0].update({kInside, Activity::Saving, -1, 0}, start);
    EXPECT_EQ(WaitChain(2, 1, reports).deadline(start, kLimits), start + 10s);
}

} // namespace
} // namespace lockstep
