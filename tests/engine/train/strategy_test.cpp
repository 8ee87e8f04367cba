// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/train/rank_fixture.h"
#include "tests/engine/train/small_strategies.h"

#include <gmock/gmock.h>

/// That the trainer does what a strategy says, whatever it says.
namespace lockstep {
namespace {

using ::testing::HasSubstr;
using namespace lockstep::testing;

constexpr double kRate = 0.05;
constexpr double kMomentum = 0.5;

/// 400 images, two epochs.
void train(RankFixture& fixture, int ranks, OptimizerKind optimizer)
{
    fixture.experiment.training.optimizer = optimizer;
    fixture.experiment.training.learningRate = kRate;
    fixture.experiment.training.momentum = kMomentum;
    expectSuccess(fixture.train(ranks));
}

StrategyFactory everyOtherStep()
{
    return [](const TrainingSpec&, ProcessGroup& group, const HostReplica& replica) {
        return std::make_unique<EveryOtherStep>(group, replica.parameters);
    };
}

StrategyFactory ownUpdates(OwnUpdates::Memory memory = OwnUpdates::Memory::Keeps)
{
    return [memory](const TrainingSpec&, ProcessGroup& group, const HostReplica& replica) {
        return std::make_unique<OwnUpdates>(group, replica.parameters, static_cast<float>(kRate),
                                            static_cast<float>(kMomentum), memory);
    };
}

StrategyFactory lateUpdates()
{
    return [](const TrainingSpec&, ProcessGroup& group, const HostReplica& replica) {
        return std::make_unique<LateUpdates>(group, replica.parameters, static_cast<float>(kRate));
    };
}

StrategyFactory promptUpdates()
{
    return [](const TrainingSpec&, ProcessGroup& group, const HostReplica& replica) {
        return std::make_unique<OwnUpdates>(group, replica.parameters, static_cast<float>(kRate), 0.0f);
    };
}

class StrategyOutcome : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(WorldSizes, StrategyOutcome, ::testing::Values(1, 2));

/// Two steps of which one is held back are one step of twice the batch.
TEST_P(StrategyOutcome, NothingYetLeavesTheWeightsAlone)
{
    RankFixture held(400);
    held.factories.strategy = everyOtherStep();
    train(held, GetParam(), OptimizerKind::Sgd);
    RankFixture twice(400);
    twice.experiment.training.batch *= 2;
    train(twice, GetParam(), OptimizerKind::Sgd);
    RankFixture single(400);
    train(single, GetParam(), OptimizerKind::Sgd);

    // 1e-7 where no rounding tips an activation over the kink of its ReLU; 2e-4 to 4e-4 where one does, which
    // on some processors happens for three of eight seeds.
    EXPECT_LT(relativeDifference(newestOf(held), newestOf(twice)), 1e-3);
    EXPECT_GT(relativeDifference(newestOf(single), newestOf(twice)), 1e-2);
    EXPECT_EQ(newestOf(held).position.optimizerSteps, newestOf(twice).position.optimizerSteps);
    EXPECT_EQ(newestOf(held).position.step, newestOf(single).position.step);
    EXPECT_EQ(hashOf(held, 1, 0), hashOf(held, 1, GetParam() - 1));
}

/// The losses of steps that nobody heard of when they ended are in the epoch's all the same.
TEST_P(StrategyOutcome, VotesMayComeTogether)
{
    RankFixture held(400);
    held.factories.strategy = everyOtherStep();
    train(held, GetParam(), OptimizerKind::Sgd);
    RankFixture twice(400);
    twice.experiment.training.batch *= 2;
    train(twice, GetParam(), OptimizerKind::Sgd);
    for (int epoch = 0; epoch < 2; ++epoch)
        EXPECT_NEAR(epochLosses(held, 1, 0)[epoch], epochLosses(twice, 1, 0)[epoch], 1e-5);
}

/// 11 steps an epoch, or 21: the last is applied alone, before the evaluation.
TEST_P(StrategyOutcome, WhatIsLeftIsSettledBeforeAnybodyLooks)
{
    RankFixture held(401);
    held.factories.strategy = everyOtherStep();
    train(held, GetParam(), OptimizerKind::Sgd);
    const TrainingPosition end = newestOf(held).position;
    ASSERT_EQ(end.step % 2, 0); // of two epochs of an odd number of steps
    EXPECT_EQ(end.optimizerSteps, end.step / 2 + 1);
    EXPECT_EQ(hashOf(held, 1, 0), hashOf(held, 1, GetParam() - 1));
}

/// The oracle is the optimiser of that rule.
TEST_P(StrategyOutcome, ReplacedWeightsAreTheOptimisersNoMore)
{
    RankFixture own(400);
    own.factories.strategy = ownUpdates();
    train(own, GetParam(), OptimizerKind::Sgd);
    RankFixture optimizer(400);
    train(optimizer, GetParam(), OptimizerKind::Momentum);

    EXPECT_LT(relativeDifference(newestOf(own), newestOf(optimizer)), 1e-4);
    EXPECT_EQ(newestOf(own).position.optimizerSteps, 0);
    EXPECT_GT(epochLosses(own, 1, 0)[0], epochLosses(own, 1, 0)[1]);
}

/// The oracle writes the same weights at the end of the step before.
TEST_P(StrategyOutcome, WeightsMayBeWrittenWhenAStepBegins)
{
    RankFixture prompt(400);
    prompt.factories.strategy = promptUpdates();
    train(prompt, GetParam(), OptimizerKind::Sgd);
    RankFixture late(400);
    late.factories.strategy = lateUpdates();
    train(late, GetParam(), OptimizerKind::Sgd);

    for (int rank = 0; rank < GetParam(); ++rank)
        EXPECT_EQ(hashOf(late, 1, rank), hashOf(prompt, 1, rank));
    EXPECT_EQ(epochLosses(late, 1, 0), epochLosses(prompt, 1, 0));
    EXPECT_EQ(newestOf(late).model, newestOf(prompt).model);
    const auto evaluated = [](const RankFixture& fixture) { return only<Evaluated>(fixture.journal(1, 0)); };
    EXPECT_EQ(evaluated(late), evaluated(prompt));
}

/// Also in the middle of an epoch and of a pair of steps.
TEST_P(StrategyOutcome, AStopIsHeardWhenTheOthersAre)
{
    RankFixture held(400);
    held.factories.strategy = everyOtherStep();
    held.experiment.training.epochs = 1000;
    const auto outcomes = held.train(GetParam(), [&](const std::vector<StopFlag*>& flags) {
        waitUntil([&] { return held.log(1, 0).find("epoch: 1, batch: 1,") != std::string::npos; });
        flags.back()->request();
    });
    for (const RankOutcome& outcome : outcomes)
        EXPECT_EQ(outcome.code, ExitCode::Stopped);
    const TrainingPosition stopped = newestOf(held).position;
    EXPECT_EQ(stopped.step % 2, 0);
    EXPECT_EQ(stopped.optimizerSteps, stopped.step / 2);
    EXPECT_EQ(hashOf(held, 1, 0), hashOf(held, 1, GetParam() - 1));
}

/// One epoch, and in a second attempt another.
RankFixture& trainTwice(RankFixture& fixture, const StrategyFactory& strategies, int ranks)
{
    fixture.factories.strategy = strategies;
    fixture.experiment.training.epochs = 1;
    train(fixture, ranks, OptimizerKind::Sgd);
    fixture.resume = "latest";
    fixture.experiment.training.epochs = 2;
    train(fixture, ranks, OptimizerKind::Sgd);
    return fixture;
}

TEST_P(StrategyOutcome, StateSurvivesCheckpointAndResumeBitForBit)
{
    RankFixture whole(400);
    whole.factories.strategy = ownUpdates();
    train(whole, GetParam(), OptimizerKind::Sgd);
    RankFixture keeps(400);
    trainTwice(keeps, ownUpdates(), GetParam());
    RankFixture forgets(400);
    trainTwice(forgets, ownUpdates(OwnUpdates::Memory::Forgets), GetParam());

    for (int rank = 0; rank < GetParam(); ++rank)
        EXPECT_EQ(hashOf(keeps, 2, rank), hashOf(whole, 1, rank));
    EXPECT_NE(hashOf(forgets, 2, 0), hashOf(whole, 1, 0)); // so there is something to remember
    const auto named = [](const std::string& name) { return ::testing::Field(&LoadedTensor::name, name); };
    EXPECT_THAT(newestOf(keeps).optimizer, ::testing::Contains(named("strategy.conv1.weight.velocity")));
}

TEST(StrategyState, OfAnotherStrategyIsRefused)
{
    RankFixture fixture(100);
    fixture.factories.strategy = ownUpdates();
    train(fixture, 1, OptimizerKind::Sgd);
    fixture.resume = "latest";
    fixture.factories.strategy = makeStrategy;
    const RankOutcome refused = fixture.train(1)[0];
    EXPECT_EQ(refused.code, ExitCode::CheckpointError);
    EXPECT_THAT(refused.failure.message.english(), HasSubstr("conv1.weight.velocity"));
}

} // namespace
} // namespace lockstep
