// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// A model in parts against one program that computes the same pieces one after another.
#include "engine/train/pipeline_program.h"

#include "engine/compute/cpu/cpu_program.h"
#include "engine/compute/cpu/host_part.h"
#include "engine/core/error.h"
#include "engine/core/random.h"
#include "engine/graph/cuts.h"
#include "engine/train/pipeline_device.h"
#include "tests/engine/compute/program_values.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

namespace lockstep {
namespace {

constexpr int kBatch = 11;
constexpr int kClasses = 6;

struct Batch {
    explicit Batch(const Shape& sample) : elements(static_cast<std::size_t>(sample.elements()))
    {
        Random random(3);
        inputs.resize(kBatch * elements);
        for (float& each : inputs)
            each = random.uniform(-1, 1);
        for (int i = 0; i < kBatch; ++i)
            labels.push_back(static_cast<std::int32_t>(random.below(kClasses)));
    }
    BatchView view(int first, int count) const
    {
        const auto from = static_cast<std::size_t>(first);
        const auto size = static_cast<std::size_t>(count);
        return {.inputs = std::span(inputs).subspan(from * elements, size * elements),
                .labels = std::span(labels).subspan(from, size),
                .scalars = {.count = count, .step = 3, .firstSample = 100 + first, .divisor = 2 * kBatch}};
    }
    std::size_t elements;
    std::vector<float> inputs;
    std::vector<std::int32_t> labels;
};

std::unique_ptr<PartProgram> onHost(std::size_t, const GraphPart& part, const ProgramOptions& options)
{
    return makeHostPart(part, options);
}

/// What a step leaves behind.
struct Outcome {
    std::vector<float> gradients, statistics, logits;
    LossResult loss;
    std::vector<std::size_t> announced;
};

void keep(Outcome& outcome, Program& program)
{
    outcome.gradients = flatValuesOf(program.gradients());
    outcome.statistics = flatValuesOf(program.buffers());
}

/// The pieces, one after another.
Outcome stepOfOne(Program& program, const Batch& batch, int count, int pieceSize)
{
    Outcome outcome;
    const BatchPieces pieces(pieceSize, count);
    int done = 0;
    for (int piece = 0; piece < pieces.number(); ++piece) {
        program.forward(batch.view(done, pieces.size(piece)), Phase::Training);
        const LossResult loss = program.loss();
        outcome.loss.lossSum += loss.lossSum;
        outcome.loss.correct += loss.correct;
        outcome.loss.correctTop5 += loss.correctTop5;
        outcome.logits.insert(outcome.logits.end(), program.logits().begin(), program.logits().end());
        program.backward(piece == 0 ? Gradients::Overwrite : Gradients::Add, [](std::size_t) {});
        done += pieces.size(piece);
    }
    keep(outcome, program);
    return outcome;
}

Outcome stepOfParts(Program& program, const Batch& batch, int count)
{
    Outcome outcome;
    program.forward(batch.view(0, count), Phase::Training);
    outcome.loss = program.loss();
    outcome.logits.assign(program.logits().begin(), program.logits().end());
    program.backward(Gradients::Overwrite, [&](std::size_t i) { outcome.announced.push_back(i); });
    keep(outcome, program);
    return outcome;
}

struct Case {
    const char* model;
    Shape sample;
    int parts = 2;
    int pieces = 4;
};

std::string nameOf(const ::testing::TestParamInfo<Case>& each)
{
    return std::string(each.param.model) + "_" + std::to_string(each.param.parts) + "_parts_" +
           std::to_string(each.param.pieces) + "_pieces";
}

class Pipelines : public ::testing::TestWithParam<Case> {};
INSTANTIATE_TEST_SUITE_P(Of, Pipelines,
                         ::testing::Values(Case{"lenet", {1, 28, 28}}, Case{"lenet", {1, 28, 28}, 3, 1},
                                           Case{"alexnet", {3, 67, 67}}, Case{"resnet18", {3, 36, 36}, 2, 1},
                                           Case{"resnet18", {3, 36, 36}},
                                           Case{"resnet18", {3, 36, 36}, 3, 4}),
                         nameOf);

/// To the bit, over steps of full and short batches; statistics see every piece once.
TEST_P(Pipelines, MakeTheStepsOfOneDevice)
{
    const Case& c = GetParam();
    const Graph graph = makeModel(c.model, c.sample, kClasses);
    const Batch batch(c.sample);
    const int pieceSize = (kBatch + c.pieces - 1) / c.pieces;
    const auto one = compileForCpu(graph, {.batch = pieceSize, .threads = 1}, CpuKernels::OneDnn);
    PipelineProgram parts(graph, {chooseCuts(graph, c.parts), c.pieces},
                          {.batch = kBatch, .threads = c.parts}, onHost);
    initializeParameters(graph, *one, 5);
    initializeParameters(graph, parts, 5);
    for (const int count : {kBatch, 4, 0, kBatch}) {
        SCOPED_TRACE(count);
        const Outcome expected = stepOfOne(*one, batch, count, pieceSize);
        const Outcome found = stepOfParts(parts, batch, count);
        EXPECT_EQ(found.loss.lossSum, expected.loss.lossSum);
        EXPECT_EQ(found.loss.correct, expected.loss.correct);
        EXPECT_EQ(found.logits, expected.logits);
        EXPECT_TRUE(found.gradients == expected.gradients);
        EXPECT_TRUE(found.statistics == expected.statistics);
        std::vector<std::size_t> announced = found.announced;
        std::ranges::sort(announced);
        std::vector<std::size_t> all(graph.parameters().size());
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i] = i;
        EXPECT_EQ(announced, all);
    }
}

/// A checkpoint, an optimiser and whoever hashes the weights see one model.
TEST_P(Pipelines, HaveTheStoresOfTheWhole)
{
    const Case& c = GetParam();
    const Graph graph = makeModel(c.model, c.sample, kClasses);
    PipelineProgram parts(graph, {chooseCuts(graph, c.parts), c.pieces}, {.batch = kBatch}, onHost);
    const auto one = compileForCpu(graph, {.batch = kBatch}, CpuKernels::OneDnn);
    EXPECT_TRUE(std::ranges::equal(parts.parameters().tensors(), one->parameters().tensors()));
    EXPECT_TRUE(std::ranges::equal(parts.gradients().tensors(), one->gradients().tensors()));
    EXPECT_TRUE(std::ranges::equal(parts.buffers().tensors(), one->buffers().tensors()));
    const HostReplica replica = parts.hostReplica();
    ASSERT_EQ(replica.parameters.all.size(), one->parameters().tensors().size());
    std::vector<std::size_t> inBuckets;
    for (const GradientBucket& bucket : replica.buckets) {
        std::size_t elements = 0;
        for (const std::size_t i : bucket.parameters) {
            const Parameter& parameter = replica.parameters.all[i];
            EXPECT_GE(parameter.gradient.data(), bucket.values.data()) << parameter.name;
            EXPECT_LE(parameter.gradient.data() + parameter.gradient.size(),
                      bucket.values.data() + bucket.values.size());
            elements += parameter.gradient.size();
            inBuckets.push_back(i);
        }
        EXPECT_EQ(elements, bucket.values.size());
    }
    EXPECT_EQ(inBuckets.size(), replica.parameters.all.size());
    EXPECT_TRUE(std::ranges::is_sorted(inBuckets, std::greater<>()));
}

TEST(PipelineProgram, EvaluatesAsOneDevice)
{
    const Shape sample{3, 36, 36};
    const Graph graph = makeModel("resnet18", sample, kClasses);
    const Batch batch(sample);
    const auto one = compileForCpu(graph, {.batch = kBatch}, CpuKernels::OneDnn);
    PipelineProgram parts(graph, {chooseCuts(graph, 2), 3}, {.batch = kBatch}, onHost);
    initializeParameters(graph, *one, 5);
    initializeParameters(graph, parts, 5);
    const LossResult expected = lossOf(*one, batch.view(0, 9), Phase::Evaluation);
    const LossResult found = lossOf(parts, batch.view(0, 9), Phase::Evaluation);
    EXPECT_NEAR(found.lossSum, expected.lossSum, 1e-9 * expected.lossSum);
    EXPECT_EQ(found.correct, expected.correct);
    ASSERT_EQ(parts.logits().size(), one->logits().size());
    for (std::size_t i = 0; i < one->logits().size(); ++i)
        EXPECT_NEAR(parts.logits()[i], one->logits()[i], 1e-5);
}

/// Workers of every part, each once.
TEST(PipelineProgram, LendsTheWorkersOfAllParts)
{
    const Graph graph = makeModel("lenet", {1, 28, 28}, kClasses);
    PipelineProgram parts(graph, {chooseCuts(graph, 2), 1}, {.batch = 4, .threads = 5}, onHost);
    const HostReplica replica = parts.hostReplica();
    ASSERT_EQ(replica.parameters.workers.count, 5);
    std::vector<int> calls(5, 0);
    replica.parameters.workers.run([&](int worker) { ++calls[static_cast<std::size_t>(worker)]; });
    EXPECT_THAT(calls, ::testing::Each(1));
}

/// Tells on which threads it was made and ended.
class TracedPart final : public PartProgram {
public:
    using Threads = std::vector<std::thread::id>;
    TracedPart(std::unique_ptr<PartProgram> inner, Threads& threads)
        : m_inner(std::move(inner)), m_threads(threads)
    {
        m_threads[0] = std::this_thread::get_id();
    }
    ~TracedPart() override { m_threads[1] = std::this_thread::get_id(); }

