// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/link_watch.h"
#include "tests/engine/support/devices.h"
#include "tests/engine/train/rank_fixture.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <numeric>

namespace lockstep::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::Ge;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::SizeIs;

/// Seconds of all pairs.
double seconds(const std::vector<double>& pairs)
{
    double sum = 0;
    for (std::size_t i = 0; i + 1 < pairs.size(); i += 2)
        sum += pairs[i + 1] - pairs[i];
    return sum * 1e-6;
}

TEST(TimelineRecords, AgreeWithTheStepAndShowTheBucketsBesideIt)
{
    RankFixture fixture;
    fixture.experiment.training.epochs = 1;
    fixture.experiment.training.accumulate = 2;
    fixture.experiment.training.bucketMegabytes = 0.03; // the model of digits in several
    expectSuccess(fixture.train(2));
    std::vector<std::vector<StepTimeline>> timelines;
    for (const int rank : {0, 1}) {
        const std::vector<Record> records = fixture.journal(1, rank);
        const auto steps = only<StepFinished>(records);
        timelines.push_back(only<StepTimeline>(records));
        ASSERT_THAT(timelines.back(), ::testing::Not(IsEmpty()));
        EXPECT_EQ(timelines.back().front().step, 0); // the first is always told
        for (const StepTimeline& timeline : timelines.back()) {
            const StepFinished& step = steps.at(static_cast<std::size_t>(timeline.step));
            ASSERT_EQ(step.step, timeline.step);
            if (!tellsSeconds(testDevice())) {
                EXPECT_NEAR(seconds(timeline.forwardUs), step.forwardSeconds, 1e-6);
                EXPECT_NEAR(seconds(timeline.backwardUs), step.backwardSeconds, 1e-6);
                EXPECT_NEAR(seconds(timeline.optimizerUs), step.optimizerSeconds, 1e-6);
            }
            EXPECT_NEAR(seconds(timeline.networkUs), step.networkSeconds, 1e-6);
            EXPECT_THAT(timeline.forwardUs, SizeIs(4)); // two pieces
            ASSERT_GT(timeline.bucketBytes.size(), 1u);
            ASSERT_EQ(timeline.bucketUs.size(), 2 * timeline.bucketBytes.size());
            EXPECT_EQ(std::accumulate(timeline.bucketBytes.begin(), timeline.bucketBytes.end(), 0LL),
                      4 * only<RankStarted>(records).front().parameters);
            EXPECT_TRUE(std::is_sorted(timeline.bucketUs.begin(), timeline.bucketUs.end()));
            EXPECT_GE(timeline.bucketUs.front(), timeline.forwardUs.front());
            EXPECT_LE(timeline.bucketUs.back(), timeline.networkUs.back());
        }
    }
    // One clock in this process: a sum ends on both ranks at about the same time. Not before the other began.
    const auto absolute = [](const StepTimeline& timeline, double us) {
        return static_cast<double>(timeline.startNs) * 1e-3 + us;
    };
    for (std::size_t i = 0; i < timelines[0].front().bucketBytes.size(); ++i)
        EXPECT_GE(absolute(timelines[0].front(), timelines[0].front().bucketUs[2 * i + 1]),
                  absolute(timelines[1].front(), timelines[1].front().bucketUs[2 * i]));
}

TEST(LinkRecords, TellOfTheWholeTrafficOfARun)
{
    RankFixture fixture;
    fixture.experiment.training.epochs = 1;
    expectSuccess(fixture.train(3));
    std::int64_t sent = 0;
    std::int64_t received = 0;
    std::int64_t ofSteps = 0;
    for (const int rank : {0, 1, 2}) {
        const std::vector<Record> records = fixture.journal(1, rank);
        const auto links = only<LinksMeasured>(records);
        ASSERT_THAT(links, ::testing::Not(IsEmpty())); // a run shorter than the interval as well
        for (const LinksMeasured& link : links) {
            EXPECT_GT(link.seconds, 0);
            for (const auto& list : {link.transferSeconds, link.roundTripMs, link.deliveredMbps})
                EXPECT_THAT(list, SizeIs(link.peers.size())) << "Linux tells";
            for (std::size_t i = 0; i < link.transferSeconds.size(); ++i) {
                EXPECT_LE(link.transferSeconds[i], link.seconds * 1.1 + 0.1);
                EXPECT_GT(link.roundTripMs[i], 0);
                EXPECT_GT(link.windowBytes[i], 0);
            }
            for (const std::int64_t peer : link.peers)
                EXPECT_TRUE(peer != rank && peer >= 0 && peer < 3);
            sent += std::accumulate(link.bytesSent.begin(), link.bytesSent.end(), 0LL);
            received += std::accumulate(link.bytesReceived.begin(), link.bytesReceived.end(), 0LL);
        }
        for (const CollectiveFinished& all : only<CollectiveFinished>(records))
            ofSteps += all.bytesSent;
    }
    EXPECT_GE(sent, ofSteps);
    EXPECT_NEAR(static_cast<double>(sent), static_cast<double>(received), 0.01 * static_cast<double>(sent));
}

