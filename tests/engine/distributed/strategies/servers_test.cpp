// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// Strategies with parameter servers, held against all-reduce and against their own definition.
#include "tests/engine/distributed/strategies/linear_model.h"
#include "tests/engine/distributed/strategies/served_ranks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <mutex>
#include <numeric>

namespace lockstep::test {
namespace {

using testing::AllOf;
using testing::Each;
using testing::HasSubstr;

// Five units of the flat vector, so that servers hold unequal slices.
constexpr std::size_t kRows = 100;
constexpr std::size_t kCols = 40;
constexpr int kBatch = 12;

TrainingSpec served(StrategyKind strategy, OptimizerKind optimizer = OptimizerKind::Momentum)
{
    TrainingSpec training;
    training.strategy = strategy;
    training.optimizer = optimizer;
    training.learningRate = 0.01;
    training.weightDecay = 0.001;
    return training;
}

using Weights = std::vector<float>;

Weights weightsOf(const LinearModel& model)
{
    Weights all = model.weight;
    all.insert(all.end(), model.bias.begin(), model.bias.end());
    return all;
}

/// Of each rank after so many steps and a settlement; servers: 0 for none.
std::vector<Weights> train(const TrainingSpec& training, int ranks, int servers, int steps)
{
    std::vector<Weights> weights(static_cast<std::size_t>(ranks));
    const auto run = [&](ProcessGroup& group) {
        LinearModel model(kRows, kCols);
        model.fill(1);
        const Samples samples = randomSamples(model, steps, kBatch, 2);
        StrategyRank rank(training, group, model, evenFirsts(kBatch, ranks));
        for (int step = 0; step < steps; ++step)
            rank.step(samples, step, step);
        rank.settle();
        weights[static_cast<std::size_t>(group.rank())] = weightsOf(model);
    };
    if (servers == 0)
        runAsThreads(ranks, run);
    else
        expectServed(training, ranks, servers, run);
    return weights;
}

class ServerSync : public testing::TestWithParam<OptimizerKind> {};
INSTANTIATE_TEST_SUITE_P(All, ServerSync,
                         testing::Values(OptimizerKind::Sgd, OptimizerKind::Momentum, OptimizerKind::Adagrad,
                                         OptimizerKind::Adam, OptimizerKind::AdamW),
                         [](const auto& named) { return std::string(toString(named.param)); });

TEST_P(ServerSync, IsAllReduceToRounding)
{
    const TrainingSpec training = served(StrategyKind::ServerSync, GetParam());
    TrainingSpec reduced = training;
    reduced.strategy = StrategyKind::AllReduce;
    for (const int ranks : {1, 2, 4}) {
        const auto weights = train(training, ranks, 2, 1);
        EXPECT_LT(relativeDifference(train(reduced, ranks, 0, 1)[0], weights[0]), 1e-6) << ranks << " ranks";
        EXPECT_THAT(weights, Each(weights[0]));
    }
}

/// The norm is of all slices, and what is not decayed may begin in the middle of one.
TEST_P(ServerSync, HasTheSameBitsWithAnyNumberOfServers)
{
    TrainingSpec training = served(StrategyKind::ServerSync, GetParam());
    training.clipNorm = 0.1;
    training.decayAll = false;
    const auto weights = train(training, 3, 1, 6);
    EXPECT_THAT(weights, Each(weights[0]));
    EXPECT_EQ(train(training, 3, 3, 6), weights);
    EXPECT_EQ(train(training, 3, 8, 6), weights) << "some of them hold nothing";
}

TEST_P(ServerSync, OfOneRankIsPlainTraining)
{
    const TrainingSpec training = served(StrategyKind::ServerSync, GetParam());
    TrainingSpec plain = training;
    plain.strategy = StrategyKind::AllReduce;
    EXPECT_EQ(train(training, 1, 3, 6), train(plain, 1, 0, 6));
}

TEST(ServerSyncTraining, ClipsAsAllReduceDoes)
{
    TrainingSpec training = served(StrategyKind::ServerSync, OptimizerKind::Sgd);
    training.clipNorm = 0.05;
    TrainingSpec reduced = training;
    reduced.strategy = StrategyKind::AllReduce;
    const auto weights = train(training, 2, 3, 1);
    EXPECT_LT(relativeDifference(train(reduced, 2, 0, 1)[0], weights[0]), 1e-6);
    training.clipNorm = 0;
    EXPECT_NE(train(training, 2, 3, 1), weights) << "else nothing was clipped";
}

/// What rank 0 is brought is a checkpoint; another number of servers goes on from it to the same bits.
TEST_P(ServerSync, GoesOnFromWhatItBrings)
{
    const TrainingSpec training = served(StrategyKind::ServerSync, GetParam());
    constexpr int kSteps = 6;
    const Weights expected = train(training, 2, 1, kSteps)[0];
    Weights weights;
    TensorCopy state;
    std::int64_t updates = 0;
    const auto part = [&](int first, int last) {
        return [&, first, last](ProcessGroup& group) {
            LinearModel model(kRows, kCols);
            model.fill(1);
            const Samples samples = randomSamples(model, kSteps, kBatch, 2);
            if (first > 0)
                model.setWeights(std::span(weights).first(model.weight.size()),
                                 std::span(weights).subspan(model.weight.size()));
            StrategyRank rank(training, group, model, evenFirsts(kBatch, 2));
            RemoteState& remote = *rank.strategy().remoteState();
            if (first > 0)
                remote.startFrom(state, updates);
            for (int step = first; step < last; ++step)
                rank.step(samples, step, step);
            rank.settle();
            if (group.rank() == 0) {
                state = TensorCopy(rank.optimizer().state());
                updates = remote.bring(state);
            }
            group.barrier(); // nobody takes the weights that the other still reads
            if (group.rank() == 0)
                weights = weightsOf(model);
        };
    };
    expectServed(training, 2, 3, part(0, 4));
    EXPECT_EQ(updates, 4);
    expectServed(training, 2, 2, part(4, kSteps));
    EXPECT_EQ(weights, expected);
}

TEST(ServedGroup, HasTheCollectivesOfAnyGroup)
{
    expectServed(served(StrategyKind::ServerSync), 3, 2, [](ProcessGroup& group) {
        const int rank = group.rank();
        std::vector<float> values = {1.0f * static_cast<float>(rank), 2};
        group.allReduceSum(std::span(values));
        EXPECT_EQ(values, (std::vector<float>{3, 6}));
        std::vector<std::byte> word(2, std::byte(rank));
        group.broadcast(word, 1);
        EXPECT_EQ(word, std::vector<std::byte>(2, std::byte(1)));
        const std::vector<std::byte> mine(1, std::byte(rank));
        EXPECT_EQ(group.allGather(mine), (std::vector<std::byte>{std::byte(0), std::byte(1), std::byte(2)}));
        const std::vector<std::byte> parts = {std::byte(10 * rank), std::byte(10 * rank + 1),
                                              std::byte(10 * rank + 2)};
        std::vector<std::byte> theirs(3);
        group.allToAll(parts, theirs);
        EXPECT_EQ(theirs,
                  (std::vector<std::byte>{std::byte(rank), std::byte(10 + rank), std::byte(20 + rank)}));
        group.barrier();
    });
}

/// How old each push was, by rank and step.
using Staleness = std::vector<std::vector<std::int64_t>>;

Staleness trainAlone(const TrainingSpec& training, int ranks, int servers, int steps)
{
    Staleness staleness(static_cast<std::size_t>(ranks));
    expectServed(training, ranks, servers, [&](ProcessGroup& group) {
        LinearModel model(kRows, kCols);
        model.fill(1);
        const Samples samples = randomSamples(model, steps, kBatch, 2);
        StrategyRank rank(training, group, model, evenFirsts(kBatch, ranks));
        auto& mine = staleness[static_cast<std::size_t>(group.rank())];
        for (int step = 0; step < steps; ++step) {
            const Strategy::StepEnd end = rank.step(samples, step, step);
            ASSERT_TRUE(end.staleness);
            mine.push_back(*end.staleness);
        }
        const Strategy::StepEnd settled = rank.settle();
        ASSERT_TRUE(settled.votes);
        EXPECT_EQ(settled.votes->lossSum, 1.0 * steps * kBatch) << "what all have said, once";
        const auto hashes = group.allGather(std::as_bytes(std::span(model.weight)));
        EXPECT_TRUE(std::equal(hashes.begin(), hashes.begin() + std::ssize(hashes) / 2,
                               hashes.begin() + std::ssize(hashes) / 2))
            << "replicas are equal when all have settled";
    });
    return staleness;
}

TEST(ServerAsync, IsNeverOlderThanItsBound)
{
    constexpr int kRanks = 4;
    for (const int bound : {0, 1, 3}) {
        TrainingSpec training = served(StrategyKind::ServerAsync);
        training.staleness = bound;
        for (const auto& ofRank : trainAlone(training, kRanks, 2, 12))
            EXPECT_THAT(ofRank, Each(AllOf(testing::Ge(0), testing::Le((kRanks - 1) * (2 * bound + 1)))));
    }
}

/// A rank that has pushed twice before another has pushed once.
TEST(ServerAsync, CountsTheUpdatesInBetween)
{
    TrainingSpec training = served(StrategyKind::ServerAsync, OptimizerKind::Sgd);
    training.staleness = -1;
    std::int64_t seen = -1;
    expectServed(training, 2, 3, [&](ProcessGroup& group) {
        LinearModel model(kRows, kCols);
        model.fill(1);
        const Samples samples = randomSamples(model, 6, kBatch, 2);
        StrategyRank rank(training, group, model, evenFirsts(kBatch, 2));
        rank.step(samples, 0, 0);
        rank.settle();
        group.barrier();
        for (int step = 1; step < 6 && group.rank() == 0; ++step)
            EXPECT_EQ(rank.step(samples, step, step).staleness, 0);
        group.barrier();
        if (group.rank() == 1)
            seen = *rank.step(samples, 1, 1).staleness;
        rank.settle();
    });
    EXPECT_EQ(seen, 5);
}

/// All ranks together move the weights as far as one step of all does, divided by staleness + 1.
TEST(ServerAsync, DampensByShareAndStaleness)
{
    const auto moved = [](const TrainingSpec& training) {
        std::vector<double> way(kRows * kCols);
        LinearModel start(kRows, kCols);
        start.fill(1);
        const Weights after = train(training, 2, training.strategy == StrategyKind::AllReduce ? 0 : 2, 1)[0];
        for (std::size_t i = 0; i < way.size(); ++i)
            way[i] = static_cast<double>(after[i]) - static_cast<double>(start.weight[i]);
        return std::sqrt(std::inner_product(way.begin(), way.end(), way.begin(), 0.0));
    };
    TrainingSpec training = served(StrategyKind::AllReduce, OptimizerKind::Sgd);
    training.weightDecay = 0;
    training.learningRate = 1e-4; // small, for the second push is of other weights only a little
    const double together = moved(training);
    training.strategy = StrategyKind::ServerAsync;
    training.staleness = 0;
    EXPECT_NEAR(moved(training) / together, 1, 0.02);
    training.staleness = 3;
    EXPECT_NEAR(moved(training) / together, 0.25, 0.02);
    training.dampen = false;
    EXPECT_NEAR(moved(training) / together, 2, 0.04);
}

/// One rank wants it; all stop after the same step, which the foremost had begun.
TEST(ServerAsync, StopsAllAfterTheSameStep)
{
    TrainingSpec training = served(StrategyKind::ServerAsync);
    training.staleness = -1;
    std::mutex mutex;
    std::vector<int> last;
    expectServed(training, 3, 2, [&](ProcessGroup& group) {
        LinearModel model(kRows, kCols);
        model.fill(1);
        constexpr int kBatches = 40;
        const Samples samples = randomSamples(model, kBatches, kBatch, 2);
        StrategyRank rank(training, group, model, evenFirsts(kBatch, 3));
        // Nothing holds the others back while the system lets rank 1 wait, so they may be far ahead.
        for (int step = 0; step < 100'000; ++step) {
            rank.wantsStop = group.rank() == 1 && step >= 5;
            const Strategy::StepEnd end = rank.step(samples, step % kBatches, step);
            if (!end.votes)
                continue;
            EXPECT_GT(end.votes->stop, 0);
            const std::lock_guard lock(mutex);
            last.push_back(step);
            return;
        }
    });
    ASSERT_EQ(last.size(), 3u);
    EXPECT_THAT(last, Each(last[0]));
    EXPECT_GE(last[0], 5);
}

} // namespace
} // namespace lockstep::test
