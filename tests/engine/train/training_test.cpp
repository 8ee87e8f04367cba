// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/support/devices.h"
#include "tests/engine/train/rank_fixture.h"

#include "engine/distributed/process_group.h"
#include "engine/graph/graph.h"
#include "engine/train/evaluator.h"
#include "engine/train/prediction_tally.h"

#include <gmock/gmock.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <regex>

namespace lockstep {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using namespace lockstep::testing;

class Optimizers : public ::testing::TestWithParam<OptimizerKind> {};

TEST_P(Optimizers, SeveralRanksMatchOneRankOfTheirBatchesTogether)
{
    RankFixture together;
    RankFixture alone;
    // Adam divides by the size of the gradient and so magnifies rounding where that is nearly zero.
    const double tolerance =
        GetParam() == OptimizerKind::Sgd || GetParam() == OptimizerKind::Momentum ? 1e-4 : 3e-3;
    for (RankFixture* fixture : {&together, &alone}) {
        fixture->experiment.training.optimizer = GetParam();
        fixture->experiment.training.weightDecay = GetParam() == OptimizerKind::AdamW ? 0.01 : 0;
        fixture->experiment.training.learningRate = GetParam() == OptimizerKind::Sgd ? 0.05 : 0.005;
    }
    alone.experiment.training.batch = 40;
    for (const RankOutcome& outcome : together.train(2))
        ASSERT_EQ(outcome.code, ExitCode::Success) << outcome.failure.message.english();
    ASSERT_EQ(alone.train(1)[0].code, ExitCode::Success);

    EXPECT_EQ(hashOf(together, 1, 0), hashOf(together, 1, 1));
    EXPECT_EQ(hashOf(together, 1, 0).size(), 64u);
    EXPECT_LT(relativeDifference(newestOf(together), newestOf(alone)), tolerance);
    const auto two = epochLosses(together, 1, 0);
    const auto one = epochLosses(alone, 1, 0);
    ASSERT_EQ(two.size(), 2u);
    EXPECT_EQ(two, epochLosses(together, 1, 1));
    for (std::size_t epoch = 0; epoch < two.size(); ++epoch)
        EXPECT_NEAR(two[epoch], one[epoch], 1e-3 * one[epoch]);
    EXPECT_LT(two[1], two[0]);
}

INSTANTIATE_TEST_SUITE_P(All, Optimizers,
                         ::testing::Values(OptimizerKind::Sgd, OptimizerKind::Momentum,
                                           OptimizerKind::Adagrad, OptimizerKind::Adam,
                                           OptimizerKind::AdamW));

/// Whatever the device: what an evaluation says in all and what is tallied of single samples agree.
TEST(Training, PredictionsAreThoseThatAnEvaluationCounts)
{
    DataSpec data;
    data.kind = DataKind::Synthetic;
    data.imageSize = 28;
    data.classes = 7;
    data.samples = 150;
    const std::unique_ptr<Dataset> set = std::move(openData(data, 3).training);
    const Graph graph = makeModel("lenet", set->sampleShape(), set->classes());
    const auto device = testDevice().make({});
    ProgramOptions options;
    options.batch = 32;
    const auto program = device->compile(graph, options);
    initializeParameters(graph, *program, 1);
    const auto group = makeSoloProcessGroup();
    Evaluator evaluator(*program, *set, *group, options.batch);
    PredictionTally tally(set->size(), set->classes(), 20);
    const Evaluation evaluation = evaluator.run(
        {}, [&](const Batch& batch, std::span<const float> logits) { tally.add(batch, logits); });
    const Confusion confusion = tally.confusion();
    const auto sum = [](const std::vector<int>& counts) {
        return std::accumulate(counts.begin(), counts.end(), 0);
    };
    EXPECT_EQ(sum(confusion.counts), evaluation.samples);
    EXPECT_EQ(sum(confusion.predicted), evaluation.samples);
    EXPECT_EQ(sum(confusion.correct), std::lround(evaluation.top1 * static_cast<double>(evaluation.samples)));
    int inPairs = 0;
    for (std::size_t i = 2; i < confusion.pairs.size(); i += 3)
        inPairs += confusion.pairs[i];
    EXPECT_EQ(inPairs, evaluation.samples);
    EXPECT_EQ(tally.worst().size(), 20u);
    EXPECT_EQ(tally.samples().size(), 20u);
}

TEST(Training, TakesEmptyPartsOfAShortLastBatch)
{
    RankFixture fixture(61,
                        7); // 61 = 3 * 20 + 1: in the second step rank 0 has one sample and the others none
    for (const RankOutcome& outcome : fixture.train(3))
        ASSERT_EQ(outcome.code, ExitCode::Success) << outcome.failure.message.english();
    const auto steps = only<StepFinished>(fixture.journal(1, 2));
    ASSERT_EQ(steps.size(), 4u);
    EXPECT_EQ(steps[0].samples, 20);
    EXPECT_EQ(steps[1].samples, 0);
    EXPECT_TRUE(std::isfinite(steps[1].loss));
    EXPECT_EQ(only<StepFinished>(fixture.journal(1, 0))[1].samples, 1);
    EXPECT_EQ(hashOf(fixture, 1, 0), hashOf(fixture, 1, 2));
    for (int rank = 0; rank < 3; ++rank)
        EXPECT_EQ(only<Evaluated>(fixture.journal(1, rank)), only<Evaluated>(fixture.journal(1, 0)));
    EXPECT_EQ(only<Evaluated>(fixture.journal(1, 0))[0].samples, 7);
}

TEST(Training, WritesACompleteJournal)
{
    RankFixture fixture;
    for (const RankOutcome& outcome : fixture.train(2))
        ASSERT_EQ(outcome.code, ExitCode::Success) << outcome.failure.message.english();
    for (int rank = 0; rank < 2; ++rank) {
        const auto records = fixture.journal(1, rank);
        const auto& started = std::get<RankStarted>(records.front().event);
        EXPECT_EQ(started.rank, rank);
        EXPECT_EQ(started.worldSize, 2);
        EXPECT_EQ(started.run, "test-run");
        EXPECT_EQ(started.host, "This computer");
        EXPECT_EQ(started.device, "cpu");
        EXPECT_EQ(started.model, "mnist-cnn");
        EXPECT_EQ(started.parameters, 20350);
        EXPECT_EQ(started.trainingSamples, 403);
        EXPECT_EQ(started.validationSamples, 101);
        EXPECT_EQ(started.stepsPerEpoch, 11);
        EXPECT_EQ(started.epochs, 2);
        EXPECT_EQ(started.firstStep, 0);
        const auto& finished = std::get<RankFinished>(records.back().event);
        EXPECT_EQ(finished.exitCode, 0);
        EXPECT_EQ(finished.step, 22);
        EXPECT_GT(finished.seconds, 0);

        const auto steps = only<StepFinished>(records);
        ASSERT_EQ(steps.size(), 22u);
        double lossSum = 0;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            EXPECT_EQ(steps[i].step, static_cast<std::int64_t>(i));
            EXPECT_EQ(steps[i].epoch, static_cast<int>(i / 11));
            EXPECT_EQ(steps[i].batch, static_cast<std::int64_t>(i % 11));
            EXPECT_GT(steps[i].samplesPerSecond, 0);
            lossSum += i < 11 ? steps[i].loss * steps[i].samples : 0;
        }
        EXPECT_GT(lossSum, 0);
        EXPECT_EQ(only<EpochFinished>(records).size(), 2u);
        EXPECT_EQ(only<Evaluated>(records).size(), 2u);
        EXPECT_EQ(only<CollectiveFinished>(records).size(), 2u);
        EXPECT_GT(only<CollectiveFinished>(records)[1].bytesSent, 11 * 20350 * 4 / 2);
        EXPECT_EQ(only<CheckpointSaved>(records).size(), rank == 0 ? 2u : 0u);
        EXPECT_TRUE(only<Warned>(records).empty());
    }
    const auto saved = only<CheckpointSaved>(fixture.journal(1, 0));
    EXPECT_EQ(saved[1].path, "checkpoints/step-00000022");
    EXPECT_EQ(saved[1].epoch, 1);
    EXPECT_TRUE(std::filesystem::exists(fixture.folder() + "/" + saved[1].path + "/manifest.json"));
}

