// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// Whole trainings with parameter servers.
#include "tests/engine/train/rank_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lockstep::testing {
namespace {

void serve(RankFixture& fixture, StrategyKind strategy, int epochs)
{
    fixture.experiment.training.strategy = strategy;
    fixture.experiment.training.epochs = epochs;
}

TEST(ServedTraining, EndsWhereAllReduceDoes)
{
    RankFixture reduced, served, servedByOne;
    for (RankFixture* fixture : {&reduced, &served, &servedByOne}) {
        TrainingSpec& training = fixture->experiment.training;
        training.optimizer = OptimizerKind::Momentum;
        training.learningRate = 0.003;
        training.weightDecay = 0.001;
        training.epochs = 1;
    }
    serve(served, StrategyKind::ServerSync, 1);
    serve(servedByOne, StrategyKind::ServerSync, 1);
    served.servers = 3;
    servedByOne.servers = 1;
    expectSuccess(reduced.train(2));
    expectSuccess(served.train(2));
    EXPECT_LT(relativeDifference(newestOf(reduced), newestOf(served)), 1e-4);
    const std::string hash = hashOf(served, 1, 0);
    EXPECT_EQ(hashOf(served, 1, 1), hash);
    expectSuccess(servedByOne.train(2));
    EXPECT_EQ(hashOf(servedByOne, 1, 0), hash) << "with one server instead of three";
}

TEST(ServedTraining, EncryptedItGivesTheSameBits)
{
    RankFixture plain, encrypted;
    encrypted.experiment.training.encryption = true;
    for (RankFixture* fixture : {&plain, &encrypted}) {
        serve(*fixture, StrategyKind::ServerSync, 1);
        expectSuccess(fixture->train(2));
    }
    EXPECT_EQ(hashOf(encrypted, 1, 0), hashOf(plain, 1, 0));
    EXPECT_THAT(encrypted.log(1, 0), ::testing::HasSubstr("is encrypted (AES-256-GCM)"));
    EXPECT_THAT(plain.log(1, 0), ::testing::Not(::testing::HasSubstr("encrypted")));
}

/// The servers' state is a checkpoint like any other.
TEST(ServedTraining, OtherStrategiesGoOnFromItsCheckpoint)
{
    RankFixture plain, served;
    plain.experiment.training.epochs = 2;
    expectSuccess(plain.train(1));
    serve(served, StrategyKind::ServerSync, 1);
    expectSuccess(served.train(1));
    serve(served, StrategyKind::AllReduce, 2);
    served.resume = "latest";
    expectSuccess(served.train(1));
    EXPECT_EQ(hashOf(served, 2, 0), hashOf(plain, 1, 0)) << "Adam's moments and steps included";
}

TEST(ServedTraining, LearnsFromPushesThatAreAppliedAsTheyCome)
{
    RankFixture fixture;
    serve(fixture, StrategyKind::ServerAsync, 3);
    fixture.experiment.training.staleness = 1;
    fixture.experiment.training.learningRate = 0.008;
    expectSuccess(fixture.train(2));
    EXPECT_EQ(hashOf(fixture, 1, 0), hashOf(fixture, 1, 1));
    const std::vector<double> losses = epochLosses(fixture, 1, 0);
    EXPECT_LT(losses.back(), 0.6 * losses.front());
    for (const int rank : {0, 1})
        for (const StepFinished& step : only<StepFinished>(fixture.journal(1, rank))) {
            ASSERT_EQ(step.further.size(), 1u);
            EXPECT_EQ(step.further[0].name, "staleness");
            EXPECT_LE(step.further[0].value, 3) << "(2 ranks - 1) x (2 x 1 + 1)";
        }
    EXPECT_THAT(fixture.log(1, 0), ::testing::HasSubstr("at most 1 steps ahead"));
}

/// All ranks stop after the same step, and go on from it.
TEST(ServedTraining, StopsAndGoesOnWithoutLockstep)
{
    RankFixture fixture;
    serve(fixture, StrategyKind::ServerAsync, 200);
    const auto outcomes = fixture.train(2, [&](const std::vector<StopFlag*>& flags) {
        waitUntil([&] { return fixture.log(1, 0).find("epoch: 1 is done") != std::string::npos; });
        flags[1]->request();
    });
    for (const RankOutcome& outcome : outcomes)
        EXPECT_EQ(outcome.code, ExitCode::Stopped) << outcome.failure.message.english();
    const auto first = only<RankFinished>(fixture.journal(1, 0)).back();
    const auto second = only<RankFinished>(fixture.journal(1, 1)).back();
    EXPECT_EQ(first.step, second.step);
    EXPECT_EQ(first.weightHash, second.weightHash);
    EXPECT_EQ(newestOf(fixture).position.step, first.step);
    fixture.resume = "latest";
    fixture.experiment.training.epochs = newestOf(fixture).position.epoch + 1;
    expectSuccess(fixture.train(2));
}

} // namespace
} // namespace lockstep::testing