    TensorStore& parameters() override { return m_inner->parameters(); }
    TensorStore& gradients() override { return m_inner->gradients(); }
    TensorStore& buffers() override { return m_inner->buffers(); }
    void forward(const BatchView& batch, Phase phase) override { m_inner->forward(batch, phase); }
    LossResult loss() override { return m_inner->loss(); }
    std::span<const float> logits() override { return m_inner->logits(); }
    void backward(Gradients gradients, const std::function<void(std::size_t)>& ready) override
    {
        m_inner->backward(gradients, ready);
    }
    std::int64_t memoryBytes() const override { return m_inner->memoryBytes(); }
    std::span<const float> output() override { return m_inner->output(); }
    void backwardFrom(std::span<const float> gradient, Gradients gradients,
                      const std::function<void(std::size_t)>& ready) override
    {
        m_inner->backwardFrom(gradient, gradients, ready);
    }
    std::span<const float> inputGradient() override { return m_inner->inputGradient(); }
    HostReplica hostReplica() override { return m_inner->hostReplica(); }

private:
    std::unique_ptr<PartProgram> m_inner;
    Threads& m_threads;
};

TEST(PipelineProgram, EndsAPartOnTheThreadThatMadeIt)
{
    const Graph graph = makeModel("lenet", {1, 28, 28}, kClasses);
    std::vector<TracedPart::Threads> threads(2, TracedPart::Threads(2));
    {
        PipelineProgram parts(graph, {chooseCuts(graph, 2), 1}, {.batch = 2},
                              [&](std::size_t number, const GraphPart& part, const ProgramOptions& options) {
                                  return std::make_unique<TracedPart>(makeHostPart(part, options),
                                                                      threads[number]);
                              });
    }
    for (const TracedPart::Threads& each : threads)
        EXPECT_EQ(each[1], each[0]);
    EXPECT_NE(threads[0], threads[1]);
    EXPECT_NE(threads[0][0], std::this_thread::get_id());
}

TEST(PipelineProgram, RefusesAnUnknownLabelLikeOneDevice)
{
    const Shape sample{1, 28, 28};
    const Graph graph = makeModel("lenet", sample, kClasses);
    PipelineProgram parts(graph, {chooseCuts(graph, 2), 2}, {.batch = kBatch}, onHost);
    Batch batch(sample);
    batch.labels.back() = kClasses;
    EXPECT_THROW(parts.forward(batch.view(0, kBatch), Phase::Training), EngineError);
    batch.labels.back() = 0;
    EXPECT_NO_THROW(parts.forward(batch.view(0, kBatch), Phase::Training));
}

TEST(PipelineDevice, SaysWhichLayersAreWhere)
{
    const Graph graph = makeModel("alexnet", {3, 224, 224}, 1000);
    const std::vector<std::string> names{"features.6"};
    EXPECT_EQ(
        describeParts(graph, namedCuts(graph, names), {Device{}, Device{}}),
        "features.0 to features.5 on cpu (41 % of the FLOPs), features.6 to classifier.6 on cpu (59 % of "
        "the FLOPs)");
}

TEST(PipelineDevice, RefusesCutsThatDoNotFitByName)
{
    const Graph graph = makeModel("alexnet", {3, 224, 224}, 1000);
    TrainingSpec training;
    EXPECT_EQ(cutsFor(graph, training, 3), chooseCuts(graph, 3));
    training.cuts = {"features.7"};
    EXPECT_THROW(cutsFor(graph, training, 2), EngineError);
    training.cuts = {"features.6"};
    EXPECT_THROW(cutsFor(graph, training, 3), EngineError);
    EXPECT_EQ(cutsFor(graph, training, 2), namedCuts(graph, training.cuts));
}

} // namespace
} // namespace lockstep
