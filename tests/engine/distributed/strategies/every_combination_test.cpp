// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// Every strategy with every compression and every optimiser: it is refused by name, or it learns on any
/// number of ranks and leaves them equal.
#include "engine/distributed/compression/gradient_codec.h"
#include "engine/protocol/strategy_check.h"
#include "tests/engine/distributed/strategies/linear_model.h"
#include "tests/engine/distributed/strategies/served_ranks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace lockstep::test {
namespace {

constexpr int kBatch = 16;
constexpr int kSteps = 60;
constexpr int kServers = 2;
constexpr std::array kOptimizers = {OptimizerKind::Sgd, OptimizerKind::Momentum, OptimizerKind::Adagrad,
                                    OptimizerKind::Adam, OptimizerKind::AdamW};

struct Combination {
    TrainingSpec training;
    std::string name() const
    {
        std::string name =
            std::string(toString(training.strategy)) + "_" + std::string(toString(training.compression)) +
            "_" + std::string(toString(training.optimizer)) + (training.overlapMeetings ? "_overlapped" : "");
        std::ranges::replace(name, '-', '_');
        return name;
    }
};
void PrintTo(const Combination& combination, std::ostream* out)
{
    *out << combination.name();
}

/// Of which the first steps of these few samples need no patience.
double rateOf(OptimizerKind optimizer)
{
    return optimizer == OptimizerKind::Sgd || optimizer == OptimizerKind::Momentum ? 0.05 : 0.1;
}

std::vector<Combination> everyCombination()
{
    std::vector<Combination> all;
    for (const StrategyKind strategy : kStrategies)
        for (const CompressionKind compression : kCompressions)
            for (const OptimizerKind optimizer : kOptimizers) {
                Combination each;
                each.training.strategy = strategy;
                each.training.compression = compression;
                each.training.compressionRatio = 0.1;
                each.training.optimizer = optimizer;
                each.training.momentum = 0.5;
                each.training.learningRate = rateOf(optimizer);
                each.training.localSteps = 4;
                all.push_back(each);
                if (strategy == StrategyKind::LocalSteps) {
                    each.training.overlapMeetings = true;
                    all.push_back(each);
                }
            }
    return all;
}

/// Half the squared error of the first batch.
double lossOf(const LinearModel& model, const Samples& samples)
{
    const std::span<const float> inputs = samples.inputsOf(0);
    const std::span<const float> targets = samples.targetsOf(0);
    double loss = 0;
    for (std::size_t i = 0; i < targets.size(); ++i) {
        const std::size_t sample = i / model.rows(), row = i % model.rows();
        double error = static_cast<double>(model.bias[row]) - static_cast<double>(targets[i]);
        for (std::size_t col = 0; col < model.cols(); ++col)
            error += static_cast<double>(model.weight[row * model.cols() + col]) *
                     static_cast<double>(inputs[sample * model.cols() + col]);
        loss += error * error / 2;
    }
    return loss;
}

/// On the same few samples again and again.
void expectToLearn(const TrainingSpec& training, int ranks)
{
    std::vector<std::vector<float>> weights(static_cast<std::size_t>(ranks));
    const auto run = [&](ProcessGroup& group) {
        LinearModel model(24, 18);
        model.fill(1);
        const Samples samples = randomSamples(model, 1, kBatch, 2);
        const double before = lossOf(model, samples);
        StrategyRank rank(training, group, model, evenFirsts(kBatch, ranks));
        for (int step = 0; step < kSteps; ++step)
            rank.step(samples, 0, kWholeSteps + step);
        rank.settle();
        EXPECT_LT(lossOf(model, samples), 0.8 * before) << ranks << " ranks";
        weights[static_cast<std::size_t>(group.rank())] = model.weight;
    };
    if (usesServers(training.strategy))
        expectServed(training, ranks, kServers, run);
    else
        runAsThreads(ranks, run);
    EXPECT_THAT(weights, testing::Each(weights[0])) << ranks << " ranks";
}

class EveryCombination : public testing::TestWithParam<Combination> {};
INSTANTIATE_TEST_SUITE_P(All, EveryCombination, testing::ValuesIn(everyCombination()),
                         [](const auto& each) { return each.param.name(); });

TEST_P(EveryCombination, LearnsOrIsRefusedByName)
{
    const TrainingSpec& training = GetParam().training;
    const std::vector<Error> errors = checkStrategy(training);
    const bool isCompressed = training.compression != CompressionKind::None;
    const bool hasMemory =
        training.optimizer != OptimizerKind::Sgd && training.optimizer != OptimizerKind::Momentum;
    if (isCompressed && training.strategy != StrategyKind::AllReduce) {
        ASSERT_EQ(errors.size(), 1u);
        EXPECT_EQ(errors[0].key, "training.compression");
        EXPECT_THAT(errors[0].message(), testing::HasSubstr(std::string(toString(training.strategy))));
        return;
    }
    if (training.compression == CompressionKind::TopK && hasMemory) {
        ASSERT_EQ(errors.size(), 1u);
        EXPECT_EQ(errors[0].key, "training.optimizer");
        EXPECT_THAT(errors[0].message(), testing::HasSubstr(std::string(toString(training.optimizer))));
        return;
    }
    EXPECT_TRUE(errors.empty());
    for (const int ranks : {1, 2, 3, 5, 8})
        expectToLearn(training, ranks);
}

} // namespace
} // namespace lockstep::test
