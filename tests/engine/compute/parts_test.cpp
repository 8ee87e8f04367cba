// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/arena.h"
#include "engine/compute/cpu/cpu_program.h"
#include "engine/compute/cpu/lanes/kernels.h"
#include "engine/compute/cpu/lanes/program.h"
#include "engine/compute/cpu/loss.h"
#include "engine/compute/cpu/lowering/graph_program.h"
#include "engine/compute/cpu/worker_team.h"
#include "engine/core/error.h"
#include "tests/engine/compute/program_values.h"

#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdexcept>

namespace lockstep {
namespace {

TEST(Backend, CudaIsRefusedInAPlainSentence)
{
    try {
        makeComputeBackend({DeviceKind::Cuda, 2});
        FAIL() << "accepted";
    } catch (const EngineError& error) {
        EXPECT_EQ(error.code(), ExitCode::DeviceUnavailable);
        EXPECT_THAT(error.what(), testing::HasSubstr("cuda:2"));
    }
}

TEST(Backend, DescribesTheLibraryAndTheProcessor)
{
    const auto backend = makeComputeBackend({});
    EXPECT_EQ(backend->device(), (Device{DeviceKind::Cpu, 0}));
    EXPECT_THAT(backend->description(Precision::Float32), testing::StartsWith("oneDNN 2."));
    const std::string halves = bfloat16Unit();
    EXPECT_THAT(backend->description(Precision::BFloat16),
                testing::HasSubstr(halves.empty() ? "no unit for bf16" : halves));
}

TEST(Initialization, IsUniformWithinTheFanInBoundAndRepeats)
{
    const Graph graph = makeModel("lenet", {1, 28, 28}, 10);
    const auto make = [&](std::uint64_t seed) {
        auto program = makeComputeBackend({})->compile(graph, {});
        initializeParameters(graph, *program, seed);
        return program;
    };
    const auto program = make(1);
    const auto same = make(1);
    const auto other = make(2);
    const std::vector<ParameterSpec> specs = graph.parameters();
    for (std::size_t i = 0; i < specs.size(); ++i) {
        const std::vector<float> values = valuesOf(program->parameters(), i);
        const double bound = specs[i].initial.scale;
        double squares = 0;
        for (float value : values) {
            ASSERT_LE(std::abs(static_cast<double>(value)), bound * (1 + 1e-6));
            squares += static_cast<double>(value) * static_cast<double>(value);
        }
        if (values.size() >= 500) {
            EXPECT_NEAR(std::sqrt(squares / static_cast<double>(values.size())), bound / std::sqrt(3.0),
                        0.1 * bound);
        }
        EXPECT_EQ(valuesOf(same->parameters(), i), values);
        EXPECT_NE(valuesOf(other->parameters(), i)[0], values[0]);
    }
    // Computed apart, in Python: every host must draw this.
    EXPECT_EQ(valuesOf(program->parameters(), 0)[0], 0.156103656f);
}

TEST(Arena, BuffersThatLiveTogetherNeverOverlap)
{
    ArenaPlan plan;
    struct Wanted {
        std::int64_t bytes;
        ArenaPlan::Lifetime life;
    };
    std::vector<Wanted> wanted;
    for (int i = 0; i < 60; ++i)
        wanted.push_back({64 + i * 7919 % 5000, {i * 31 % 40, i * 31 % 40 + i * 17 % 9}});
    wanted.push_back({100, ArenaPlan::kWholeProgram});
    std::int64_t sum = 0;
    for (const Wanted& each : wanted) {
        plan.add(each.bytes, each.life);
        sum += each.bytes;
    }
    plan.place();
    EXPECT_LT(plan.bytes(), sum / 2);
    for (std::size_t a = 0; a < wanted.size(); ++a) {
        EXPECT_EQ(plan.offset(a) % 64, 0);
        EXPECT_LE(plan.offset(a) + wanted[a].bytes, plan.bytes());
        for (std::size_t b = 0; b < a; ++b) {
            const bool together =
                wanted[a].life.first <= wanted[b].life.last && wanted[b].life.first <= wanted[a].life.last;
            const bool apart = plan.offset(a) + wanted[a].bytes <= plan.offset(b) ||
                               plan.offset(b) + wanted[b].bytes <= plan.offset(a);
            EXPECT_TRUE(!together || apart) << a << " and " << b;
        }
    }
}

TEST(WorkerTeam, BarrierSeparatesPhases)
{
    WorkerTeam team(4);
    std::vector<int> phase(4, 0);
    for (int job = 0; job < 200; ++job) {
        std::atomic<bool> wrong = false;
        std::fill(phase.begin(), phase.end(), 0);
        team.run([&](int worker) {
            for (int step = 1; step <= 5; ++step) {
                phase[static_cast<std::size_t>(worker)] = step;
                team.barrier();
                for (int other : phase)
                    if (other != step)
                        wrong = true;
                team.barrier();
            }
        });
        ASSERT_FALSE(wrong);
    }
}

TEST(WorkerTeam, SharesCoverEverythingOnce)
{
    WorkerTeam team(3);
    for (int count : {0, 1, 2, 3, 7, 100}) {
        int next = 0;
        for (int worker = 0; worker < 3; ++worker) {
            const auto [from, to] = team.share(worker, count);
            EXPECT_EQ(from, next);
            EXPECT_LE(to - from, count / 3 + 1);
            next = to;
        }
        EXPECT_EQ(next, count);
    }
}

TEST(WorkerTeam, ExceptionOfAnyWorkerComesOutAndTheTeamGoesOn)
{
    WorkerTeam team(3);
    for (int thrower = 0; thrower < 3; ++thrower) {
        try {
            team.run([&](int worker) {
                team.barrier();
                if (worker == thrower)
                    throw std::runtime_error("worker " + std::to_string(worker));
                team.barrier();
            });
            FAIL() << "no exception";
        } catch (const std::runtime_error& error) {
            EXPECT_EQ(error.what(), "worker " + std::to_string(thrower));
        }
        std::atomic<int> ran = 0;
        team.run([&](int) {
            team.barrier();
            ++ran;
        });
        EXPECT_EQ(ran, 3);
    }
}

TEST(Loss, StaysFiniteForHugeLogitsAndCountsTheFirstOfEquals)
{
    std::vector<float> derivative(3);
    const std::vector<float> huge{1000.0f, -1000.0f, 1000.0f};
    const SampleLoss loss = sampleLoss(LossKind::CrossEntropy, 0, huge, 0, derivative);
    EXPECT_NEAR(loss.loss, std::log(2.0), 1e-6);
    EXPECT_EQ(loss.rank, 0);
    EXPECT_EQ(sampleLoss(LossKind::CrossEntropy, 0, huge, 2, derivative).rank, 1);
    EXPECT_NEAR(sampleLoss(LossKind::CrossEntropy, 0, huge, 1, derivative).loss, 2000 + std::log(2.0), 1e-3);
}

TEST(Lanes, TanhIsAccurateOverItsRange)
{
    if (bestLaneKernels() == nullptr)
        FAIL() << "this processor has no AVX2: run the tests on one that has";
    const LaneKernels& kernels = *bestLaneKernels();
    const int lanes = kernels.lanes;
    // A linear layer of one feature with weight 1 is the activation alone.
    const LaneLinear identity{1, 1, LaneActivation::Tanh};
    alignas(64) float input[16];
    alignas(64) float output[16];
    const float weight = 1;
    const float bias = 0;
    float value = -12.0f;
    while (value < 12.0f) {
        for (int lane = 0; lane < lanes; ++lane, value += 0.00137f)
            input[lane] = value;
        kernels.linear(identity, input, &weight, &bias, output, {0, 1}, {0, 1});
        for (int lane = 0; lane < lanes; ++lane) {
            const double expected = std::tanh(static_cast<double>(input[lane]));
            ASSERT_NEAR(static_cast<double>(output[lane]), expected, 4e-7 * std::abs(expected))
                << input[lane];
        }
    }
}

TEST(Lanes, CoverTheZooAndLeaveTheRestToOneDnn)
{
    EXPECT_TRUE(fuseForLanes(makeModel("mnist-cnn", {1, 28, 28}, 10), 100));
    EXPECT_TRUE(fuseForLanes(makeModel("lenet", {1, 28, 28}, 10), 64));
    EXPECT_FALSE(fuseForLanes(makeModel("mnist-cnn", {3, 224, 224}, 10), 100));
    EXPECT_FALSE(fuseForLanes(makeModel("lenet", {1, 30, 30}, 10), 64)) << "odd maps before the pooling";
}

/// Models and samples that the lane kernels do not cover, or cover with other sizes than the zoo's usual
/// ones: the two kinds of kernels check each other.
TEST(Kernels, AgreeOnOtherShapes)
{
    Graph threes("threes");
    LayerId at = threes.input({2, 12, 20});
    at = threes.convolution(at, "a", {.channels = 7, .kernel = 3, .padding = 1});
    at = threes.tanh(at, "at");
    at = threes.maxPool(at, "ap");
    at = threes.convolution(at, "b", {.channels = 3, .kernel = 3});
    at = threes.maxPool(at, "bp");
    at = threes.linear(at, "f", {.features = 13});
    at = threes.relu(at, "fr");
    threes.linear(at, "g", {.features = 4});
    const ProgramOptions options{.batch = 21, .threads = 2};
    ASSERT_TRUE(fuseForLanes(threes, options.batch));
    const auto lanes = compileForCpu(threes, options, CpuKernels::Automatic);
    const auto dnnl = compileForCpu(threes, options, CpuKernels::OneDnn);
    std::vector<float> inputs(21 * 480);
    std::vector<std::int32_t> labels(21);
    for (std::size_t i = 0; i < inputs.size(); ++i)
        inputs[i] = std::sin(static_cast<float>(i * i % 1009));
    for (std::size_t i = 0; i < labels.size(); ++i)
        labels[i] = static_cast<std::int32_t>(i % 4);
    double loss[2];
    std::size_t which = 0;
    for (Program* program : {lanes.get(), dnnl.get()}) {
        initializeParameters(threes, *program, 3);
        loss[which++] =
            lossOf(*program, {inputs, labels, {.count = 21, .divisor = 21}}, Phase::Training).lossSum;
        program->backward(Gradients::Overwrite, [](std::size_t) {});
    }
    EXPECT_NEAR(loss[0], loss[1], 1e-4);
    for (std::size_t i = 0; i < lanes->gradients().tensors().size(); ++i)
        EXPECT_THAT(valuesOf(lanes->gradients(), i),
                    testing::Pointwise(testing::FloatNear(1e-6f), valuesOf(dnnl->gradients(), i)))
            << lanes->gradients().tensors()[i].name;
}

} // namespace
} // namespace lockstep
