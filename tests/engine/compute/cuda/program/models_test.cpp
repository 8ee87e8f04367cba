// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/zoo/zoo.h"
#include "tests/engine/compute/cuda/program/emulated_backend.h"
#include "tests/engine/compute/model_numbers.h"
#include "tests/engine/compute/program_values.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>
#include <tuple>

/// Every model on the emulated device, kernel by kernel, against the CPU engine: masks included, which are
/// the CPU's.
namespace lockstep {
namespace {

using testing::EmulatedFusions;

/// Of the norm of each tensor: either may be 1e-4 from PyTorch, and more where rounding in f32 makes more
/// of it, in networks of a hundred layers.
constexpr double kTolerance = 3e-4;
/// Where variances are made of f32 sums of squares, as libraries make them.
constexpr double kFusedTolerance = 1e-3;

double norm(std::span<const float> values)
{
    double squares = 0;
    for (const float each : values)
        squares += static_cast<double>(each) * static_cast<double>(each);
    return std::sqrt(squares);
}

double distance(std::span<const float> a, std::span<const float> b)
{
    double squares = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        squares += std::pow(static_cast<double>(a[i]) - static_cast<double>(b[i]), 2);
    return std::sqrt(squares);
}

void expectNear(std::span<const float> found, std::span<const float> expected, const std::string& what,
                double tolerance = kTolerance, double least = 0)
{
    ASSERT_EQ(found.size(), expected.size()) << what;
    const double scale = std::max(norm(expected), least);
    EXPECT_LE(distance(found, expected), tolerance * scale) << what << ", relative to " << scale;
}

void expectEqualStores(const TensorStore& found, const TensorStore& expected, double tolerance = kTolerance,
                       double least = 0)
{
    const std::vector<NamedValues> values = valuesOf(expected);
    for (std::size_t i = 0; i < values.size(); ++i)
        expectNear(valuesOf(found, i), values[i].values, values[i].name, tolerance, least);
}

/// A gradient that should be zero (of a bias before a batch norm) is measured by the others.
double leastGradient(const TensorStore& gradients)
{
    double largest = 0;
    for (const NamedValues& each : valuesOf(gradients))
        largest = std::max(largest, norm(each.values));
    return 3e-3 * largest;
}

bool isDigits(const std::string& model)
{
    return model == "mnist-cnn" || model == "lenet";
}

Graph modelOf(const std::string& name)
{
    return makeModel(name, isDigits(name) ? Shape{1, 28, 28} : modelSample(name), kModelClasses);
}

struct Batch {
    std::vector<float> inputs;
    std::vector<std::int32_t> labels;

    BatchView view(int count, std::int64_t step) const
    {
        const std::size_t elements = inputs.size() / labels.size();
        return {.inputs = std::span(inputs).first(elements * static_cast<std::size_t>(count)),
                .labels = std::span(labels).first(static_cast<std::size_t>(count)),
                .scalars = {.count = count, .step = step, .firstSample = 3 * step, .divisor = 5}};
    }
};

/// Draws on which rounding does not decide what a ReLU lets through; see modelBatch().
Batch batchOf(const Graph& graph)
{
    if (!isDigits(graph.name())) {
        ModelBatch batch = modelBatch(graph.name(), 0);
        return {std::move(batch.inputs), std::move(batch.labels)};
    }
    Batch batch;
    batch.inputs.resize(static_cast<std::size_t>(kModelBatch * graph.inputShape().elements()));
    fillNumbers("inputs", batch.inputs);
    for (int i = 0; i < kModelBatch; ++i)
        batch.labels.push_back((7 * i + 3) % kModelClasses);
    return batch;
}

/// The emulated device and the CPU, asked for the same.
class Pair {
public:
    Pair(const Graph& graph, const ProgramOptions& options, EmulatedFusions fusions = EmulatedFusions::None)
        : m_tolerance(fusions == EmulatedFusions::None ? kTolerance : kFusedTolerance),
          m_device(testing::makeEmulatedBackend(fusions)->compile(graph, options)),
          m_cpu(makeComputeBackend({})->compile(graph, options))
    {
        fillModel(*m_device, graph.name() != "googlenet");
        fillModel(*m_cpu, graph.name() != "googlenet");
    }
    Program& device() const { return *m_device; }
    Program& cpu() const { return *m_cpu; }

