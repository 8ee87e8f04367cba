// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// Steps that a GPU takes as one piece of work are the steps that it takes piece by piece, to the bit.
#include "engine/core/error.h"
#include "engine/distributed/process_group.h"
#include "engine/graph/graph.h"
#include "engine/train/cuda/training_device.h"
#include "tests/engine/compute/program_values.h"
#include "tests/engine/support/devices.h"
#include "tests/engine/support/emulated_cuda/emulated_libraries.h"
#include "tests/engine/support/emulated_cuda/fake_runtime.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace lockstep {
namespace {

using namespace lockstep::testing;

constexpr int kBatch = 6;
constexpr int kClasses = 10;
const Shape kSample{2, 8, 8};

/// Two buckets of gradients, running statistics, dropout and stochastic depth.
Graph maskedNetwork()
{
    Graph g("masked");
    LayerId x = g.convolution(g.input(kSample), "conv1", {.channels = 6, .kernel = 3, .padding = 1});
    x = g.relu(g.batchNorm(x, "bn1"), "relu1");
    const LayerId branch = g.convolution(x, "conv2", {.channels = 6, .kernel = 3, .padding = 1});
    x = g.add(g.stochasticDepth(branch, "depth", {.probability = 0.5}), x, "sum");
    x = g.averagePool(x, "pool");
    x = g.dropout(x, "dropout", {.probability = 0.4});
    g.linear(x, "fc", {.features = kClasses});
    return g;
}

/// A training of the network on an emulated GPU, step by step.
class Replica {
public:
    enum class Steps { Whole, Watched };
    Replica(Steps steps, const TrainingSpec& training)
        : Replica(steps, training, testDevice("emulated").make({}))
    {
    }
    Replica(Steps steps, const TrainingSpec& training, std::unique_ptr<TrainingDevice> device)
        : m_training(training), m_device(std::move(device)), m_group(makeSoloProcessGroup())
    {
        const Graph graph = maskedNetwork();
        m_program = m_device->compile(
            graph, {.batch = kBatch, .precision = training.precision, .seed = 3, .bucketBytes = 1024});
        initializeParameters(graph, *m_program, 4);
        m_optimizer = m_device->makeOptimizer(training, *m_program);
        if (steps == Steps::Whole)
            m_strategy = m_device->makeStrategy(makeStrategy, training, *m_group, *m_program);
    }
    ~Replica() { (void)flatValuesOf(m_program->parameters()); }

    Program& program() { return *m_program; }
    Optimizer& optimizer() { return *m_optimizer; }

    void forward(Phase phase = Phase::Training, int count = kBatch)
    {
        std::vector<float> inputs(static_cast<std::size_t>(count * kSample.elements()));
        for (std::size_t i = 0; i < inputs.size(); ++i)
            inputs[i] = std::sin(static_cast<float>(i) * 0.7f + static_cast<float>(m_step));
        std::vector<std::int32_t> labels;
        for (int i = 0; i < count; ++i)
            labels.push_back(static_cast<std::int32_t>((i + m_step) % kClasses));
        const double divisor = std::max(1, count);
        m_program->forward({.inputs = inputs, .labels = labels, .scalars = {count, m_step, 0, divisor}},
                           phase);
    }
    void backward(Gradients gradients = Gradients::Overwrite) { m_program->backward(gradients, {}); }
    void update() { m_optimizer->step(m_training.learningRate / static_cast<double>(1 + m_step++)); }
    void step(int count = kBatch)
    {
        forward(Phase::Training, count);
        backward();
        update();
    }

private:
    TrainingSpec m_training;
    std::unique_ptr<TrainingDevice> m_device;
    std::unique_ptr<ProcessGroup> m_group;
    std::unique_ptr<Program> m_program;
    std::unique_ptr<Optimizer> m_optimizer;
    std::unique_ptr<Strategy> m_strategy;
    std::int64_t m_step = 0;
};

/// All that a step leaves behind.
std::vector<float> stateOf(Replica& replica)
{
    std::vector<float> all;
    for (TensorStore* store : {&replica.program().parameters(), &replica.program().gradients(),
                               &replica.program().buffers(), &replica.optimizer().state()}) {
        const std::vector<float> values = flatValuesOf(*store);
        all.insert(all.end(), values.begin(), values.end());
    }
    return all;
}

/// Its gradients of weights by convolution cannot be recorded.
std::unique_ptr<TrainingDevice> synchronizingDevice()
{
    const auto libraries = [](cuda::Queue& queue, const cuda::LibraryOptions&) {
        return makeEmulatedLibraries(queue, {Element::Float32, Element::Bfloat16, Element::Float16},
                                     EmulatedFusions::None, cuda::ConvolutionPass::BackwardWeights);
    };
    return cuda::makeTrainingDevice(cuda::makeBackend(0, libraries), [] { return std::nullopt; });
}

bool sameBits(const std::vector<float>& a, const std::vector<float>& b)
{
    return std::ranges::equal(std::as_bytes(std::span(a)), std::as_bytes(std::span(b)));
}

class WholeSteps : public ::testing::TestWithParam<Precision> {
protected:
    WholeSteps()
    {
        training.optimizer = OptimizerKind::Adam;
        training.learningRate = 0.01;
        training.weightDecay = 0.01;
        training.precision = GetParam();
    }
    ~WholeSteps() override { restoreFakeRuntime(); }

