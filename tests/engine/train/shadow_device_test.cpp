// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/compute/program_values.h"
#include "tests/engine/support/devices.h"
#include "tests/engine/support/shadow_device.h"
#include "tests/engine/train/rank_fixture.h"

#include "engine/core/error.h"
#include "engine/graph/graph.h"
#include "engine/train/trainer.h"

#include <gmock/gmock.h>

#include <csignal>

/// That the shadow device sees what it is there to see, and computes what the CPU computes.
namespace lockstep {
namespace {

using namespace lockstep::testing;

constexpr int kSamples = 20;

/// One step of a small model on a device.
struct Setting {
    explicit Setting(TrainingDevice& device, double clipNorm = 0)
        : graph(makeModel("mnist-cnn", {1, 28, 28}, 10)), inputs(kSamples * 784), labels(kSamples)
    {
        spec.optimizer = OptimizerKind::Adam;
        spec.batch = kSamples;
        spec.clipNorm = clipNorm;
        program = device.compile(graph, programOptions(spec, spec.batch, 2));
        initializeParameters(graph, *program, 1);
        optimizer = device.makeOptimizer(spec, *program);
        for (std::size_t i = 0; i < inputs.size(); ++i)
            inputs[i] = static_cast<float>(i * i % 1009) / 1009;
        for (std::size_t i = 0; i < labels.size(); ++i)
            labels[i] = static_cast<std::int32_t>(i % 10);
    }
    BatchView batch() const { return {inputs, labels, {.count = kSamples, .divisor = kSamples}}; }

    TrainingSpec spec;
    Graph graph;
    std::vector<float> inputs;
    std::vector<std::int32_t> labels;
    std::unique_ptr<Program> program;
    std::unique_ptr<Optimizer> optimizer;
};

const auto kIgnore = [](std::size_t) {};

TEST(ShadowDevice, StepsAreTheCpusToTheBit)
{
    ShadowDevice shadow;
    const auto cpu = makeTrainingDevice({DeviceKind::Cpu, 0});
    Setting onShadow(shadow, 1);
    Setting onCpu(*cpu, 1);
    for (int step = 0; step < 3; ++step)
        for (Setting* each : {&onShadow, &onCpu}) {
            each->program->forward(each->batch(), Phase::Training);
            each->program->backward(Gradients::Overwrite, kIgnore);
            each->program->forward(each->batch(), Phase::Training);
            each->program->backward(Gradients::Add, kIgnore);
            each->optimizer->step(0.01);
        }
    EXPECT_EQ(flatValuesOf(onShadow.program->parameters()), flatValuesOf(onCpu.program->parameters()));
    EXPECT_EQ(flatValuesOf(onShadow.optimizer->state()), flatValuesOf(onCpu.optimizer->state()));
    EXPECT_EQ(onShadow.program->loss().lossSum, onCpu.program->loss().lossSum);
    EXPECT_EQ(onShadow.optimizer->gradientNorm(), onCpu.optimizer->gradientNorm());
}

TEST(ShadowDevice, WorkIsDoneWhenItIsWaitedFor)
{
    ShadowDevice shadow;
    Setting setting(shadow);
    setting.labels[0] = 11; // found by the work, not by the call
    setting.program->forward(setting.batch(), Phase::Training);
    EXPECT_THROW(setting.program->loss(), EngineError);
    setting.labels[0] = 1;
    setting.program->forward(setting.batch(), Phase::Training);
    EXPECT_GT(setting.program->loss().lossSum, 0);
}

/// A read that no compiler leaves out.
void lookAt(std::span<const float> values)
{
    volatile float seen = values[0];
    static_cast<void>(seen);
}

/// What is expected here is the signal: a sanitizer would write a report of it.
class ShadowDeviceDeathTest : public ::testing::Test {
protected:
    ShadowDeviceDeathTest()
    {
        GTEST_FLAG_SET(death_test_style, "threadsafe");
        struct sigaction standard {};
        standard.sa_handler = SIG_DFL;
        ::sigaction(SIGSEGV, &standard, &m_before);
    }
    ~ShadowDeviceDeathTest() override { ::sigaction(SIGSEGV, &m_before, nullptr); }

private:
    struct sigaction m_before {};
};

TEST_F(ShadowDeviceDeathTest, ALookAtItsMemoryFromTheHostDies)
{
    ShadowDevice shadow;
    Setting setting(shadow);
    const HostReplica replica = dynamic_cast<ShadowProgram&>(*setting.program).inner().hostReplica();
    const Parameter& first = replica.parameters.all.front();
    EXPECT_EQ(valuesOf(setting.program->parameters(), 0).size(), first.value.size());
    EXPECT_DEATH(lookAt(first.value), "");
    EXPECT_DEATH(first.gradient[0] = 1, "");
    EXPECT_DEATH(lookAt(replica.buckets.front().values), "");
    // While work is under way as well: it has not begun, for nobody waits for it.
    setting.program->forward(setting.batch(), Phase::Training);
    setting.program->backward(Gradients::Overwrite, kIgnore);
    EXPECT_DEATH(lookAt(first.gradient), "");
    // And through the doors, it lives.
    EXPECT_NE(valuesOf(setting.program->gradients(), 0), std::vector<float>(first.gradient.size()));
}

TEST_F(ShadowDeviceDeathTest, AStrategyOfTheHostsDiesOutsideTheQueue)
{
    ShadowDevice shadow;
    Setting setting(shadow);
    const HostReplica replica = dynamic_cast<ShadowProgram&>(*setting.program).inner().hostReplica();
    EXPECT_DEATH(makeOptimizer(setting.spec, replica.parameters)->step(0.1), "");
}

class Devices : public ::testing::TestWithParam<TestDevice> {};
INSTANTIATE_TEST_SUITE_P(, Devices, ::testing::ValuesIn(testDevices()),
                         [](const auto& device) { return device.param.name; });

/// Every device learns what the CPU learns: two ranks, clipping, several pieces a step, evaluation, resume.
TEST_P(Devices, TrainAsTheCpu)
{
    const auto trained = [](RankFixture& fixture, const TestDevice& device) -> RankFixture& {
        fixture.factories.device = device.make;
        fixture.experiment.training.precision = device.precision;
        fixture.experiment.training.accumulate = 2;
        fixture.experiment.training.clipNorm = 1;
        fixture.experiment.training.epochs = 1;
        expectSuccess(fixture.train(2));
        fixture.experiment.training.epochs = 2;
        fixture.resume = "latest";
        expectSuccess(fixture.train(2));
        return fixture;
    };
    RankFixture onCpu;
    RankFixture onDevice;
    const LoadedCheckpoint expected = newestOf(trained(onCpu, testDevices().front()));
    const LoadedCheckpoint found = newestOf(trained(onDevice, GetParam()));
    EXPECT_EQ(found.position.step, expected.position.step);
    EXPECT_LE(relativeDifference(found, expected), GetParam().tolerance);
}

} // namespace
} // namespace lockstep
