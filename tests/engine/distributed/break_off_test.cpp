// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/error.h"
#include "tests/engine/distributed/rank_harness.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

namespace lockstep::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

class BreakOff : public testing::TestWithParam<int> {};

INSTANTIATE_TEST_SUITE_P(Ranks, BreakOff, testing::Values(1, 2, 4),
                         [](const auto& name) { return std::to_string(name.param); });

TEST_P(BreakOff, EndsTheCollectiveUnderWayOnEveryRankAsStopped)
{
    SharedCounter inside;
    runAsThreads(GetParam(), [&](ProcessGroup& group) {
        std::thread watch;
        if (group.rank() == 0)
            watch = std::thread([&] {
                inside.waitFor(GetParam());
                group.breakOff();
            });
        std::vector<float> values(500'000);
        inside.add();
        try {
            while (true)
                group.allReduceSum(std::span<float>(values));
        } catch (const EngineError& error) {
            EXPECT_EQ(error.code(), ExitCode::Stopped) << error.what();
            EXPECT_EQ(error.culprit(), -1) << "nobody is to blame";
            if (group.worldSize() > 1) {
                EXPECT_THAT(error.what(), HasSubstr("was broken off: rank 0 was asked to stop."));
            }
        }
        if (watch.joinable())
            watch.join();
    });
}

TEST_P(BreakOff, BetweenCollectivesEndsTheNextOne)
{
    runAsThreads(GetParam(), [&](ProcessGroup& group) {
        if (group.rank() == group.worldSize() - 1)
            group.breakOff();
        EXPECT_THAT(errorOf([&] { // the others may be several barriers ahead
                        while (true)
                            group.barrier();
                    }),
                    StartsWith("10: "));
        EXPECT_THAT(errorOf([&] { group.barrier(); }), StartsWith("10: ")) << "the group stays ended";
    });
}

TEST_P(BreakOff, IsSeenWithoutACollective)
{
    runAsThreads(GetParam(), [&](ProcessGroup& group) {
        if (group.rank() == group.worldSize() - 1) {
            EXPECT_EQ(errorOf([&] { group.throwIfEnded(); }), "no error");
            group.breakOff();
        }
        std::string error;
        for (const double end = monotonicSeconds() + kPatience;
             error.empty() || (error == "no error" && monotonicSeconds() < end);)
            error = errorOf([&] { group.throwIfEnded(); });
        EXPECT_THAT(error, StartsWith("10: "));
    });
}

TEST_P(BreakOff, ByAllRanksAtOnceIsOneEnd)
{
    runAsThreads(GetParam(), [&](ProcessGroup& group) {
        group.breakOff();
        EXPECT_THAT(errorOf([&] { group.barrier(); }), StartsWith("10: "));
    });
}

TEST(BreakOffAfterAFailure, ChangesNothing)
{
    runAsThreads(2, [](ProcessGroup& group) {
        group.abort("the disk is full");
        group.breakOff();
        EXPECT_THAT(errorOf([&] { group.barrier(); }),
                    AllOf(StartsWith("6: "), HasSubstr("the disk is full")));
    });
}

} // namespace
} // namespace lockstep::test