TEST(Training, MeansOfAnEpochCoverAllRanks)
{
    RankFixture fixture;
    fixture.train(2);
    double sum = 0;
    int samples = 0;
    for (int rank = 0; rank < 2; ++rank)
        for (const auto& step : only<StepFinished>(fixture.journal(1, rank)))
            if (step.epoch == 1) {
                sum += step.loss * step.samples;
                samples += step.samples;
            }
    EXPECT_EQ(samples, 403);
    EXPECT_NEAR(only<EpochFinished>(fixture.journal(1, 1))[1].loss, sum / 403, 1e-9);
}

TEST(Training, WritesALogLikeTheSourceJob)
{
    RankFixture fixture;
    fixture.train(1);
    const std::string log = fixture.log(1, 0);
    const std::regex line(R"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} epoch: 2, batch: 20, loss is: \d+\.\d+)");
    EXPECT_TRUE(std::regex_search(log, line)) << log;
    EXPECT_THAT(log,
                AllOf(HasSubstr("epoch: 1, batch: 1, loss is: "), HasSubstr("epoch: 1, batch: 10, loss is: "),
                      HasSubstr("loading mnist from "), HasSubstr("parameters: 20350")));
    EXPECT_THAT(log, ::testing::Not(HasSubstr("batch: 5,")));
}

