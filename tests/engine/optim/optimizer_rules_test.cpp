// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// The update rules against PyTorch's on the same gradients (torch_rules.py).
#include "engine/optim/optimizer.h"
#include "engine/optim/update_rules.h"
#include "tests/engine/compute/reference_tensors.h"

#include <gmock/gmock.h>

#include <cmath>
#include <thread>

namespace lockstep {
namespace {

constexpr int kSteps = 10;
constexpr double kTolerance = 1e-5;

/// The tensors of torch_rules.py, standing at its start.
struct Tensors {
    explicit Tensors(const std::map<std::string, std::vector<float>>& reference)
    {
        const std::vector<std::pair<std::string, Shape>> shapes = {
            {"conv.weight", {8, 3, 3, 3}}, {"norm.weight", {8}},   {"norm.bias", {8}},
            {"layer_scale", {6, 1, 1}},    {"fc.weight", {5, 12}}, {"fc.bias", {5}}};
        for (const auto& [name, shape] : shapes) {
            values.push_back(reference.at("start/" + name));
            gradients.emplace_back(values.back().size());
        }
        for (std::size_t i = 0; i < shapes.size(); ++i)
            parameters.push_back({shapes[i].first, shapes[i].second, values[i], gradients[i]});
    }
    void setGradients(const std::map<std::string, std::vector<float>>& reference, int step)
    {
        for (const Parameter& parameter : parameters)
            std::copy_n(reference.at("gradient/" + std::to_string(step) + "/" + parameter.name).begin(),
                        parameter.gradient.size(), parameter.gradient.begin());
    }
    std::vector<std::vector<float>> values;
    std::vector<std::vector<float>> gradients;
    std::vector<Parameter> parameters;
};

struct Rule {
    std::string name;
    TrainingSpec spec;
};

std::vector<Rule> rules()
{
    std::vector<Rule> all;
    const auto add = [&](const std::string& name, OptimizerKind kind, double rate,
                         double decay) -> TrainingSpec& {
        all.push_back({name, {}});
        TrainingSpec& spec = all.back().spec;
        spec.optimizer = kind;
        spec.learningRate = rate;
        spec.weightDecay = decay;
        return spec;
    };
    for (const double decay : {0.0, 0.05}) {
        const std::string tail = decay > 0 ? "_decay" : "";
        add("sgd" + tail, OptimizerKind::Sgd, 0.1, decay);
        add("momentum" + tail, OptimizerKind::Momentum, 0.05, decay);
        TrainingSpec& nesterov = add("nesterov" + tail, OptimizerKind::Momentum, 0.05, decay);
        nesterov.nesterov = true;
        nesterov.momentum = 0.8;
        add("adagrad" + tail, OptimizerKind::Adagrad, 0.1, decay);
        TrainingSpec& adam = add("adam" + tail, OptimizerKind::Adam, 0.01, decay);
        if (decay > 0) {
            adam.beta1 = 0.8;
            adam.beta2 = 0.99;
            adam.epsilon = 1e-6;
        }
        add("adamw" + tail, OptimizerKind::AdamW, 0.01, decay);
    }
    return all;
}

class Rules : public testing::TestWithParam<Rule> {
protected:
    void expectAgreement(const TrainingSpec& spec, const std::string& variant)
    {
        const auto reference = readReference("rules");
        Tensors tensors(reference);
        const auto optimizer = makeOptimizer(spec, {tensors.parameters, {}, {}});
        for (int step = 0; step < kSteps; ++step) {
            tensors.setGradients(reference, step);
            optimizer->step(spec.learningRate);
            if (spec.clipNorm > 0) {
                const double expected = static_cast<double>(
                    reference.at(GetParam().name + "/norms")[static_cast<std::size_t>(step)]);
                EXPECT_NEAR(optimizer->gradientNorm(), expected, 1e-6 * expected);
            }
            if (step + 1 != 5 && step + 1 != kSteps)
                continue;
            for (const Parameter& parameter : tensors.parameters)
                expectClose(parameter.value,
                            reference.at(GetParam().name + "/" + variant + "/" + std::to_string(step + 1) +
                                         "/" + parameter.name),
                            kTolerance, variant + " " + parameter.name);
        }
    }
};

TEST_P(Rules, AgreeWithTorchAfterFiveAndTenSteps)
{
    expectAgreement(GetParam().spec, "all");
}

TEST_P(Rules, LeaveNormsBiasesAndLayerScalesUndecayedOnRequest)
{
    TrainingSpec spec = GetParam().spec;
    spec.decayAll = false;
    expectAgreement(spec, "partly");
}

TEST_P(Rules, AgreeWithTorchOnClippedGradients)
{
    TrainingSpec spec = GetParam().spec;
    spec.clipNorm = 2;
    expectAgreement(spec, "clipped");
}

INSTANTIATE_TEST_SUITE_P(, Rules, testing::ValuesIn(rules()),
                         [](const auto& test) { return test.param.name; });

/// Each job on a thread of its own.
Workers threads(int count)
{
    return {count, [count](const std::function<void(int)>& job) {
                std::vector<std::thread> all;
                for (int worker = 0; worker < count; ++worker)
                    all.emplace_back([&job, worker] { job(worker); });
                for (std::thread& thread : all)
                    thread.join();
            }};
}

/// Two tensors of a few hundred thousand elements after three steps, and the last norm.
struct Outcome {
    std::vector<std::vector<float>> values{std::vector<float>(300007), std::vector<float>(70000)};
    double norm = 0;
};

Outcome threeSteps(TrainingSpec spec, Workers workers)
{
    spec.clipNorm = 1;
    Outcome outcome;
    auto gradients = outcome.values;
    std::vector<Parameter> parameters;
    for (std::size_t t = 0; t < 2; ++t) {
        for (std::size_t i = 0; i < gradients[t].size(); ++i) {
            outcome.values[t][i] = std::sin(static_cast<float>(i));
            gradients[t][i] = std::cos(static_cast<float>(3 * i));
        }
        parameters.push_back({"w" + std::to_string(t),
                              {static_cast<std::int64_t>(gradients[t].size())},
                              outcome.values[t],
                              gradients[t]});
    }
    const auto optimizer = makeOptimizer(spec, {parameters, {}, std::move(workers)});
    for (int step = 0; step < 3; ++step) {
        optimizer->step(0.1);
        outcome.norm = optimizer->gradientNorm();
    }
    return outcome;
}

TEST(Optimizer, BitsDoNotDependOnTheNumberOfWorkers)
{
    for (const Rule& rule : rules()) {
        const Outcome alone = threeSteps(rule.spec, {});
        for (const int count : {2, 3}) {
            const Outcome shared = threeSteps(rule.spec, threads(count));
            EXPECT_EQ(shared.norm, alone.norm);
            EXPECT_EQ(shared.values, alone.values) << rule.name;
        }
        double squares = 0;
        for (const int size : {300007, 70000})
            for (int i = 0; i < size; ++i)
                squares += std::pow(static_cast<double>(std::cos(static_cast<float>(3 * i))), 2);
        EXPECT_NEAR(alone.norm, std::sqrt(squares), 1e-9 * alone.norm);
    }
}

/// A rule is arithmetic alone, for every device: the compiler can follow it, and other types can run it.
constexpr double afterTwoSteps(const auto& update)
{
    double value = 1;
    double velocity = 0;
    update(value, 0.5, velocity);
    update(value, 0.25, velocity);
    return value;
}
static_assert(afterTwoSteps(MomentumRule::Update{{2, 0.25f}, 0.5f, 0.5f}) == -0.234375);
static_assert(afterTwoSteps(NesterovRule::Update{{2, 0.25f}, 0.5f, 0.5f}) == -0.48046875);

TEST(Clipping, LeavesSmallGradientsAsTheyAre)
{
    EXPECT_EQ(clippingScale(0, 1), 1);
    EXPECT_EQ(clippingScale(0.5, 1), 1);
    EXPECT_NEAR(clippingScale(4, 1), 0.25, 1e-6);
    EXPECT_LE(4 * clippingScale(4, 1), 1);
    EXPECT_EQ(clippingScale(std::numeric_limits<double>::infinity(), 1), 0);
    EXPECT_TRUE(std::isnan(clippingScale(std::numeric_limits<double>::quiet_NaN(), 1)));
}

} // namespace
} // namespace lockstep
