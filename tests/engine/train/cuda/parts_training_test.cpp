// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// Models whose parts GPUs hold that are not there, against one device.
#include "engine/core/error.h"
#include "engine/graph/cuts.h"
#include "tests/engine/compute/program_values.h"
#include "tests/engine/support/devices.h"
#include "tests/engine/support/emulated_cuda/fake_runtime.h"
#include "tests/engine/train/rank_fixture.h"

#include <gmock/gmock.h>

namespace lockstep {
namespace {

using ::testing::HasSubstr;
using namespace lockstep::testing;

class PartsOnGpus : public ::testing::Test {
protected:
    ~PartsOnGpus() override { restoreFakeRuntime(); }

    /// Of `parts` devices, which `make` makes, or of one where there is one part.
    static void prepare(RankFixture& fixture, const DeviceFactory& make, int parts)
    {
        fixture.experiment.training.accumulate = 3;
        fixture.experiment.training.precision = Precision::Float32;
        fixture.factories.device = make;
        if (parts > 1)
            fixture.experiment.training.strategy = StrategyKind::ModelParallel;
        fixture.workers = parts;
    }

    const DeviceFactory onGpu = testDevice("emulated").make;
    const DeviceFactory onCpu = testDevice("cpu").make;
};

/// To the bit, though the optimiser is the GPU's in one case and the host's in the other.
TEST_F(PartsOnGpus, TrainAsOneGpu)
{
    RankFixture whole;
    RankFixture inParts;
    prepare(whole, onGpu, 1);
    prepare(inParts, onGpu, 3);
    inParts.experiment.training.cuts = {"layer2.0.conv1", "layer3.1.conv1"};
    for (RankFixture* fixture : {&whole, &inParts}) {
        fixture->useNoisePictures("resnet20", 12);
        fixture->experiment.training.batch = 10;
        fixture->experiment.training.clipNorm = 1;
        expectSuccess(fixture->train(1));
    }
    EXPECT_EQ(hashOf(inParts, 1, 0), hashOf(whole, 1, 0));
    EXPECT_EQ(only<Evaluated>(inParts.journal(1, 0)).back().top1,
              only<Evaluated>(whole.journal(1, 0)).back().top1);
}

TEST_F(PartsOnGpus, MayBeBesideAProcessor)
{
    RankFixture whole(203, 41);
    RankFixture mixed(203, 41);
    prepare(whole, onCpu, 1);
    int made = 0;
    prepare(
        mixed, [&](Device device) { return made++ == 0 ? onGpu(device) : onCpu(device); }, 2);
    expectSuccess(whole.train(1));
    expectSuccess(mixed.train(1));
    EXPECT_EQ(made, 2);
    EXPECT_LE(relativeDifference(newestOf(mixed), newestOf(whole)), 1e-4);
    EXPECT_THAT(mixed.log(1, 0), HasSubstr("layers: "));
}

TEST_F(PartsOnGpus, ReplicasOfTwoHostsMeetAndGoOnOnProcessors)
{
    RankFixture uninterrupted(203, 41);
    RankFixture moving(203, 41);
    for (RankFixture* fixture : {&uninterrupted, &moving})
        prepare(*fixture, onGpu, 2);
    uninterrupted.experiment.training.epochs = 2;
    uninterrupted.factories.device = onCpu;
    expectSuccess(uninterrupted.train(2));

    moving.experiment.training.epochs = 1;
    expectSuccess(moving.train(2));
    EXPECT_EQ(hashOf(moving, 1, 1), hashOf(moving, 1, 0));
    moving.resume = "latest";
    moving.factories.device = onCpu;
    moving.experiment.training.epochs = 2;
    expectSuccess(moving.train(2));
    EXPECT_LE(relativeDifference(newestOf(moving), newestOf(uninterrupted)), 1e-4);
}

TEST_F(PartsOnGpus, ALostGpuEndsTheAttemptWithItsName)
{
    RankFixture fixture;
    prepare(fixture, onGpu, 2);
    fixture.experiment.training.epochs = 1000;
    const auto outcomes = fixture.train(1, [&](const std::vector<StopFlag*>&) {
        waitUntil([&] { return fixture.journalText(1, 0).find("\"step\"") != std::string::npos; });
        loseFakeDevice(0, cudaErrorUnknown);
    });
    EXPECT_EQ(outcomes[0].code, ExitCode::DeviceUnavailable);
}

/// What a strategy made of gradients in this host's memory is what more is added to.
TEST_F(PartsOnGpus, AddToTheGradientsThatTheHostHas)
{
    const Shape sample{3, 16, 16};
    const Graph graph = makeModel("resnet20", sample, 10);
    const auto device = onGpu({DeviceKind::Cuda, 0});
    const std::vector<GraphPart> parts = cutGraph(graph, chooseCuts(graph, 2));
    const auto last = device->compilePart(parts[1], {.batch = 2});
    initializeParameters(parts[1].graph, *last, 5);
    const std::vector<float> inputs(static_cast<std::size_t>(2 * parts[1].graph.inputShape().elements()),
                                    0.5f);
    const std::vector<std::int32_t> labels{3, 4};
    const auto step = [&](Gradients gradients) {
        last->forward({.inputs = inputs, .labels = labels, .scalars = {.count = 2, .divisor = 2}},
                      Phase::Training);
        last->backward(gradients, [](std::size_t) {});
        return flatValuesOf(last->gradients());
    };
    const std::vector<float> once = step(Gradients::Overwrite);
    for (const Parameter& each : last->hostReplica().parameters.all)
        for (float& gradient : each.gradient)
            gradient *= 2;
    const std::vector<float> added = step(Gradients::Add);
    ASSERT_EQ(added.size(), once.size());
    for (std::size_t i = 0; i < once.size(); ++i)
        EXPECT_NEAR(added[i], 3 * once[i], 1e-5 * std::abs(once[i]) + 1e-7) << i;
}

/// A model may be larger than what one GPU holds.
TEST_F(PartsOnGpus, TakeLessOfEachGpuThanTheWhole)
{
    const Graph graph = makeModel("alexnet", {3, 64, 64}, 10);
    const ProgramOptions options{.batch = 2};
    const auto device = onGpu({DeviceKind::Cuda, 0});
    const std::int64_t whole = device->compile(graph, options)->memoryBytes();
    std::int64_t largest = 0;
    for (const GraphPart& part : cutGraph(graph, chooseCuts(graph, 2)))
        largest = std::max(largest, device->compilePart(part, options)->memoryBytes());
    EXPECT_GT(largest, 0);
    EXPECT_LT(largest, whole);
}

} // namespace
} // namespace lockstep