    void forward(const BatchView& batch, Phase phase) const
    {
        const LossResult expected = lossOf(*m_cpu, batch, phase);
        const LossResult found = lossOf(*m_device, batch, phase);
        EXPECT_NEAR(found.lossSum, expected.lossSum, m_tolerance * std::abs(expected.lossSum));
        EXPECT_EQ(found.correct, expected.correct);
        EXPECT_EQ(found.correctTop5, expected.correctTop5);
        expectNear(m_device->logits(), m_cpu->logits(), "logits", m_tolerance);
    }
    void backward(Gradients gradients) const
    {
        m_cpu->backward(gradients, {});
        m_device->backward(gradients, {});
        expectEqualStores(m_device->gradients(), m_cpu->gradients(), m_tolerance,
                          leastGradient(m_cpu->gradients()));
    }
    void step(const BatchView& batch, Gradients gradients = Gradients::Overwrite) const
    {
        forward(batch, Phase::Training);
        backward(gradients);
    }

private:
    double m_tolerance;
    std::unique_ptr<Program> m_device;
    std::unique_ptr<Program> m_cpu;
};

class Models : public ::testing::TestWithParam<std::string> {};

TEST_P(Models, ComputeWhatTheCpuComputes)
{
    const Graph graph = modelOf(GetParam());
    const Pair pair(graph, {.batch = kModelBatch});
    const Batch batch = batchOf(graph);
    pair.forward(batch.view(kModelBatch, 0), Phase::Evaluation);
    pair.step(batch.view(kModelBatch, 0));
    expectEqualStores(pair.device().buffers(), pair.cpu().buffers());
}

/// The larger ones of two families have the layers of the smallest and half a gigabyte of weights.
bool isLarge(const std::string& model)
{
    return model == "convnext_base" || (model.starts_with("vgg1") && !model.starts_with("vgg11"));
}

/// Without the large ones, or with LOCKSTEP_ALL_MODELS=1 all.
std::vector<std::string> zoo()
{
    std::vector<std::string> names;
    for (const ZooModel& model : zooModels())
        if (const std::string name(model.name); !isLarge(name) || std::getenv("LOCKSTEP_ALL_MODELS"))
            names.push_back(name);
    return names;
}

std::string identifier(const ::testing::TestParamInfo<std::string>& info)
{
    std::string name = info.param;
    std::ranges::replace(name, '-', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(, Models, ::testing::ValuesIn(zoo()), identifier);

/// With every way of a batch to come: full, short, none; first as it comes, then recorded.
class Steps : public ::testing::TestWithParam<std::string> {};

TEST_P(Steps, OfAnySizeAndAddedUp)
{
    const Graph graph = modelOf(GetParam());
    const Pair pair(graph, {.batch = kModelBatch, .labelSmoothing = 0.1});
    const Batch batch = batchOf(graph);
    std::int64_t step = 0;
    for (const int count : {4, 4, 4, 3, 4, 2, 3}) {
        pair.step(batch.view(count, step), step % 3 == 2 ? Gradients::Add : Gradients::Overwrite);
        ++step;
    }
    pair.step(batch.view(4, step), Gradients::Add);
    pair.forward(batch.view(2, 0), Phase::Evaluation);
    pair.forward(batch.view(4, 0), Phase::Evaluation);
    pair.forward(batch.view(4, 1), Phase::Evaluation);
    expectEqualStores(pair.device().buffers(), pair.cpu().buffers());
    const BatchView none = batch.view(0, 0);
    EXPECT_EQ(lossOf(pair.device(), none, Phase::Training).lossSum, 0);
    pair.device().backward(Gradients::Overwrite, {});
    for (const float each : flatValuesOf(pair.device().gradients()))
        ASSERT_EQ(each, 0);
}

INSTANTIATE_TEST_SUITE_P(, Steps,
                         ::testing::Values("mnist-cnn", "lenet", "resnet20", "shufflenet_v2_x0_5",
                                           "squeezenet1_1"),
                         identifier);

/// Convolutions done in one with what follows them compute what they compute one after the other: in full
/// batches, beside short ones that are never fused, and where a device fuses some of them.
class Fused : public ::testing::TestWithParam<std::tuple<std::string, EmulatedFusions>> {};

TEST_P(Fused, AsTheCpu)
{
    const auto& [model, fusions] = GetParam();
    const Graph graph = modelOf(model);
    const ProgramOptions options{.batch = kModelBatch};
    const Pair pair(graph, options, fusions);
    EXPECT_EQ(pair.device().memoryBytes(),
              testing::makeEmulatedBackend()->memoryBytes(graph, options).total());
    const Batch batch = batchOf(graph);
    std::int64_t step = 0;
    for (const int count : {kModelBatch, kModelBatch, kModelBatch - 1, kModelBatch})
        pair.step(batch.view(count, step++));
    for (const int count : {kModelBatch, kModelBatch - 1, kModelBatch, kModelBatch})
        pair.forward(batch.view(count, 0), Phase::Evaluation);
    expectEqualStores(pair.device().buffers(), pair.cpu().buffers());
    std::map<FusionChoice::Kind, std::set<bool>> found;
    for (const FusionChoice& each : pair.device().fusions()) {
        EXPECT_NE(each.layer, "");
        found[each.kind].insert(each.taken);
    }
    const std::set<bool> expected = fusions == EmulatedFusions::All ? std::set{true} : std::set{false, true};
    EXPECT_EQ(found[FusionChoice::Kind::Statistics], expected);
    EXPECT_EQ(found[FusionChoice::Kind::Normalize], expected);
}

/// Residuals with and without a norm of their own, ReLU6 and branches that are joined.
INSTANTIATE_TEST_SUITE_P(, Fused,
                         ::testing::Values(std::tuple("resnet20", EmulatedFusions::All),
                                           std::tuple("resnet20", EmulatedFusions::Some),
                                           std::tuple("resnet18", EmulatedFusions::Some),
                                           std::tuple("mobilenet_v2", EmulatedFusions::All),
                                           std::tuple("shufflenet_v2_x0_5", EmulatedFusions::All)),
                         [](const auto& each) {
                             const bool all = std::get<1>(each.param) == EmulatedFusions::All;
                             return std::get<0>(each.param) + (all ? "_all" : "_some");
                         });

/// Sums of a fixed order stay those of the plain convolutions.
TEST(Deterministic, ProgramsFuseNothing)
{
    const auto program = testing::makeEmulatedBackend(EmulatedFusions::All)
                             ->compile(modelOf("resnet20"), {.batch = 2, .deterministic = true});
    EXPECT_TRUE(program->fusions().empty());
}

struct Half {
    std::string model;
    Precision precision;
};

class Halves : public ::testing::TestWithParam<Half> {};

/// As close as the CPU's bf16 is asked to be to PyTorch.
TEST_P(Halves, StayCloseToTheCpuInF32)
{
    const Graph graph = modelOf(GetParam().model);
    const auto device = testing::makeEmulatedBackend()->compile(
        graph, {.batch = kModelBatch, .precision = GetParam().precision});
    const auto cpu = makeComputeBackend({})->compile(graph, {.batch = kModelBatch});
    fillModel(*device);
    fillModel(*cpu);
    const Batch batch = batchOf(graph);
    const double expected = lossOf(*cpu, batch.view(kModelBatch, 0), Phase::Training).lossSum;
    const double found = lossOf(*device, batch.view(kModelBatch, 0), Phase::Training).lossSum;
    EXPECT_NEAR(found, expected, 0.05 * expected);
    EXPECT_LE(distance(device->logits(), cpu->logits()), 0.05 * norm(cpu->logits()));
    cpu->backward(Gradients::Overwrite, {});
    device->backward(Gradients::Overwrite, {});
    const std::vector<float> gradients = flatValuesOf(cpu->gradients());
    EXPECT_LE(distance(flatValuesOf(device->gradients()), gradients), 0.1 * norm(gradients));
}

INSTANTIATE_TEST_SUITE_P(
    , Halves,
    ::testing::Values(Half{"resnet20", Precision::BFloat16}, Half{"resnet20", Precision::Float16},
                      Half{"mobilenet_v2", Precision::BFloat16}, Half{"squeezenet1_1", Precision::Float16},
                      Half{"shufflenet_v2_x0_5", Precision::BFloat16}),
    [](const auto& each) {
        return each.param.model + (each.param.precision == Precision::Float16 ? "_fp16" : "_bf16");
    });

} // namespace
} // namespace lockstep
