// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/part_watch.h"

#include <gmock/gmock.h>

#include <functional>
#include <set>
#include <utility>
#include <vector>

namespace lockstep {
namespace {

using namespace std::chrono_literals;
using Clock = PartWatch::Clock;
using ::testing::ElementsAre;
using ::testing::SizeIs;

const Clock::time_point kStart{1000s};

/// Steps that are told when each takes as long as `length(step)` says, as time of the clock by step.
std::vector<std::pair<std::int64_t, Clock::time_point>>
toldSteps(int steps, const std::function<Clock::duration(std::int64_t)>& length)
{
    PartWatch watch;
    Clock::time_point now = kStart;
    std::vector<std::pair<std::int64_t, Clock::time_point>> told;
    for (std::int64_t step = 0; step < steps; ++step) {
        watch.begin(step, now);
        const Clock::time_point begin = now;
        now += length(step);
        watch.lap(StepPart::Forward, now);
        if (watch.finish({}) != nullptr)
            told.emplace_back(step, begin);
    }
    return told;
}

TEST(PartWatch, NotesEveryPartOfAStepFromItsBeginning)
{
    PartWatch watch;
    watch.begin(7, kStart);
    EXPECT_DOUBLE_EQ(watch.lap(StepPart::Data, kStart + 10us), 10e-6);
    watch.skip(kStart + 15us);
    EXPECT_DOUBLE_EQ(watch.lap(StepPart::Forward, kStart + 115us), 100e-6);
    EXPECT_DOUBLE_EQ(watch.lap(StepPart::Backward, kStart + 215us + 40ns), 100.04e-6);
    watch.lap(StepPart::Forward, kStart + 300us);
    watch.lap(StepPart::Backward, kStart + 400us);
    watch.lap(StepPart::Network, kStart + 400us);
    watch.lap(StepPart::Optimizer, kStart + 420us + 160ns);
    const std::vector<BucketTimes> buckets = {{kStart + 350us, kStart + 390us, 4096},
                                              {kStart + 390us, kStart + 400us, 12}};
    const StepTimeline* told = watch.finish(buckets);
    ASSERT_NE(told, nullptr);
    EXPECT_EQ(told->step, 7);
    EXPECT_EQ(told->startNs, 1000000000000);
    EXPECT_THAT(told->dataUs, ElementsAre(0, 10));
    EXPECT_THAT(told->forwardUs, ElementsAre(15, 115, 215, 300));
    EXPECT_THAT(told->backwardUs, ElementsAre(115, 215, 300, 400));
    EXPECT_THAT(told->networkUs, SizeIs(0)); // none took no time
    EXPECT_THAT(told->optimizerUs, ElementsAre(400, 420.2));
    EXPECT_THAT(told->bucketUs, ElementsAre(350, 390, 390, 400));
    EXPECT_THAT(told->bucketBytes, ElementsAre(4096, 12));
}

TEST(PartWatch, ManyPiecesAndBucketsAreJoinedSoThatARecordHoldsThem)
{
    PartWatch watch;
    watch.begin(0, kStart);
    Clock::time_point now = kStart;
    for (int piece = 0; piece < 1000; ++piece) {
        watch.lap(StepPart::Forward, now += 1us);
        watch.lap(StepPart::Backward, now += 1us);
    }
    const std::vector<BucketTimes> buckets(3000, {kStart, now, 10});
    const StepTimeline* told = watch.finish(buckets);
    ASSERT_NE(told, nullptr);
    EXPECT_THAT(told->forwardUs, SizeIs(200));
    EXPECT_EQ(told->backwardUs.back(), 2000);
    EXPECT_THAT(told->bucketBytes, SizeIs(512));
    EXPECT_EQ(told->bucketBytes.back(), 10 * (3000 - 511));
    EXPECT_LE(told->forwardUs.size() + told->backwardUs.size() + told->bucketUs.size() +
                  told->bucketBytes.size() + 6,
              kMaxRecordNumbers);
}

TEST(PartWatch, TellsAtMostTwoStepsASecondHoweverFastTheyAre)
{
    for (const Clock::duration length :
         {Clock::duration(50us), Clock::duration(7ms), Clock::duration(300ms)}) {
        const auto told = toldSteps(static_cast<int>(20s / length), [&](std::int64_t) { return length; });
        EXPECT_GE(told.size(), 8u) << "too few, for steps of " << length.count() << " ns";
        for (std::size_t i = 1; i < told.size(); ++i)
            EXPECT_GE(told[i].second - told[i - 1].second, 500ms);
    }
    EXPECT_THAT(toldSteps(10, [](std::int64_t) { return 5s; }), SizeIs(10)); // slow steps: every one
}

/// Steps that become slow are told again before long.
TEST(PartWatch, TheStrideFollowsTheSteps)
{
    const auto told = toldSteps(20000, [](std::int64_t step) { return step < 16384 ? 1ms : 100ms; });
    EXPECT_LT(told.back().second - told[told.size() - 2].second, 4s);
}

/// In step, though each rank has its own jitter and nobody has agreed on anything.
TEST(PartWatch, RanksInStepTellTheSameSteps)
{
    const auto jitter = [](int rank) {
        return [rank](std::int64_t step) { return 10ms + 100us * ((step * 31 + rank * 17) % 7); };
    };
    const auto first = toldSteps(10000, jitter(0));
    const auto second = toldSteps(10000, jitter(1));
    std::set<std::int64_t> steps;
    for (const auto& [step, when] : first)
        steps.insert(step);
    std::size_t common = 0;
    for (const auto& [step, when] : second)
        common += steps.count(step);
    EXPECT_GE(common * 10, std::min(first.size(), second.size()) * 4);
    EXPECT_GE(common, 20u);
}

} // namespace
} // namespace lockstep