/// A rank has links to the servers alone, which come after the ranks: 2 and 3.
TEST(LinkRecords, TellOfServersBehindTheRanks)
{
    RankFixture fixture;
    fixture.experiment.training.strategy = StrategyKind::ServerSync;
    fixture.experiment.training.epochs = 1;
    fixture.servers = 2;
    expectSuccess(fixture.train(2));
    for (const int rank : {0, 1}) {
        const std::vector<Record> records = fixture.journal(1, rank);
        std::map<std::int64_t, std::int64_t> sent, received;
        for (const LinksMeasured& links : only<LinksMeasured>(records)) {
            EXPECT_THAT(links.transferSeconds, SizeIs(links.peers.size())) << "Linux tells";
            for (std::size_t i = 0; i < links.peers.size(); ++i) {
                sent[links.peers[i]] += links.bytesSent[i];
                received[links.peers[i]] += links.bytesReceived[i];
            }
        }
        const auto& started = std::get<RankStarted>(records.front().event);
        const std::int64_t half = started.parameters * 4 / 2 * started.stepsPerEpoch;
        EXPECT_THAT(sent, ElementsAre(Pair(2, Ge(half * 9 / 10)), Pair(3, Ge(half * 9 / 10))));
        EXPECT_THAT(received, ElementsAre(Pair(2, Ge(half * 9 / 10)), Pair(3, Ge(half * 9 / 10))));
        for (const CollectiveFinished& pushed : only<CollectiveFinished>(records)) {
            EXPECT_EQ(pushed.operation, "push");
            EXPECT_EQ(pushed.slowestPeer, -1);
        }
    }
}

TEST(LinkRecords, SplitWhatOneRecordCannotHoldAndLeaveOutSilentPeers)
{
    std::vector<PeerTraffic> before;
    for (int rank = 1; rank < 1500; ++rank)
        before.push_back({rank, 100, 200, 1.0});
    std::vector<PeerTraffic> now = before;
    EXPECT_THAT(linkRecords(before, now, 2)[0].peers, IsEmpty());
    now[4].bytesReceived += 7;
    now[9].waitSeconds += 0.5;
    const auto two = linkRecords(before, now, 2);
    ASSERT_THAT(two, SizeIs(1));
    EXPECT_THAT(two[0].peers, ElementsAre(5, 10));
    EXPECT_THAT(two[0].bytesReceived, ElementsAre(7, 0));
    EXPECT_THAT(two[0].lateSeconds, ElementsAre(0, 0.5));
    for (PeerTraffic& peer : now)
        peer.bytesSent += 1;
    const auto all = linkRecords(before, now, 2);
    std::size_t peers = 0;
    for (const LinksMeasured& record : all) {
        EXPECT_LE(12 * record.peers.size(), kMaxRecordNumbers);
        EXPECT_EQ(record.bytesSent.size(), record.peers.size());
        peers += record.peers.size();
    }
    EXPECT_EQ(peers, now.size());
}

TEST(LinkRecords, TellWhatTheKernelKnowsOfAllPeersOrOfNone)
{
    std::vector<PeerTraffic> before{{1, 100, 200, 1.0, SendingState{10, 1, 0.5, 3, 2, 90, true, 7, 14480}},
                                    {2, 100, 200, 1.0, SendingState{}}};
    std::vector<PeerTraffic> now = before;
    now[0].bytesSent += 1;
    now[0].sending = SendingState{11.5, 1.25, 0.5, 4, 2, 80, false, 9, 28960};
    const LinksMeasured told = linkRecords(before, now, 2)[0];
    EXPECT_EQ(told, (LinksMeasured{2, {1}, {1}, {0}, {0}, {1.5}, {0.25}, {0}, {4}, {80}, {0}, {2}, {28960}}));
    now[1].sending.reset();
    const LinksMeasured untold = linkRecords(before, now, 2)[0];
    EXPECT_EQ(untold, (LinksMeasured{2, {1}, {1}, {0}, {0}}));
}

} // namespace
} // namespace lockstep::testing
