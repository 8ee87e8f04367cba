// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/program/cuda_program.h"
#include "engine/compute/cuda/program/device_room.h"
#include "engine/core/error.h"
#include "engine/graph/graph.h"
#include "engine/optim/cuda/device_optimizer.h"
#include "tests/engine/compute/cuda/program/emulated_backend.h"
#include "tests/engine/compute/model_numbers.h"
#include "tests/engine/compute/program_values.h"
#include "tests/engine/support/emulated_cuda/fake_runtime.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

/// The program of a GPU as one who uses it sees it: its memory, its order, its ends.
namespace lockstep {
namespace {

using testing::FakeRuntimeCalls;
using testing::fakeRuntimeCalls;

const Shape kDigit{1, 28, 28};

class CudaPrograms : public ::testing::Test {
protected:
    ~CudaPrograms() override { testing::restoreFakeRuntime(); }

    Graph graph = makeModel("lenet", kDigit, 10);
    ProgramOptions options{.batch = 4};
    std::unique_ptr<ComputeBackend> backend = testing::makeEmulatedBackend();
};

struct Digits {
    explicit Digits(int count)
        : inputs(static_cast<std::size_t>(count * kDigit.elements())),
          labels(static_cast<std::size_t>(count), 3)
    {
        fillNumbers("digits", inputs);
    }
    BatchView view() const
    {
        return {.inputs = inputs,
                .labels = labels,
                .scalars = {.count = static_cast<int>(labels.size()), .divisor = 4}};
    }
    std::vector<float> inputs;
    std::vector<std::int32_t> labels;
};

TEST_F(CudaPrograms, TakeWhatWasPlannedToTheByte)
{
    for (const char* model : {"lenet", "mnist-cnn"})
        for (const int batch : {1, 5, 64}) {
            graph = makeModel(model, kDigit, 10);
            options.batch = batch;
            const ProgramMemory planned = backend->memoryBytes(graph, options);
            EXPECT_EQ(backend->compile(graph, options)->memoryBytes(), planned.total());
        }
}

TEST_F(CudaPrograms, NeitherAllocateNorBreakARecordingInAStep)
{
    const auto program = backend->compile(graph, options);
    const Digits full(4);
    const auto step = [&](Gradients gradients) {
        program->forward(full.view(), Phase::Training);
        program->backward(gradients, {});
        program->loss();
    };
    for (int i = 0; i < 2; ++i) // as they come, then recorded
        for (const Gradients each : {Gradients::Overwrite, Gradients::Add})
            step(each);
    const FakeRuntimeCalls before = fakeRuntimeCalls();
    step(Gradients::Overwrite);
    step(Gradients::Add);
    const FakeRuntimeCalls after = fakeRuntimeCalls();
    EXPECT_EQ(after.allocations, before.allocations);
    EXPECT_EQ(after.refusedInCapture, 0);
    // One for forward, one for backward: lenet's gradients are one bucket.
    EXPECT_EQ(after.graphLaunches - before.graphLaunches, 4);
    // Packing of weights and the input; all else is in the recordings.
    EXPECT_LE(after.launches - before.launches, 4);
}

/// A library that waits while its work is given, as no recording bears: the rest of the step is recorded.
TEST_F(CudaPrograms, GivePieceByPieceWhatCannotBeRecorded)
{
    std::vector<std::string> lines;
    options.log = [&](const std::string& line) { lines.push_back(line); };
    const auto recordable = backend->compile(graph, options);
    lines.clear();
    const auto program =
        testing::makeSynchronizingBackend(cuda::ConvolutionPass::BackwardWeights)->compile(graph, options);
    const Digits full(4);
    for (Program* each : {recordable.get(), program.get()}) {
        fillModel(*each);
        lines.clear();
        const FakeRuntimeCalls before = fakeRuntimeCalls();
        for (int i = 0; i < 3; ++i) {
            each->forward(full.view(), Phase::Training);
            each->backward(Gradients::Overwrite, {});
            each->loss();
        }
        const auto recorded = fakeRuntimeCalls().graphLaunches - before.graphLaunches;
        EXPECT_EQ(recorded, each == program.get() ? 2 : 4) << "forward, and backward where it can be";
    }
    EXPECT_EQ(flatValuesOf(program->gradients()), flatValuesOf(recordable->gradients()));
    ASSERT_EQ(lines.size(), 1u) << "once, not in each step";
    EXPECT_THAT(lines.front(), ::testing::AllOf(::testing::HasSubstr("cuda:0: a part of the step"),
                                                ::testing::HasSubstr("cudaDeviceSynchronize")));
}

/// Fused or not, a full batch is one recording, of evaluation too: what is compared was compared before.
TEST_F(CudaPrograms, CompareFusionsBeforeAnythingIsRecorded)
{
    const Shape sample{3, 16, 16};
    graph = makeModel("resnet20", sample, 10);
    backend = testing::makeEmulatedBackend(testing::EmulatedFusions::All);
    const auto program = backend->compile(graph, options);
    fillModel(*program);
    const std::size_t trained = program->fusions().size();
    EXPECT_GT(trained, 0u);
    const std::vector<float> inputs(static_cast<std::size_t>(4 * sample.elements()), 0.5f);
    const std::vector<std::int32_t> labels(4, 3);
    const BatchView view{.inputs = inputs, .labels = labels, .scalars = {.count = 4, .divisor = 4}};
    const auto evaluate = [&] { return lossOf(*program, view, Phase::Evaluation).lossSum; };
    const double first = evaluate();
    EXPECT_GT(program->fusions().size(), trained);
    EXPECT_EQ(evaluate(), first);
    const FakeRuntimeCalls before = fakeRuntimeCalls();
    EXPECT_EQ(evaluate(), first);
    const FakeRuntimeCalls after = fakeRuntimeCalls();
    EXPECT_EQ(after.allocations, before.allocations);
    EXPECT_EQ(after.graphLaunches - before.graphLaunches, 1);
    EXPECT_EQ(after.refusedInCapture, 0);
}

TEST_F(CudaPrograms, AnnounceEachGradientOnceFromTheLast)
{
    options.bucketBytes = 4096;
    const auto program = backend->compile(graph, options);
    fillModel(*program);
    std::vector<std::size_t> expected;
    for (std::size_t i = program->parameters().tensors().size(); i-- > 0;)
        expected.push_back(i);
    for (const int count : {4, 4, 4, 2, 0}) {
        const Digits digits(count);
        program->forward(digits.view(), Phase::Training);
        std::vector<std::size_t> announced;
        program->backward(Gradients::Overwrite, [&](std::size_t i) { announced.push_back(i); });
        EXPECT_THAT(announced, ::testing::UnorderedElementsAreArray(expected));
        EXPECT_EQ(announced.front() / 2, expected.front() / 2);
        program->loss();
    }
}

TEST_F(CudaPrograms, ReadBatchesInTheirMemoryAndHoldThemUntilThen)
{
    const auto program = backend->compile(graph, options);
    fillModel(*program);
    const Digits digits(4);
    const double expected = lossOf(*program, digits.view(), Phase::Evaluation).lossSum;
    const std::size_t bytes = digits.inputs.size() * sizeof(float);
    const std::shared_ptr<BatchBuffer> buffer = program->batchMemory()->allocate(bytes);
    std::memcpy(buffer->bytes().data(), digits.inputs.data(), bytes);
    BatchView view = digits.view();
    view.inputs = std::span(reinterpret_cast<const float*>(buffer->bytes().data()), digits.inputs.size());
    view.hold = BatchHold(buffer);
    program->forward(view, Phase::Evaluation);
    view.hold = {};
    EXPECT_TRUE(buffer->held());
    EXPECT_EQ(program->loss().lossSum, expected);
    program->forward(digits.view(), Phase::Evaluation); // only now is the program asked again
    EXPECT_FALSE(buffer->held());
    EXPECT_EQ(program->loss().lossSum, expected);
}

TEST_F(CudaPrograms, SeeWeightsThatWereWrittenInOrder)
{
    const auto program = backend->compile(graph, options);
    fillModel(*program);
    const Digits digits(4);
    program->forward(digits.view(), Phase::Training);
    std::vector<float> weight = valuesOf(program->parameters(), 0);
    const std::vector<float> before = weight;
    std::fill(weight.begin(), weight.end(), 0.0f);
    program->parameters().write(0, weight);
    std::ranges::fill(weight, 7.0f); // may change when write() has returned
    const double first = program->loss().lossSum;
    program->forward(digits.view(), Phase::Training);
    EXPECT_NE(program->loss().lossSum, first);
    program->parameters().write(0, before);
    program->forward(digits.view(), Phase::Training);
    EXPECT_EQ(program->loss().lossSum, first);
}

TEST_F(CudaPrograms, RefuseLabelsThatAreNoClass)
{
    const auto program = backend->compile(graph, options);
    Digits digits(2);
    digits.labels[1] = 10;
    try {
        program->forward(digits.view(), Phase::Training);
        FAIL();
    } catch (const EngineError& error) {
        EXPECT_EQ(error.code(), ExitCode::DataError);
        EXPECT_THAT(error.what(), ::testing::HasSubstr("label 10; this model knows the classes 0 to 9"));
    }
}

TEST_F(CudaPrograms, NameTheBatchThatWouldFitBeforeAnythingIsTaken)
{
    options.batch = 4096;
    const std::int64_t room = backend->memoryBytes(graph, {.batch = 100}).total();
    testing::setFakeHost({.deviceMemory = static_cast<std::size_t>(room)});
    const int fits = cuda::batchThatFits(GraphPart{graph}, options, room);
    EXPECT_LE(backend->memoryBytes(graph, {.batch = fits}).total(), room);
    EXPECT_GT(backend->memoryBytes(graph, {.batch = fits + 1}).total(), room);
    const auto refusal = [&] {
        try {
            backend->compile(graph, options);
        } catch (const EngineError& error) {
            EXPECT_EQ(error.code(), ExitCode::OutOfMemory);
            return std::string(error.what());
        }
        return std::string();
    };
    const std::string sentence = refusal();
    const std::size_t named = sentence.find("A batch of ");
    ASSERT_NE(named, std::string::npos) << sentence;
    options.batch = std::stoi(sentence.substr(named + std::strlen("A batch of ")));
    EXPECT_LT(options.batch, fits) << "the optimiser and what libraries load come later";
    EXPECT_GT(options.batch, fits / 2);
    const auto program = backend->compile(graph, options);
    EXPECT_EQ(program->memoryBytes(), backend->memoryBytes(graph, options).total());
    TrainingSpec training;
    training.optimizer = OptimizerKind::Adam;
    EXPECT_NE(cuda::makeDeviceOptimizer(training, dynamic_cast<cuda::CudaProgram&>(*program).replica()),
              nullptr);
    testing::setFakeHost({.deviceMemory = 1 << 20});
    EXPECT_THAT(refusal(), ::testing::HasSubstr("not even with a batch of 1"));
}

TEST_F(CudaPrograms, RefuseAnElementThatTheDeviceCannotComputeWith)
{
    const auto old = cuda::makeBackend(0, [](cuda::Queue& queue, const cuda::LibraryOptions&) {
        return testing::makeEmulatedLibraries(queue, {Element::Float32});
    });
    options.precision = Precision::BFloat16;
    EXPECT_THROW(old->compile(graph, options), EngineError);
    options.precision = Precision::Float32;
    EXPECT_NE(old->compile(graph, options), nullptr);
}

} // namespace
} // namespace lockstep
