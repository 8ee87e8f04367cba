// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/distributed/nccl/nccl_world.h"

#include <gmock/gmock.h>

#include <map>
#include <mutex>

namespace lockstep::testing {
namespace {

class NcclAllReduce : public ::testing::TestWithParam<int> {
protected:
    int ranks() const { return GetParam(); }
};
INSTANTIATE_TEST_SUITE_P(Ranks, NcclAllReduce, ::testing::Values(1, 2, 3),
                         [](const auto& name) { return std::to_string(name.param); });

TEST_P(NcclAllReduce, SumsTheGradientsOfEveryStep)
{
    const StubNccl nccl;
    const int sumOfRanks = ranks() * (ranks() + 1) / 2;
    test::runAsThreads(ranks(), [&](ProcessGroup& group) {
        const auto replica = makeNcclReplica(nccl, group.rank());
        const auto strategy = replica->make(makeStrategy, {}, group);
        for (int step = 0; step < 3; ++step) {
            const auto times = static_cast<float>(group.rank() + 1);
            strategy->begin({step, 1, ranks()});
            replica->give(*strategy,
                          [&](std::size_t t, std::size_t i) { return times * wholeNumber(t, i, step); });
            const Strategy::StepEnd end =
                strategy->finish({0.5 * (group.rank() + 1), group.rank() == 1 ? 1.0 : 0.0, 2});

            EXPECT_EQ(end.outcome, Strategy::Outcome::ApplyGradients);
            ASSERT_TRUE(end.votes);
            EXPECT_EQ(end.votes->lossSum, 0.5 * sumOfRanks);
            EXPECT_EQ(end.votes->stop, ranks() > 1 ? 1 : 0);
            EXPECT_EQ(end.votes->damaged, 2 * ranks());
            std::vector<float> expected;
            for (std::size_t t = 0; t < kSizes.size(); ++t)
                for (std::size_t i = 0; i < kSizes[t]; ++i)
                    expected.push_back(static_cast<float>(sumOfRanks) * wholeNumber(t, i, step));
            EXPECT_EQ(replica->gradients(), expected) << "step " << step;
        }
    });
    EXPECT_EQ(nccl.misuse(), "");
    EXPECT_EQ(nccl.counts().closed, ranks()) << "an end in order";
    EXPECT_EQ(nccl.counts().aborted, 0);
    EXPECT_GE(nccl.counts().sums, 3 * 2 * ranks()) << "more than one bucket";
}

TEST_P(NcclAllReduce, LeavesTheSameBitsOnEveryRank)
{
    const StubNccl nccl;
    std::mutex mutex;
    std::map<int, std::vector<float>> sums;
    test::runAsThreads(ranks(), [&](ProcessGroup& group) {
        const auto replica = makeNcclReplica(nccl, group.rank());
        const auto strategy = replica->make(makeStrategy, {}, group);
        strategy->begin({0, 1, ranks()});
        replica->give(*strategy, [&](std::size_t t, std::size_t i) {
            return 1.0f / static_cast<float>(7 * i + t + 1 + static_cast<std::size_t>(group.rank()));
        });
        strategy->finish({});
        const std::lock_guard lock(mutex);
        sums[group.rank()] = replica->gradients();
    });
    for (const auto& [rank, values] : sums)
        EXPECT_EQ(values, sums[0]) << "rank " << rank;
}

TEST(NcclAllReduceOfSlowRanks, WaitsAsLongAsTheGroupHasPatience)
{
    const StubNccl nccl;
    runRanks(2, kShortTimeout, [&](ProcessGroup& group) {
        const auto replica = makeNcclReplica(nccl, group.rank(), {.timeoutSeconds = kShortTimeout});
        const auto strategy = replica->make(makeStrategy, {}, group);
        strategy->begin({0, 1, 2});
        if (group.rank() == 1) { // saves, for longer than a collective may take
            group.setActivity(Activity::Saving);
            test::sleepFor(2 * kShortTimeout);
            group.setActivity(Activity::Training);
        }
        replica->give(*strategy, [](std::size_t, std::size_t) { return 1.0f; });
        strategy->finish({});
        EXPECT_THAT(replica->gradients(), ::testing::Each(2.0f));
    });
    EXPECT_EQ(nccl.misuse(), "");
}

TEST(NcclAllReduceForTheLog, NamesVersionAndInterface)
{
    const StubNccl nccl;
    test::runAsThreads(2, [&](ProcessGroup& group) {
        const auto replica = makeNcclReplica(nccl, group.rank());
        EXPECT_EQ(replica->make(makeStrategy, {}, group)->exchange(), "NCCL 2.28.9, interface: lo");
    });
}

} // namespace
} // namespace lockstep::testing
