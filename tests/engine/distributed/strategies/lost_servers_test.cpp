// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// Ranks and servers that are lost in the middle of a training.
#include "tests/engine/distributed/strategies/linear_model.h"
#include "tests/engine/distributed/strategies/served_ranks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <stdexcept>

namespace lockstep::test {
namespace {

using testing::AllOf;
using testing::Each;
using testing::HasSubstr;

constexpr int kBatch = 12;

TrainingSpec served(StrategyKind strategy)
{
    TrainingSpec training;
    training.strategy = strategy;
    return training;
}

/// Steps without an end in sight, until something ends the run.
void stepOn(ProcessGroup& group, const TrainingSpec& training, int ranks,
            const std::function<void(int step)>& before)
{
    LinearModel model(100, 40);
    model.fill(1);
    const Samples samples = randomSamples(model, 1, kBatch, 2);
    StrategyRank rank(training, group, model, evenFirsts(kBatch, ranks));
    for (int step = 0; step < 1'000'000; ++step) {
        before(step);
        rank.step(samples, 0, step);
    }
}

/// Rank 2 gives up in the middle of a training of three.
ServedEnds loseRank2(const TrainingSpec& training, const std::function<void(ProcessGroup&, int step)>& others)
{
    return runServed(training, 3, 2, [&](ProcessGroup& group) {
        stepOn(group, training, 3, [&](int step) {
            if (group.rank() != 2)
                return others(group, step);
            if (step == 2)
                group.abort("its disk is full");
        });
    });
}

TEST(LostRank, IsNamedToAllOthers)
{
    for (const StrategyKind strategy : {StrategyKind::ServerSync, StrategyKind::ServerAsync}) {
        const ServedEnds ends = loseRank2(served(strategy), [](ProcessGroup&, int) {});
        EXPECT_THAT(ends.ranks, Each(AllOf(HasSubstr("rank 2"), HasSubstr("its disk is full"))));
        EXPECT_THAT(ends.servers, Each(HasSubstr("rank 2")));
    }
}

TEST(LostRank, IsOutlivedWhereThatWasChosen)
{
    TrainingSpec training = served(StrategyKind::ServerAsync);
    training.outliveRanks = true;
    const ServedEnds ends = loseRank2(training, [](ProcessGroup& group, int step) {
        if (step < 20)
            return;
        std::vector<double> ones = {1}; // rank 2 has no part in it
        group.allReduceSum(std::span(ones));
        EXPECT_EQ(ones[0], 2);
        throw std::runtime_error("enough");
    });
    EXPECT_EQ(ends.ranks[0], "enough");
    EXPECT_EQ(ends.ranks[1], "enough");
    EXPECT_EQ(ends.servers, std::vector<std::string>(2));
    EXPECT_EQ(ends.lostRanks, (std::vector<int>{2, 2})) << "by either server";
}

TEST(LostRank, NumberZeroIsNeverOutlived)
{
    TrainingSpec training = served(StrategyKind::ServerAsync);
    training.outliveRanks = true;
    const ServedEnds ends = runServed(training, 2, 1, [&](ProcessGroup& group) {
        stepOn(group, training, 2, [&](int step) {
            if (group.rank() == 0 && step == 1)
                group.abort("its disk is full");
        });
    });
    EXPECT_THAT(ends.ranks, Each(HasSubstr("rank 0")));
}

TEST(LostServer, IsNamedToAllRanks)
{
    const TrainingSpec training = served(StrategyKind::ServerSync);
    Ports ports(4);
    SharedCounter steps;
    RankProcesses processes(4, [&](int member) {
        const ServedMeshOptions mesh = servedMesh(ports, 2, member);
        return errorOf([&] {
            if (member >= 2)
                return runParameterServer({mesh, training, sliceOptimizers(training), {}});
            const auto group = makeServedProcessGroup(mesh);
            stepOn(*group, training, 2, [&](int) { steps.add(); });
        });
    });
    steps.waitFor(6);
    ::kill(processes.pid(3), SIGKILL);
    for (const int rank : {0, 1})
        EXPECT_THAT(processes.join(rank).report, AllOf(testing::StartsWith("6: "), HasSubstr("server 1")));
    EXPECT_THAT(processes.join(2).report, HasSubstr("server 1"));
}

} // namespace
} // namespace lockstep::test
