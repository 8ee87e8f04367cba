// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/cpu_program.h"
#include "engine/graph/graph.h"
#include "engine/optim/optimizer.h"
#include "engine/protocol/optimizer_facts.h"
#include "tests/engine/compute/program_values.h"
#include "tests/engine/compute/reference_tensors.h"

#include <gmock/gmock.h>
#include <tuple>

namespace lockstep {
namespace {

constexpr std::size_t kSteps = 10;
constexpr std::size_t kBatch = 4;

struct Rule {
    const char* name;
    OptimizerKind kind;
    double learningRate;
    /// Share of elements that may stray: Adagrad and Adam divide by the gradient's size, so that where a
    /// gradient is almost nothing but rounding, the update is too. (PyTorch's own f32 strays from its f64
    /// there.)
    double strays;
};

constexpr Rule kRules[] = {{"sgd", OptimizerKind::Sgd, 0.05, 0},
                           {"momentum", OptimizerKind::Momentum, 0.01, 0},
                           {"adagrad", OptimizerKind::Adagrad, 0.002, 1e-3},
                           {"adam", OptimizerKind::Adam, 0.001, 1e-3}};

class Training : public testing::TestWithParam<std::tuple<std::string, Rule>> {};

/// Ten steps of the whole engine: gradients of the program, updates of the optimiser.
TEST_P(Training, WeightsAfterTenStepsAgreeWithTorch)
{
    const auto& [model, rule] = GetParam();
    auto tensors = readReference(model);
    const Graph graph = makeModel(model, {1, 28, 28}, 10);
    const auto program = compileForCpu(graph, {.batch = static_cast<int>(kBatch), .threads = 2});
    TensorStore& parameters = program->parameters();
    for (std::size_t i = 0; i < parameters.tensors().size(); ++i)
        parameters.write(i, tensors.at("value/" + parameters.tensors()[i].name));
    TrainingSpec spec;
    spec.optimizer = rule.kind;
    const auto optimizer = makeOptimizer(spec, program->hostReplica().parameters);
    const std::string key = rule.name;
    const std::vector<float>& inputs = tensors.at(key + "/inputs");
    const std::vector<std::int32_t> labels(tensors.at(key + "/labels").begin(),
                                           tensors.at(key + "/labels").end());
    for (std::size_t step = 0; step < kSteps; ++step) {
        program->forward({std::span(inputs).subspan(step * kBatch * 784, kBatch * 784),
                          std::span(labels).subspan(step * kBatch, kBatch),
                          {.count = static_cast<int>(kBatch), .divisor = kBatch}},
                         Phase::Training);
        program->backward(Gradients::Overwrite, [](std::size_t) {});
        optimizer->step(rule.learningRate);
    }
    EXPECT_EQ(optimizer->steps(), static_cast<std::int64_t>(kSteps));
    for (const auto& [name, shape, values] : valuesOf(parameters))
        expectClose(values, tensors.at(key + "/" + name), 1e-4, name, rule.strays);
}

INSTANTIATE_TEST_SUITE_P(, Training,
                         testing::Combine(testing::Values("mnist-cnn", "lenet"), testing::ValuesIn(kRules)),
                         [](const auto& test) {
                             return (std::get<0>(test.param) == "lenet" ? "Lenet_" : "MnistCnn_") +
                                    std::string(std::get<1>(test.param).name);
                         });

/// One parameter of three elements, outside any program.
struct Weights {
    std::vector<float> value{1.0f, -2.0f, 0.5f};
    std::vector<float> gradient{0.5f, 0.25f, -1.0f};
    std::vector<Parameter> parameters{{"w", {3}, value, gradient}};
    HostParameters host() { return {parameters, {}, {}}; }
};

TEST(Optimizer, NamesItsState)
{
    const auto names = [](OptimizerKind kind) {
        Weights weights;
        TrainingSpec spec;
        spec.optimizer = kind;
        std::vector<std::string> all;
        const auto optimizer = makeOptimizer(spec, weights.host());
        for (const auto& [name, shape, values] : valuesOf(optimizer->state())) {
            EXPECT_EQ(shape, Shape({3}));
            EXPECT_EQ(values, std::vector<float>(3));
            all.push_back(name);
        }
        return all;
    };
    EXPECT_THAT(names(OptimizerKind::Sgd), testing::IsEmpty());
    EXPECT_THAT(names(OptimizerKind::Momentum), testing::ElementsAre("w.momentum"));
    EXPECT_THAT(names(OptimizerKind::Adagrad), testing::ElementsAre("w.sum"));
    EXPECT_THAT(names(OptimizerKind::Adam), testing::ElementsAre("w.exp_avg", "w.exp_avg_sq"));
    EXPECT_THAT(names(OptimizerKind::AdamW), testing::ElementsAre("w.exp_avg", "w.exp_avg_sq"));
}

TEST(Optimizer, HasTheStateThatItsFactsSay)
{
    for (const OptimizerFacts& facts : kOptimizers) {
        Weights weights;
        TrainingSpec spec;
        spec.optimizer = facts.kind;
        const auto optimizer = makeOptimizer(spec, weights.host());
        EXPECT_EQ(optimizer->state().tensors().size(), static_cast<std::size_t>(facts.stateTensors))
            << facts.name;
        const std::vector<float> before = weights.value;
        optimizer->step(0.1);
        EXPECT_NE(weights.value, before) << facts.name;
        EXPECT_EQ(toString(facts.kind), facts.name);
    }
}

class Resume : public testing::TestWithParam<OptimizerKind> {};

TEST_P(Resume, RestoredStateGoesOnBitForBit)
{
    TrainingSpec spec;
    spec.optimizer = GetParam();
    Weights straight;
    const auto whole = makeOptimizer(spec, straight.host());
    for (int step = 0; step < 5; ++step)
        whole->step(0.1);

    Weights interrupted;
    const auto before = makeOptimizer(spec, interrupted.host());
    for (int step = 0; step < 3; ++step)
        before->step(0.1);
    const auto after = makeOptimizer(spec, interrupted.host());
    const std::vector<NamedValues> saved = valuesOf(before->state());
    ASSERT_EQ(saved.size(), after->state().tensors().size());
    for (std::size_t i = 0; i < saved.size(); ++i)
        after->state().write(i, saved[i].values);
    after->setSteps(before->steps());
    for (int step = 0; step < 2; ++step)
        after->step(0.1);
    EXPECT_EQ(interrupted.value, straight.value);
    EXPECT_EQ(after->steps(), 5);
}

INSTANTIATE_TEST_SUITE_P(, Resume,
                         testing::Values(OptimizerKind::Sgd, OptimizerKind::Momentum, OptimizerKind::Adagrad,
                                         OptimizerKind::Adam, OptimizerKind::AdamW));

TEST(Optimizer, EpsilonOfTheExperimentReplacesTheStandardOne)
{
    TrainingSpec spec;
    spec.optimizer = OptimizerKind::Adagrad;
    spec.epsilon = 0.5;
    Weights weights;
    makeOptimizer(spec, weights.host())->step(1.0);
    EXPECT_FLOAT_EQ(weights.value[0], 1.0f - 0.5f / (0.5f + 0.5f));
}

TEST(Optimizer, MomentumOfZeroIsSgd)
{
    TrainingSpec spec;
    Weights plain;
    makeOptimizer(spec, plain.host())->step(0.1);
    spec.optimizer = OptimizerKind::Momentum;
    spec.momentum = 0;
    Weights moved;
    makeOptimizer(spec, moved.host())->step(0.1);
    EXPECT_EQ(plain.value, moved.value);
}

} // namespace
} // namespace lockstep
