// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// Twenty steps of three ranks against the same in PyTorch (torch_strategies.py).
#include "tests/engine/compute/reference_tensors.h"
#include "tests/engine/distributed/rank_harness.h"
#include "tests/engine/distributed/strategies/linear_model.h"

#include "engine/distributed/compression/gradient_codec.h"

#include <gtest/gtest.h>

namespace lockstep::test {
namespace {

constexpr int kRanks = 3;
constexpr int kSteps = 20;
constexpr int kBatch = 9;
constexpr double kTolerance = 1e-4;

struct Case {
    std::string name; ///< in the reference
    TrainingSpec training;
};

TrainingSpec momentumTraining()
{
    TrainingSpec training;
    training.optimizer = OptimizerKind::Momentum;
    training.learningRate = 0.02;
    training.momentum = 0.9;
    return training;
}

std::vector<Case> cases()
{
    std::vector<Case> all(7, Case{{}, momentumTraining()});
    all[0].name = "powersgd";
    all[0].training.compression = CompressionKind::PowerSgd;
    all[0].training.compressionRank = 2;
    for (const int i : {1, 2}) {
        Case& each = all[static_cast<std::size_t>(i)];
        each.name = i == 1 ? "top-k" : "top-k-nesterov";
        each.training.nesterov = i == 2;
        each.training.weightDecay = 0.01;
        each.training.compression = CompressionKind::TopK;
        each.training.compressionRatio = 0.1;
    }
    all[3].name = "averaging";
    all[3].training.strategy = StrategyKind::LocalSteps;
    all[3].training.localSteps = 3;
    all[4].name = "diloco";
    all[4].training.strategy = StrategyKind::LocalSteps;
    all[4].training.localSteps = 4;
    all[4].training.outerLearningRate = 0.7;
    all[4].training.outerMomentum = 0.9;
    all[5] = all[3];
    all[5].name = "overlapped";
    all[5].training.overlapMeetings = true;
    all[6] = all[4];
    all[6].name = "overlapped-diloco";
    all[6].training.outerMomentum = 0.5;
    all[6].training.overlapMeetings = true;
    return all;
}

class TorchStrategies : public testing::TestWithParam<Case> {};
INSTANTIATE_TEST_SUITE_P(All, TorchStrategies, testing::ValuesIn(cases()), [](const auto& each) {
    std::string name = each.param.name;
    std::erase(name, '-');
    return name;
});

TEST_P(TorchStrategies, MakeTheSameWeightsInTwentySteps)
{
    const auto reference = readReference("strategies");
    const Samples samples{reference.at("inputs"), reference.at("targets"), kBatch, kSteps};
    runAsThreads(kRanks, [&](ProcessGroup& group) {
        LinearModel model(24, 18);
        model.setWeights(reference.at("start/weight"), reference.at("start/bias"));
        StrategyRank rank(GetParam().training, group, model, {0, 4, 7, 9});
        TensorStore& state = rank.strategy().state();
        for (std::size_t i = 0; i < state.tensors().size(); ++i)
            if (state.tensors()[i].name == "weight.q")
                state.write(i, reference.at("q"));
        for (int step = 0; step < kSteps; ++step)
            rank.step(samples, step, kWholeSteps + step);
        rank.settle();
        expectClose(model.weight, reference.at(GetParam().name + "/weight"), kTolerance, "weight");
        expectClose(model.bias, reference.at(GetParam().name + "/bias"), kTolerance, "bias");
    });
}

} // namespace
} // namespace lockstep::test
