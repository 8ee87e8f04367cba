// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// Programs of a model's parts, one behind the other, against the program of the whole.
#include "engine/compute/cpu/cpu_program.h"
#include "engine/compute/cpu/host_part.h"
#include "engine/core/error.h"
#include "engine/core/random.h"
#include "engine/graph/cuts.h"
#include "engine/train/training_device.h"
#include "tests/engine/compute/program_values.h"
#include "tests/engine/support/devices.h"

#include <gtest/gtest.h>
#include <map>

namespace lockstep {
namespace {

constexpr int kBatch = 5;
constexpr int kClasses = 7;

struct Batch {
    explicit Batch(const Shape& sample)
    {
        Random random(3);
        inputs.resize(static_cast<std::size_t>(kBatch * sample.elements()));
        for (float& each : inputs)
            each = random.uniform(-1, 1);
        for (int i = 0; i < kBatch; ++i)
            labels.push_back(static_cast<std::int32_t>(random.below(kClasses)));
    }
    std::vector<float> inputs;
    std::vector<std::int32_t> labels;
    StepScalars scalars{.count = kBatch, .step = 3, .firstSample = 100, .divisor = 2 * kBatch};
};

/// What makes programs of wholes and of parts; the whole is computed as the parts are.
struct Maker {
    std::string name;
    std::function<std::unique_ptr<Program>(const Graph&, const ProgramOptions&)> whole;
    std::function<std::unique_ptr<PartProgram>(const GraphPart&, const ProgramOptions&)> part;
    bool servesBfloat16 = true;
    std::vector<int> parts = {3}; ///< how many a model is cut into
};

/// This host's processor, and a GPU that is not there.
std::vector<Maker> makers()
{
    std::vector<Maker> all = {
        {"processor",
         [](const Graph& graph, const ProgramOptions& options) {
             return compileForCpu(graph, options, CpuKernels::OneDnn);
         },
         [](const GraphPart& part, const ProgramOptions& options) { return makeHostPart(part, options); },
         testing::servesBfloat16(testing::testDevice("cpu")),
         {2, 3}}};
    for (const testing::TestDevice& device : testing::testDevices()) {
        if (device.name != "emulated")
            continue;
        const std::shared_ptr<TrainingDevice> made = device.make({DeviceKind::Cuda, 0});
        all.push_back({"gpu",
                       [made](const Graph& graph, const ProgramOptions& options) {
                           return made->compile(graph, options);
                       },
                       [made](const GraphPart& part, const ProgramOptions& options) {
                           return made->compilePart(part, options);
                       }});
    }
    return all;
}

using Values = std::map<std::string, std::vector<float>>;

void addTo(Values& values, const TensorStore& store, const std::string& head)
{
    for (const NamedValues& each : valuesOf(store))
        values[head + each.name] = each.values;
}

/// Everything that a training step leaves behind.
struct Outcome {
    Values tensors;
    LossResult loss;
    std::vector<float> logits;
    std::size_t announced = 0;
};

void keep(Outcome& outcome, Program& program)
{
    addTo(outcome.tensors, program.gradients(), "gradient of ");
    addTo(outcome.tensors, program.buffers(), "buffer ");
}

Outcome stepOfWhole(const Maker& make, const Graph& graph, const ProgramOptions& options,
                    const Batch& samples)
{
    const auto program = make.whole(graph, options);
    initializeParameters(graph, *program, 5);
    program->forward({.inputs = samples.inputs, .labels = samples.labels, .scalars = samples.scalars},
                     Phase::Training);
    Outcome outcome;
    outcome.loss = program->loss();
    outcome.logits.assign(program->logits().begin(), program->logits().end());
    program->backward(Gradients::Overwrite, [&](std::size_t) { ++outcome.announced; });
    keep(outcome, *program);
    return outcome;
}

/// The values of the whole's parameters, by name.
/// Weights are f32 in every precision, of which this host's processor may not have all.
Values initialValues(const Graph& graph, ProgramOptions options)
{
    options.precision = Precision::Float32;
    const auto program = compileForCpu(graph, options, CpuKernels::OneDnn);
    initializeParameters(graph, *program, 5);
    Values values;
    addTo(values, program->parameters(), "");
    return values;
}

Outcome stepOfParts(const Maker& make, const Graph& graph, const std::vector<LayerId>& cuts,
                    const ProgramOptions& options, const Batch& samples)
{
    const Values values = initialValues(graph, options);
    std::vector<std::unique_ptr<PartProgram>> parts;
    for (const GraphPart& part : cutGraph(graph, cuts)) {
        parts.push_back(make.part(part, options));
        TensorStore& parameters = parts.back()->parameters();
        for (std::size_t i = 0; i < parameters.tensors().size(); ++i)
            parameters.write(i, values.at(parameters.tensors()[i].name));
    }
    std::span<const float> crossing = samples.inputs;
    const auto& last = parts.back();
    for (const auto& part : parts) {
        part->forward({.inputs = crossing, .labels = samples.labels, .scalars = samples.scalars},
                      Phase::Training);
        if (part != last)
            crossing = part->output();
    }
    Outcome outcome;
    outcome.loss = last->loss();
    outcome.logits.assign(last->logits().begin(), last->logits().end());
    const auto ready = [&](std::size_t) { ++outcome.announced; };
    last->backward(Gradients::Overwrite, ready);
    for (std::size_t i = parts.size() - 1; i-- > 0;)
        parts[i]->backwardFrom(parts[i + 1]->inputGradient(), Gradients::Overwrite, ready);
    for (const auto& part : parts)
        keep(outcome, *part);
    return outcome;
}

void expectEqual(const Outcome& parts, const Outcome& whole, double tolerance = 0)
{
    EXPECT_EQ(parts.loss.lossSum, whole.loss.lossSum);
    EXPECT_EQ(parts.loss.correct, whole.loss.correct);
    EXPECT_EQ(parts.logits, whole.logits);
    EXPECT_EQ(parts.announced, whole.announced);
    ASSERT_EQ(parts.tensors.size(), whole.tensors.size());
    for (const auto& [name, values] : whole.tensors) {
        ASSERT_EQ(parts.tensors.at(name).size(), values.size());
        EXPECT_LE(relativeDistance(parts.tensors.at(name), values), tolerance) << name;
    }
}

struct Case {
    const char* model;
    Shape sample;
    Precision precision = Precision::Float32;
    /// Of the gradients. A tensor with several readers has the sum of their gradients, in an order that is
    /// another where it crosses.
    double tolerance = 0;
};

class ModelParts : public ::testing::TestWithParam<Case> {};

/// Dropout and stochastic depth draw the same masks, and nothing is rounded on the way across.
TEST_P(ModelParts, MakeTheStepOfTheWhole)
{
    const Case& c = GetParam();
    const Graph graph = makeModel(c.model, c.sample, kClasses);
    const ProgramOptions options{.batch = kBatch, .threads = 2, .precision = c.precision};
    const Batch samples(c.sample);
    int made = 0;
    for (const Maker& make : makers()) {
        if (c.precision == Precision::BFloat16 && !make.servesBfloat16)
            continue;
        ++made;
        const Outcome whole = stepOfWhole(make, graph, options, samples);
        for (const int parts : make.parts) {
            SCOPED_TRACE(make.name + ", " + std::to_string(parts) + " parts");
            expectEqual(stepOfParts(make, graph, chooseCuts(graph, parts), options, samples), whole,
                        c.tolerance);
        }
    }
    if (made == 0)
        GTEST_SKIP() << "nothing here computes in bf16";
}

INSTANTIATE_TEST_SUITE_P(
    Of, ModelParts,
    ::testing::Values(Case{"lenet", {1, 28, 28}}, Case{"alexnet", {3, 67, 67}},
                      Case{"alexnet", {3, 67, 67}, Precision::BFloat16}, Case{"resnet18", {3, 40, 40}},
                      Case{"convnext_tiny", {3, 64, 64}}, Case{"shufflenet_v2_x0_5", {3, 40, 40}},
                      Case{"mobilenet_v2", {3, 40, 40}}, Case{"squeezenet1_1", {3, 40, 40}},
                      Case{"googlenet", {3, 40, 40}, Precision::Float32, 1e-5}),
    [](const auto& each) {
        return std::string(each.param.model) + (each.param.precision == Precision::BFloat16 ? "_bf16" : "");
    });

/// Wherever the model may be cut.
TEST(ResnetInParts, MakesTheSameStepAtEveryCut)
{
    const Graph graph = makeModel("resnet20", {3, 16, 16}, kClasses);
    const ProgramOptions options{.batch = kBatch, .threads = 2};
    const Batch samples({3, 16, 16});
    for (const Maker& make : makers()) {
        const Outcome whole = stepOfWhole(make, graph, options, samples);
        for (const LayerId cut : possibleCuts(graph)) {
            SCOPED_TRACE(make.name + ", " + graph.layer(cut).name);
            expectEqual(stepOfParts(make, graph, {cut}, options, samples), whole);
        }
    }
}

} // namespace
} // namespace lockstep