TEST(Training, StopsAllRanksAfterTheSameStepWithACheckpoint)
{
    RankFixture fixture;
    fixture.experiment.training.epochs = 1000;
    const auto outcomes = fixture.train(3, [&](const std::vector<StopFlag*>& flags) {
        waitUntil([&] { return fixture.log(1, 1).find("epoch: 2, batch: 1,") != std::string::npos; });
        flags[1]->request(); // one rank is enough
    });
    for (const RankOutcome& outcome : outcomes)
        EXPECT_EQ(outcome.code, ExitCode::Stopped) << outcome.failure.message.english();
    const auto first = std::get<RankFinished>(fixture.journal(1, 0).back().event);
    EXPECT_EQ(first.exitCode, 10);
    EXPECT_THAT(first.message.english(), HasSubstr("Stopped as asked"));
    for (int rank = 1; rank < 3; ++rank) {
        const auto other = std::get<RankFinished>(fixture.journal(1, rank).back().event);
        EXPECT_EQ(other.step, first.step);
        EXPECT_EQ(other.weightHash, first.weightHash);
    }
    EXPECT_EQ(newestOf(fixture).position.step, first.step);
}

TEST(TrainingErrors, ADataErrorIsTheLastRecord)
{
    RankFixture fixture;
    std::filesystem::remove(fixture.dataFolder() + "/train-labels-idx1-ubyte");
    const auto outcome = fixture.train(1)[0];
    EXPECT_EQ(outcome.code, ExitCode::DataError);
    const auto records = fixture.journal(1, 0);
    ASSERT_EQ(records.size(), 2u);
    EXPECT_EQ(std::get<RankStarted>(records[0].event).host, "This computer");
    const auto& finished = std::get<RankFinished>(records[1].event);
    EXPECT_EQ(finished.exitCode, 4);
    EXPECT_EQ(finished.message.english(), outcome.failure.message.english());
    EXPECT_THAT(finished.message.english(), HasSubstr("train-labels-idx1-ubyte"));
}

TEST(TrainingErrors, FewerSamplesThanRanks)
{
    RankFixture fixture(2, 3);
    for (const RankOutcome& outcome : fixture.train(3)) {
        EXPECT_EQ(outcome.code, ExitCode::DataError);
        EXPECT_THAT(outcome.failure.message.english(), HasSubstr("has 2 images, too few for 3 ranks"));
    }
}

TEST(TrainingErrors, ALossThatExplodesIsOneWarning)
{
    RankFixture fixture;
    fixture.experiment.training.optimizer = OptimizerKind::Sgd;
    fixture.experiment.training.loss = LossKind::SquaredError;
    fixture.experiment.training.learningRate = 1000;
    EXPECT_EQ(fixture.train(1)[0].code, ExitCode::Success);
    const auto warnings = only<Warned>(fixture.journal(1, 0));
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_THAT(warnings[0].warning.english(), AllOf(HasSubstr("diverged"), HasSubstr("1000")));
}

TEST(TrainingErrors, ACheckpointThatCannotBeWrittenIsAWarningAndInTheEndAnError)
{
    RankFixture fixture;
    fixture.experiment.training.epochs = 3;
    const auto outcomes = fixture.train(2, [&](const std::vector<StopFlag*>&) {
        waitUntil([&] { return fixture.log(1, 1).find("epoch: 1, batch: 1,") != std::string::npos; });
        std::filesystem::remove_all(fixture.folder() + "/checkpoints");
        std::ofstream(fixture.folder() + "/checkpoints") << "in the way";
    });
    EXPECT_EQ(outcomes[0].code, ExitCode::CheckpointError);
    EXPECT_EQ(outcomes[1].code, ExitCode::Success) << outcomes[1].failure.message.english();
    const auto records = fixture.journal(1, 0);
    EXPECT_EQ(only<StepFinished>(records).size(), 33u);
    EXPECT_FALSE(only<Warned>(records).empty());
    EXPECT_EQ(std::get<RankFinished>(records.back().event).exitCode, 7);
}

TEST(TrainingErrors, AFullDiskIsNamed)
{
    RankFixture fixture;
    std::filesystem::create_directories(fixture.folder() + "/attempt-1");
    std::filesystem::create_symlink("/dev/full", fixture.folder() + "/attempt-1/rank-0.log");
    const auto outcome = fixture.train(1)[0];
    EXPECT_EQ(outcome.code, ExitCode::Failure);
    EXPECT_THAT(outcome.failure.message.english(),
                AllOf(HasSubstr("The disk is full"), HasSubstr("rank-0.log")));
}

} // namespace
} // namespace lockstep