    /// What `training` is asked to do leaves the same bits in both.
    template <typename Job>
    void expectSameBits(const Job& train)
    {
        Replica whole(Replica::Steps::Whole, training);
        Replica watched(Replica::Steps::Watched, training);
        train(whole);
        train(watched);
        EXPECT_TRUE(sameBits(stateOf(whole), stateOf(watched)));
        EXPECT_EQ(whole.optimizer().steps(), watched.optimizer().steps());
    }

    TrainingSpec training;
};

TEST_P(WholeSteps, ThatCannotBeRecordedLeaveTheSameBits)
{
    Replica whole(Replica::Steps::Whole, training);
    Replica inPieces(Replica::Steps::Whole, training, synchronizingDevice());
    for (Replica* const replica : {&whole, &inPieces})
        for (const int count : {kBatch, kBatch, kBatch, 3, kBatch, kBatch})
            replica->step(count);
    EXPECT_TRUE(sameBits(stateOf(whole), stateOf(inPieces)));
    EXPECT_EQ(whole.optimizer().steps(), inPieces.optimizer().steps());
}

TEST_P(WholeSteps, LeaveTheBitsOfStepsPieceByPiece)
{
    expectSameBits([](Replica& replica) {
        for (int i = 0; i < 6; ++i)
            replica.step();
    });
    training.optimizer = OptimizerKind::Momentum;
    training.clipNorm = 0.5;
    expectSameBits([](Replica& replica) {
        for (int i = 0; i < 6; ++i)
            replica.step();
    });
}

TEST_P(WholeSteps, StandAsideForWhateverElseIsAsked)
{
    expectSameBits([](Replica& replica) {
        for (int i = 0; i < 12; ++i) {
            replica.forward();
            if (i % 5 == 1)
                replica.program().loss();
            if (i % 5 == 2)
                replica.program().logits();
            replica.backward();
            if (i % 5 == 3) { // a second piece of the same step
                replica.forward();
                replica.backward(Gradients::Add);
            }
            if (i % 5 == 4) { // an update of gradients that were changed meanwhile
                std::vector<float> gradient = valuesOf(replica.program().gradients(), 0);
                gradient.front() += 1;
                replica.program().gradients().write(0, gradient);
            }
            replica.update();
            if (i % 3 == 0)
                replica.forward(Phase::Evaluation);
            if (i % 4 == 0)
                replica.step(kBatch - 2);
            if (i == 6)
                replica.step(0);
        }
    });
}

TEST_P(WholeSteps, AreOneLaunchOfRecordedWork)
{
    training.clipNorm = 0.5;
    Replica whole(Replica::Steps::Whole, training);
    Replica watched(Replica::Steps::Watched, training);
    const auto callsOf = [](Replica& replica) {
        for (int i = 0; i < 4; ++i) // two as they come, two recorded
            replica.step();
        const FakeRuntimeCalls before = fakeRuntimeCalls();
        for (int i = 0; i < 10; ++i)
            replica.step();
        const FakeRuntimeCalls after = fakeRuntimeCalls();
        EXPECT_EQ(after.allocations, before.allocations);
        EXPECT_EQ(after.refusedInCapture, 0);
        return std::pair(after.graphLaunches - before.graphLaunches, after.launches - before.launches);
    };
    const auto [recorded, single] = callsOf(whole);
    EXPECT_EQ(recorded, 10);
    EXPECT_EQ(single, 10) << "the batch into the first layer's layout, beside the copy of the next";
    const auto [pieces, others] = callsOf(watched);
    EXPECT_GE(pieces, 30) << "forward, and backward up to each bucket";
    EXPECT_GE(others, 50) << "packed weights, the batch, the norm, the verdict, the update";
}

TEST_P(WholeSteps, TellTheLossOfTheStepBeforeWhenTheNextWasGiven)
{
    Replica ahead(Replica::Steps::Whole, training);
    Replica waiting(Replica::Steps::Watched, training);
    std::vector<double> expected, found;
    ASSERT_EQ(ahead.program().stepsAhead(), 1);
    for (int i = 0; i < 7; ++i) {
        waiting.step();
        expected.push_back(waiting.program().loss().lossSum);
        ahead.step();
        if (i > 0)
            found.push_back(ahead.program().lossBefore(1).lossSum);
    }
    found.push_back(ahead.program().loss().lossSum);
    EXPECT_EQ(found, expected);
    EXPECT_THROW(ahead.program().lossBefore(2), EngineError);
}

TEST_P(WholeSteps, TellHowLongTheirPartsTook)
{
    for (const Replica::Steps steps : {Replica::Steps::Whole, Replica::Steps::Watched}) {
        Replica replica(steps, training);
        for (int i = 0; i < 6; ++i) {
            const auto start = std::chrono::steady_clock::now();
            replica.step();
            const auto seconds = replica.program().secondsBefore(0);
            const std::chrono::duration<double> all = std::chrono::steady_clock::now() - start;
            ASSERT_TRUE(seconds);
            EXPECT_GT(seconds->forward, 0);
            EXPECT_GT(seconds->backward, 0);
            EXPECT_GT(seconds->update, 0);
            EXPECT_LE(seconds->forward + seconds->backward + seconds->update, all.count() + 1e-6);
        }
    }
}

TEST_P(WholeSteps, AreWrittenDownAnewForAnotherOptimizer)
{
    const auto device = testDevice("emulated").make({});
    const auto group = makeSoloProcessGroup();
    const Graph graph = maskedNetwork();
    const auto trained = [&](bool whole) {
        const auto program = device->compile(graph, {.batch = kBatch, .precision = training.precision});
        initializeParameters(graph, *program, 4);
        std::vector<float> inputs(static_cast<std::size_t>(kBatch * kSample.elements()), 0.5f);
        const std::vector<std::int32_t> labels(kBatch, 1);
        std::unique_ptr<Strategy> strategy;
        for (const double rate : {0.1, 0.01}) {
            const auto optimizer = device->makeOptimizer(training, *program);
            if (whole)
                strategy = device->makeStrategy(makeStrategy, training, *group, *program);
            for (int i = 0; i < 5; ++i) {
                program->forward({.inputs = inputs, .labels = labels, .scalars = {kBatch, i, 0, kBatch}},
                                 Phase::Training);
                program->backward(Gradients::Overwrite, {});
                optimizer->step(rate);
            }
            (void)flatValuesOf(program->parameters());
        }
        return flatValuesOf(program->parameters());
    };
    EXPECT_TRUE(sameBits(trained(true), trained(false)));
}

INSTANTIATE_TEST_SUITE_P(, WholeSteps,
                         ::testing::Values(Precision::Float32, Precision::BFloat16, Precision::Float16),
                         [](const auto& test) { return std::string(toString(test.param)); });

} // namespace
} // namespace lockstep
