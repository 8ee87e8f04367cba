// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// Whole trainings on GPUs that are not there.
#include "tests/engine/support/devices.h"
#include "tests/engine/support/emulated_cuda/fake_runtime.h"
#include "tests/engine/train/rank_fixture.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <atomic>
#include <chrono>

namespace lockstep {
namespace {

using namespace lockstep::testing;

class CudaTraining : public ::testing::Test {
protected:
    ~CudaTraining() override { restoreFakeRuntime(); }

    static TestDevice emulated() { return testDevice("emulated"); }
    static void trainOneMoreEpoch(RankFixture& fixture, const TestDevice& device)
    {
        fixture.factories.device = device.make;
        ++fixture.experiment.training.epochs;
        expectSuccess(fixture.train(1));
        fixture.resume = "latest";
    }
};

TEST_F(CudaTraining, MovesBetweenProcessorAndGpuInBothDirections)
{
    const TestDevice cpu = testDevice("cpu");
    RankFixture moving(203, 41);
    RankFixture staying(203, 41);
    moving.experiment.training.epochs = staying.experiment.training.epochs = 0;
    for (const TestDevice& device : {cpu, emulated(), cpu, emulated()}) {
        trainOneMoreEpoch(moving, device);
        trainOneMoreEpoch(staying, cpu);
    }
    const LoadedCheckpoint moved = newestOf(moving);
    const LoadedCheckpoint stayed = newestOf(staying);
    EXPECT_EQ(moved.position.optimizerSteps, stayed.position.optimizerSteps);
    EXPECT_LE(relativeDifference(moved, stayed), 1e-4);
}

TEST_F(CudaTraining, SaysInItsLogThatItMeasures)
{
    RankFixture fixture(63, 11);
    trainOneMoreEpoch(fixture, emulated());
    const std::string log = fixture.log(1, 0);
    const std::size_t begins = log.find("cuda:0: measuring which way of computing each convolution");
    const std::size_t ends = log.find("kept for later runs in /emulated/plans");
    ASSERT_NE(begins, std::string::npos) << log;
    ASSERT_NE(ends, std::string::npos) << log;
    EXPECT_LT(begins, ends);
    EXPECT_LT(ends, log.find("epoch: ")) << "before the first step";
}

TEST_F(CudaTraining, AGpuAndAProcessorInOneWorldStayInStep)
{
    RankFixture mixed(203, 41);
    mixed.experiment.training.clipNorm = 1;
    const DeviceFactory onCpu = testDevice("cpu").make;
    const DeviceFactory onGpu = emulated().make;
    std::atomic<int> made = 0;
    mixed.factories.device = [&](Device device) { return made++ == 0 ? onGpu(device) : onCpu(device); };
    expectSuccess(mixed.train(2));
    EXPECT_EQ(hashOf(mixed, 1, 0), hashOf(mixed, 1, 1)) << "to the bit";
}

TEST_F(CudaTraining, GoesOnOnAProcessorAfterFp16)
{
    RankFixture fixture(203, 41);
    fixture.experiment.training.epochs = 0;
    fixture.experiment.training.precision = Precision::Float16;
    trainOneMoreEpoch(fixture, emulated());
    EXPECT_TRUE(std::ranges::any_of(newestOf(fixture).optimizer, [](const LoadedTensor& tensor) {
        return tensor.name == kLossScaleState && tensor.values == std::vector<float>{65536, 11};
    })) << "of eleven steps none was skipped";
    fixture.experiment.training.precision = Precision::Float32;
    trainOneMoreEpoch(fixture, testDevice("cpu"));
    EXPECT_LT(epochLosses(fixture, 2, 0).back(), epochLosses(fixture, 1, 0).back());
}

TEST_F(CudaTraining, ALostGpuEndsTheAttemptAtOnceWithItsName)
{
    RankFixture fixture;
    fixture.factories.device = emulated().make;
    fixture.experiment.training.epochs = 1000;
    std::chrono::steady_clock::time_point lost;
    const auto outcomes = fixture.train(2, [&](const std::vector<StopFlag*>&) {
        waitUntil([&] { return fixture.journalText(1, 0).find("\"step\"") != std::string::npos; });
        lost = std::chrono::steady_clock::now();
        loseFakeDevice(0, cudaErrorUnknown);
    });
    EXPECT_LT(std::chrono::steady_clock::now() - lost, std::chrono::seconds(10));
    for (const RankOutcome& outcome : outcomes)
        EXPECT_NE(outcome.code, ExitCode::Success);
    EXPECT_TRUE(std::ranges::any_of(
        outcomes, [](const RankOutcome& outcome) { return outcome.code == ExitCode::DeviceUnavailable; }));
}

TEST_F(CudaTraining, AGpuWithoutRoomIsToldBeforeTheFirstStep)
{
    RankFixture fixture;
    fixture.factories.device = emulated().make;
    setFakeHost({.deviceMemory = std::size_t{1} << 20});
    EXPECT_EQ(fixture.train(1).front().code, ExitCode::OutOfMemory);
    EXPECT_TRUE(only<StepFinished>(fixture.journal(1, 0)).empty());
}

} // namespace
} // namespace lockstep
