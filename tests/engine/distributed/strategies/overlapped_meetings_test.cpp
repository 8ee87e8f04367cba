// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// Meetings of local steps that go on under the steps that follow. Their numbers: torch_strategies_test.
#include "tests/engine/distributed/rank_harness.h"
#include "tests/engine/distributed/strategies/linear_model.h"

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <future>
#include <thread>
#include <vector>

namespace lockstep::test {
namespace {

constexpr int kBatch = 16;
constexpr int kPeriod = 4;
constexpr std::chrono::seconds kPatience{20};

using Weights = std::vector<float>;

TrainingSpec overlapped()
{
    TrainingSpec training;
    training.optimizer = OptimizerKind::Momentum;
    training.learningRate = 0.02;
    training.strategy = StrategyKind::LocalSteps;
    training.localSteps = kPeriod;
    training.outerLearningRate = 0.7;
    training.outerMomentum = 0.5;
    training.overlapMeetings = true;
    return training;
}

/// One rank with a model and batches for all.
struct Trained {
    Trained(const TrainingSpec& training, ProcessGroup& group, int steps)
        : samples(filled(model, steps)), rank(training, group, model, evenFirsts(kBatch, group.worldSize()))
    {
    }
    Strategy::StepEnd step(int number) { return rank.step(samples, number, number); }
    Weights weights() const
    {
        Weights all = model.weight;
        all.insert(all.end(), model.bias.begin(), model.bias.end());
        return all;
    }

    LinearModel model{24, 18};
    Samples samples;
    StrategyRank rank;

private:
    static Samples filled(LinearModel& model, int steps)
    {
        model.fill(1);
        return randomSamples(model, steps, kBatch, 2);
    }
};

/// Of every rank after so many steps; `delay` is called before each.
std::vector<Weights> train(const TrainingSpec& training, int ranks, int steps,
                           const std::function<void(int rank, int step)>& delay = {})
{
    std::vector<Weights> weights(static_cast<std::size_t>(ranks));
    runAsThreads(ranks, [&](ProcessGroup& group) {
        Trained trained(training, group, steps);
        for (int step = 0; step < steps; ++step) {
            if (delay)
                delay(group.rank(), step);
            trained.step(step);
        }
        trained.rank.settle();
        weights[static_cast<std::size_t>(group.rank())] = trained.weights();
    });
    return weights;
}

TEST(OverlappedMeetings, LeaveTheReplicasEqualWhereTheySettle)
{
    for (const int ranks : {2, 3, 8})
        for (const int steps : {kPeriod - 1, kPeriod, 2 * kPeriod, 3 * kPeriod + 2}) {
            const std::vector<Weights> weights = train(overlapped(), ranks, steps);
            for (const Weights& each : weights)
                EXPECT_EQ(each, weights[0]) << ranks << " ranks, " << steps << " steps";
        }
}

/// Whoever is late, and wherever the sums are by then.
TEST(OverlappedMeetings, GiveTheSameBitsWhateverTheTiming)
{
    const int steps = 3 * kPeriod + 1;
    const auto expected = train(overlapped(), 3, steps);
    for (const int late : {0, 1, 2}) {
        const auto weights = train(overlapped(), 3, steps, [&](int rank, int step) {
            if (rank == late && step % kPeriod < 2)
                std::this_thread::sleep_for(std::chrono::milliseconds(5));
        });
        EXPECT_EQ(weights, expected);
    }
}

TEST(OverlappedMeetings, OfARankAloneAreItsSteps)
{
    TrainingSpec training = overlapped();
    training.outerLearningRate = 1;
    training.outerMomentum = 0;
    TrainingSpec plain = training;
    plain.strategy = StrategyKind::AllReduce;
    EXPECT_EQ(train(training, 1, 10), train(plain, 1, 10));
}

/// A rank makes all steps up to the next meeting while another has not even come to this one.
TEST(OverlappedMeetings, AreNotWaitedForUntilTheNext)
{
    std::promise<void> done;
    runAsThreads(2, [&](ProcessGroup& group) {
        Trained trained(overlapped(), group, 2 * kPeriod);
        for (int step = 0; step < kPeriod; ++step)
            trained.step(step);
        if (group.rank() == 1) {
            EXPECT_EQ(done.get_future().wait_for(kPatience), std::future_status::ready);
        }
        for (int step = kPeriod; step < 2 * kPeriod - 1; ++step)
            EXPECT_FALSE(trained.step(step).votes);
        if (group.rank() == 0)
            done.set_value();
        trained.step(2 * kPeriod - 1);
        trained.rank.settle();
    });
}

/// With the sums that are waited for then; none is heard twice.
TEST(OverlappedMeetings, HearVotesAsTheyEnd)
{
    runAsThreads(2, [](ProcessGroup& group) {
        Trained trained(overlapped(), group, 2 * kPeriod + 1);
        for (int step = 0; step <= 2 * kPeriod; ++step) {
            const auto end = trained.step(step);
            ASSERT_EQ(end.votes.has_value(), step % kPeriod == kPeriod - 1) << "after step " << step;
            if (end.votes) {
                EXPECT_EQ(end.votes->lossSum, kPeriod * kBatch); // the harness votes for each sample
            }
        }
        const auto settled = trained.rank.strategy().settle();
        ASSERT_TRUE(settled.votes);
        EXPECT_EQ(settled.votes->lossSum, kBatch);
        EXPECT_FALSE(trained.rank.strategy().settle().votes);
    });
}

} // namespace
} // namespace lockstep::test
