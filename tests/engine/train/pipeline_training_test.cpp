// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// Trainings whose model is in parts on the devices of a host, against those on one device.
#include "tests/engine/train/rank_fixture.h"

#include <gmock/gmock.h>

namespace lockstep {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using namespace lockstep::testing;

/// The same experiment on one device and on several, which compute with one thread each: so that the
/// sums of gradients over the threads have one order.
struct Pair {
    Pair()
    {
        inParts.experiment.training.strategy = StrategyKind::ModelParallel;
        inParts.workers = 2;
        for (RankFixture* fixture : {&whole, &inParts})
            fixture->experiment.training.precision = Precision::Float32;
    }
    template <typename Change>
    void both(Change change)
    {
        for (RankFixture* fixture : {&whole, &inParts})
            change(*fixture);
    }
    RankFixture whole;
    RankFixture inParts;
};

void useAlexnet(RankFixture& fixture)
{
    fixture.experiment.model.name = "alexnet";
    fixture.experiment.data.kind = DataKind::Synthetic;
    fixture.experiment.data.imageSize = 64;
    fixture.experiment.data.samples = 16;
    fixture.experiment.training.epochs = 1;
    fixture.experiment.training.batch = 8;
    fixture.experiment.training.optimizer = OptimizerKind::Momentum;
    fixture.experiment.training.learningRate = 0.01;
    fixture.experiment.training.clipNorm = 1;
}

void useResnet(RankFixture& fixture)
{
    fixture.useNoisePictures("resnet20", 12);
    fixture.experiment.training.batch = 10;
}

void expectEqualTrainings(Pair& pair, int ranks)
{
    expectSuccess(pair.whole.train(ranks));
    expectSuccess(pair.inParts.train(ranks));
    EXPECT_EQ(hashOf(pair.inParts, 1, 0), hashOf(pair.whole, 1, 0));
    const auto expected = only<StepFinished>(pair.whole.journal(1, 0));
    const auto found = only<StepFinished>(pair.inParts.journal(1, 0));
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        EXPECT_EQ(found[i].samples, expected[i].samples) << i;
        EXPECT_EQ(found[i].loss, expected[i].loss) << i;
    }
    const auto accuracy = only<Evaluated>(pair.whole.journal(1, 0));
    const auto accuracyInParts = only<Evaluated>(pair.inParts.journal(1, 0));
    ASSERT_EQ(accuracyInParts.size(), accuracy.size());
    for (std::size_t i = 0; i < accuracy.size(); ++i)
        EXPECT_EQ(accuracyInParts[i].top1, accuracy[i].top1) << i;
}

TEST(ModelParallel, TrainsAlexnetToTheBitsOfOneDevice)
{
    Pair pair;
    pair.both([](RankFixture& fixture) {
        useAlexnet(fixture);
        fixture.experiment.training.accumulate = 4;
    });
    expectEqualTrainings(pair, 1);
    EXPECT_THAT(pair.inParts.log(1, 0),
                AllOf(HasSubstr("layers: features.0 to "), HasSubstr(" to classifier.6 on cpu (")));
}

TEST(ModelParallel, TrainsAResidualNetworkOnThreeDevices)
{
    for (const int pieces : {1, 3}) {
        SCOPED_TRACE(pieces);
        Pair pair;
        pair.both([&](RankFixture& fixture) {
            useResnet(fixture);
            fixture.experiment.training.accumulate = pieces;
        });
        pair.inParts.workers = 3;
        pair.inParts.experiment.training.cuts = {"layer2.0.conv1", "layer3.1.conv1"};
        expectEqualTrainings(pair, 1);
    }
}

/// LeNet on one device is made of other kernels, so the last bits differ.
TEST(ModelParallel, TrainsLenet)
{
    Pair pair;
    pair.both([](RankFixture& fixture) {
        fixture.experiment.model.name = "lenet";
        fixture.experiment.training.accumulate = 2;
        fixture.experiment.training.optimizer = OptimizerKind::Sgd;
        fixture.experiment.training.learningRate = 0.05;
        fixture.experiment.training.epochs = 1;
    });
    expectSuccess(pair.whole.train(1));
    expectSuccess(pair.inParts.train(1));
    EXPECT_LT(relativeDifference(newestOf(pair.inParts), newestOf(pair.whole)), 1e-4);
}

/// Two hosts of two devices each are two ranks, which meet as with all-reduce.
TEST(ModelParallel, ReplicasOfTwoHostsMeet)
{
    Pair pair;
    pair.both([](RankFixture& fixture) {
        useResnet(fixture);
        fixture.experiment.training.accumulate = 2;
    });
    expectEqualTrainings(pair, 2);
    EXPECT_EQ(hashOf(pair.inParts, 1, 1), hashOf(pair.inParts, 1, 0));
    for (int rank = 0; rank < 2; ++rank) {
        const auto started = only<RankStarted>(pair.inParts.journal(1, rank));
        ASSERT_EQ(started.size(), 1u);
        EXPECT_EQ(started[0].worldSize, 2);
    }
}

/// Checkpoints have the whole model's names: a training goes on where and how it likes.
TEST(ModelParallel, GoesOnInPartsOrOnOneDevice)
{
    RankFixture uninterrupted;
    useResnet(uninterrupted);
    uninterrupted.experiment.training.accumulate = 2;
    uninterrupted.experiment.training.epochs = 3;
    expectSuccess(uninterrupted.train(1));

    RankFixture moving;
    useResnet(moving);
    moving.experiment.training.accumulate = 2;
    int epochs = 0;
    for (const StrategyKind strategy :
         {StrategyKind::ModelParallel, StrategyKind::AllReduce, StrategyKind::ModelParallel}) {
        moving.experiment.training.strategy = strategy;
        moving.experiment.training.epochs = ++epochs;
        moving.workers = strategy == StrategyKind::ModelParallel ? 2 : 1;
        expectSuccess(moving.train(1));
        moving.resume = "latest";
    }
    EXPECT_EQ(hashOf(moving, 3, 0), hashOf(uninterrupted, 1, 0));
}

TEST(ModelParallel, RefusesALayerWhereSeveralTensorsCross)
{
    RankFixture fixture;
    useResnet(fixture);
    fixture.experiment.training.strategy = StrategyKind::ModelParallel;
    fixture.experiment.training.cuts = {"layer2.0.conv2"};
    const RankOutcome outcome = fixture.train(1)[0];
    EXPECT_EQ(outcome.code, ExitCode::InvalidExperiment);
    EXPECT_THAT(outcome.failure.message.english(),
                AllOf(HasSubstr("training.cuts"), HasSubstr("\"layer2.0.conv2\""),
                      HasSubstr("layer1.2.conv1, layer2.0.conv1")));
}

} // namespace
} // namespace lockstep
