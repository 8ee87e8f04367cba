// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// What strategies and compressions must have in common with plain all-reduce, and with themselves.
#include "engine/core/error.h"
#include "engine/distributed/compression/gradient_codec.h"
#include "engine/distributed/rank_memories.h"
#include "tests/engine/distributed/rank_harness.h"
#include "tests/engine/distributed/strategies/linear_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <mutex>

namespace lockstep::test {
namespace {

constexpr std::size_t kRows = 40;
constexpr std::size_t kCols = 30;
constexpr int kBatch = 12;

TrainingSpec sgd(CompressionKind compression = CompressionKind::None)
{
    TrainingSpec training;
    training.learningRate = 0.05;
    training.compression = compression;
    training.compressionRank = 2;
    training.compressionRatio = 0.05;
    return training;
}

TrainingSpec momentum(CompressionKind compression)
{
    TrainingSpec training = sgd(compression);
    training.optimizer = OptimizerKind::Momentum;
    return training;
}

TrainingSpec localSteps(int steps, double rate = 1, double outerMomentum = 0)
{
    TrainingSpec training = sgd();
    training.strategy = StrategyKind::LocalSteps;
    training.localSteps = steps;
    training.outerLearningRate = rate;
    training.outerMomentum = outerMomentum;
    return training;
}

using Weights = std::vector<float>;
/// Called on every rank after each step.
using Watch = std::function<void(StrategyRank&, ProcessGroup&, LinearModel&, int step)>;

/// The weights of each rank after so many steps, the first of which is `first` of the training.
std::vector<Weights> train(const TrainingSpec& training, int ranks, int steps, std::int64_t first = 0,
                           const Watch& watch = {})
{
    std::vector<Weights> weights(static_cast<std::size_t>(ranks));
    runAsThreads(ranks, [&](ProcessGroup& group) {
        LinearModel model(kRows, kCols);
        model.fill(1);
        const Samples samples = randomSamples(model, steps, kBatch, 2);
        StrategyRank rank(training, group, model, evenFirsts(kBatch, ranks));
        for (int step = 0; step < steps; ++step) {
            rank.step(samples, step, first + step);
            if (watch)
                watch(rank, group, model, step);
        }
        rank.settle();
        Weights all = model.weight;
        all.insert(all.end(), model.bias.begin(), model.bias.end());
        weights[static_cast<std::size_t>(group.rank())] = std::move(all);
    });
    return weights;
}

struct Named {
    std::string name;
    TrainingSpec training;
};
void PrintTo(const Named& named, std::ostream* out)
{
    *out << named.name;
}

std::vector<Named> compressions()
{
    std::vector<Named> all;
    for (const CompressionKind kind : kCompressions)
        all.push_back({std::string(toString(kind)), momentum(kind)});
    return all;
}

std::string nameOf(const testing::TestParamInfo<std::tuple<Named, int>>& info)
{
    std::string name = std::get<0>(info.param).name + std::to_string(std::get<1>(info.param));
    std::erase(name, '-');
    return name;
}

class Compressions : public testing::TestWithParam<std::tuple<Named, int>> {};
INSTANTIATE_TEST_SUITE_P(Ranks, Compressions,
                         testing::Combine(testing::ValuesIn(compressions()), testing::Values(1, 2, 3, 4)),
                         nameOf);

/// Also those that lose something, from the first steps to those in which they do.
TEST_P(Compressions, LeaveTheReplicasEqualInEveryStep)
{
    const auto& [named, ranks] = GetParam();
    std::mutex mutex;
    std::map<int, Weights> expected;
    train(named.training, ranks, 16, kWholeSteps - 4,
          [&](StrategyRank&, ProcessGroup&, LinearModel& model, int step) {
              const std::lock_guard lock(mutex);
              const auto [found, isFirst] = expected.emplace(step, model.weight);
              EXPECT_EQ(found->second, model.weight) << "after step " << step;
          });
}

/// Nothing is lost: what all ranks have applied, and what still waits on each, is the sum of all gradients.
TEST_P(Compressions, KeepWhatTheyDoNotSend)
{
    const auto& [named, ranks] = GetParam();
    if (!keepsTheRest(named.training.compression))
        return;
    TrainingSpec training = named.training;
    training.optimizer = OptimizerKind::Sgd;
    runAsThreads(ranks, [&, worldSize = ranks](ProcessGroup& group) {
        LinearModel model(kRows, kCols), whole(kRows, kCols);
        model.fill(1);
        const std::vector<float> start = model.weight;
        const Samples samples = randomSamples(model, 20, kBatch, 2);
        StrategyRank rank(training, group, model, evenFirsts(kBatch, worldSize));
        std::vector<float> gradients(start.size()), accounted(start.size());
        for (int step = 0; step < 20; ++step) {
            whole.setWeights(model.weight, model.bias);
            whole.computeGradients(samples.inputsOf(step), samples.targetsOf(step), kBatch);
            for (std::size_t i = 0; i < gradients.size(); ++i)
                gradients[i] += whole.weightGradient()[i];
            rank.step(samples, step, kWholeSteps + step);
        }
        rank.settle();
        for (std::size_t i = 0; i < start.size(); ++i)
            accounted[i] = (start[i] - model.weight[i]) / static_cast<float>(training.learningRate);
        double waits = 0;
        const TensorStore& state = rank.strategy().state();
        for (std::size_t t = 0; t < state.tensors().size(); ++t) {
            if (!parseRankMemoryName(state.tensors()[t].name))
                continue;
            std::vector<float> waiting(start.size());
            state.read(t, waiting);
            for (std::size_t i = 0; i < waiting.size(); ++i) {
                accounted[i] += waiting[i];
                waits += static_cast<double>(std::abs(waiting[i]));
            }
        }
        EXPECT_GT(waits, 1);
        EXPECT_LT(relativeDifference(gradients, accounted), 1e-5);
    });
}

/// Of one gradient: half of a last place of 8 or 11 bits for each of two roundings, or a step of 127 of them.
TEST_P(Compressions, OfSingleValuesAreAsPreciseAsTheirBits)
{
    const std::map<CompressionKind, double> largest = {
        {CompressionKind::BFloat16, 3e-3}, {CompressionKind::Float16, 4e-4}, {CompressionKind::Int8, 3e-2}};
    const auto& [named, ranks] = GetParam();
    if (!largest.contains(named.training.compression))
        return;
    const auto update = [&, worldSize = ranks](CompressionKind kind) {
        Weights before = train(sgd(kind), worldSize, 0)[0], after = train(sgd(kind), worldSize, 1)[0];
        for (std::size_t i = 0; i < after.size(); ++i)
            after[i] -= before[i];
        return after;
    };
    const double found =
        relativeDifference(update(CompressionKind::None), update(named.training.compression));
    EXPECT_LT(found, largest.at(named.training.compression));
    EXPECT_EQ(found > 0, ranks > 1); // alone, nothing crosses
}

TEST_P(Compressions, ThatKeepTheRestBeginAsIfTheyDidNot)
{
    const auto& [named, ranks] = GetParam();
    if (!keepsTheRest(named.training.compression))
        return;
    TrainingSpec training = named.training;
    training.optimizer = OptimizerKind::Sgd;
    EXPECT_EQ(train(training, ranks, kWholeSteps), train(sgd(), ranks, kWholeSteps));
    EXPECT_NE(train(training, ranks, kWholeSteps + 1), train(sgd(), ranks, kWholeSteps + 1));
}

/// What a checkpoint holds is all that there is to remember.
TEST_P(Compressions, GoOnBitForBit)
{
    const auto& [named, ranks] = GetParam();
    const auto whole = train(named.training, ranks, 20, kWholeSteps - 3);
    std::vector<Weights> pieces(whole.size());
    runAsThreads(ranks, [&, &training = named.training, worldSize = ranks](ProcessGroup& group) {
        LinearModel model(kRows, kCols);
        model.fill(1);
        const Samples samples = randomSamples(model, 20, kBatch, 2);
        TensorCopy state, optimizer;
        for (int from = 0; from < 20; from += 5) {
            StrategyRank rank(training, group, model, evenFirsts(kBatch, worldSize));
            const auto write = [](const TensorCopy& saved, TensorStore& to) {
                for (std::size_t i = 0; i < saved.tensors().size(); ++i) {
                    EXPECT_EQ(saved.tensors()[i], to.tensors()[i]);
                    to.write(i, saved.hostView(i));
                }
            };
            write(state, rank.strategy().state());
            write(optimizer, rank.optimizer().state());
            for (int step = from; step < from + 5; ++step)
                rank.step(samples, step, kWholeSteps - 3 + step);
            rank.settle();
            state = TensorCopy(rank.strategy().state());
            optimizer = TensorCopy(rank.optimizer().state());
        }
        Weights all = model.weight;
        all.insert(all.end(), model.bias.begin(), model.bias.end());
        pieces[static_cast<std::size_t>(group.rank())] = std::move(all);
    });
    EXPECT_EQ(pieces, whole);
}

/// Of the gradient before it is compressed there are 4 bytes a number, sent twice but for one's own part.
double bytesPerNumber(const TrainingSpec& training, int ranks, std::size_t rows, std::size_t cols)
{
    double bytes = 0;
    runAsThreads(ranks, [&](ProcessGroup& group) {
        LinearModel model(rows, cols);
        model.fill(1);
        const Samples samples = randomSamples(model, 1, kBatch, 2);
        StrategyRank rank(training, group, model, evenFirsts(kBatch, ranks));
        const auto sent = [&] {
            group.barrier();
            double sum = 0;
            for (const PeerTraffic& peer : group.traffic())
                sum += static_cast<double>(peer.bytesSent);
            return sum;
        };
        const double before = sent();
        for (int step = 0; step < 3; ++step)
            rank.step(samples, 0, kWholeSteps + step);
        const double after = sent();
        if (group.rank() == 0)
            bytes = (after - before) / 3 / static_cast<double>(rows * cols + rows);
    });
    return bytes;
}

/// 2 (n - 1) / n times the bytes of a number for what is summed; (n - 1) times place and value for the
/// largest. Frames and small collectives add a little.
TEST(CompressionBytes, AreThoseOfTheDefinition)
{
    constexpr std::size_t kSide = 600;
    constexpr double kAll = kSide * kSide + kSide;
    for (const int ranks : {2, 3}) {
        const double sum = 2.0 * (ranks - 1) / ranks;
        const std::map<CompressionKind, double> expected = {
            {CompressionKind::None, 4 * sum},
            {CompressionKind::BFloat16, 2 * sum},
            {CompressionKind::Float16, 2 * sum},
            {CompressionKind::Int8, (1 + 4.0 / 512) * sum},
            {CompressionKind::PowerSgd, 4 * sum * (kSide + 2 * (kSide + kSide)) / kAll},
            {CompressionKind::TopK, (4 * sum * kSide + (ranks - 1) * 8 * 0.05 * kSide * kSide) / kAll},
        };
        for (const auto& [kind, bytes] : expected) {
            const double found = bytesPerNumber(sgd(kind), ranks, kSide, kSide);
            EXPECT_NEAR(found, bytes, 0.07 * bytes + 3000 / kAll)
                << toString(kind) << ", " << ranks << " ranks";
        }
    }
}

/// After one step; the sums of many steps grow apart by rounding alone.
TEST(Compressions, OfManyRanksAreThoseOfOneWithTheWholeBatch)
{
    const TrainingSpec training = sgd(CompressionKind::PowerSgd);
    const auto one = train(training, 1, 1, kWholeSteps);
    for (const int ranks : {2, 3, 4})
        EXPECT_LT(relativeDifference(one[0], train(training, ranks, 1, kWholeSteps)[0]), 1e-6) << ranks;
}

TEST(Compressions, ThatSendAllAreNone)
{
    TrainingSpec training = sgd(CompressionKind::TopK);
    training.compressionRatio = 1;
    EXPECT_LT(relativeDifference(train(training, 3, 1, kWholeSteps)[0], train(sgd(), 3, 1)[0]), 1e-6);
    EXPECT_EQ(train(training, 2, 5, kWholeSteps), train(sgd(), 2, 5)); // two numbers have one sum
}

/// Momentum that the ranks keep, of all that they send, is the optimiser's.
TEST(Compressions, KeepTheMomentumOfTheOptimiser)
{
    for (const bool nesterov : {false, true}) {
        TrainingSpec training = momentum(CompressionKind::TopK);
        training.nesterov = nesterov;
        training.weightDecay = 0.1;
        TrainingSpec plain = training;
        plain.compression = CompressionKind::None;
        EXPECT_LT(relativeDifference(train(training, 3, kWholeSteps)[0], train(plain, 3, kWholeSteps)[0]),
                  1e-6);
        training.decayAll = plain.decayAll = false;
        EXPECT_LT(relativeDifference(train(training, 3, kWholeSteps)[0], train(plain, 3, kWholeSteps)[0]),
                  1e-6);
    }
}

TEST(LocalSteps, OfOneAreAllReduce)
{
    for (const int ranks : {2, 3}) {
        for (const OptimizerKind optimizer : {OptimizerKind::Sgd, OptimizerKind::Momentum}) {
            TrainingSpec local = localSteps(1), plain = sgd();
            local.optimizer = plain.optimizer = optimizer;
            EXPECT_LT(relativeDifference(train(plain, ranks, 3)[0], train(local, ranks, 3)[0]), 1e-6);
        }
    }
}

TEST(LocalSteps, OfARankAloneAreItsSteps)
{
    EXPECT_EQ(train(localSteps(4), 1, 10), train(sgd(), 1, 10));
}

/// The outer rule at rate 1 without momentum, written down: the mean of the weights.
TEST(LocalSteps, WithoutOuterMomentumAreTheMean)
{
    const auto mean = train(localSteps(4), 3, 10);
    const auto outer = train(localSteps(4, 1, 1e-30), 3, 10);
    EXPECT_LT(relativeDifference(mean[0], outer[0]), 1e-6);
}

/// Not between them; and a vote is heard when all meet.
TEST(LocalSteps, AreEqualAtMeetings)
{
    const auto weights = train(localSteps(4, 0.7, 0.9), 3, 10);
    EXPECT_EQ(weights[1], weights[0]);
    EXPECT_EQ(weights[2], weights[0]);

    runAsThreads(2, [](ProcessGroup& group) {
        LinearModel model(kRows, kCols);
        model.fill(1);
        const Samples samples = randomSamples(model, 4, kBatch, 2);
        StrategyRank rank(localSteps(2), group, model, evenFirsts(kBatch, 2));
        EXPECT_FALSE(rank.step(samples, 0, 0).votes);
        const auto all = group.allGather(std::as_bytes(std::span(model.weight)));
        EXPECT_FALSE(std::equal(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2),
                                all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2)));
        const auto end = rank.step(samples, 1, 1);
        ASSERT_TRUE(end.votes);
        EXPECT_EQ(end.votes->lossSum, 2 * kBatch); // the harness votes for each sample
        EXPECT_FALSE(rank.step(samples, 2, 2).votes);
        const auto settled = rank.strategy().settle();
        ASSERT_TRUE(settled.votes);
        EXPECT_EQ(settled.votes->lossSum, kBatch);
        EXPECT_FALSE(rank.strategy().settle().votes);
    });
}

/// Gone without a word in the middle of a step: whoever waits for it is told.
TEST(Strategies, EndOnAllRanksWhenOneIsLost)
{
    std::vector<Named> all = compressions();
    all.push_back({"local-steps", localSteps(2)});
    all.push_back(all.back());
    all.back().training.overlapMeetings = true;
    for (const Named& named : all) {
        SharedCounter trained;
        runAsThreads(3, [&](ProcessGroup& group) {
            LinearModel model(kRows, kCols);
            model.fill(1);
            const Samples samples = randomSamples(model, 1, kBatch, 2);
            StrategyRank rank(named.training, group, model, evenFirsts(kBatch, 3));
            const auto train = [&](int steps) {
                for (int step = 0; step < steps; ++step)
                    rank.step(samples, 0, kWholeSteps + step);
            };
            train(2);
            trained.add();
            trained.waitFor(3); // whoever is still in the second step would be told there
            if (group.rank() == 1)
                return; // the group ends with the thread
            const std::string error = errorOf([&] { train(1000); });
            EXPECT_THAT(error, testing::HasSubstr("ank 1")) << named.name;
        });
    }
}

} // namespace
} // namespace lockstep::test
