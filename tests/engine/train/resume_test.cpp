// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/run_files.h"
#include "tests/engine/train/rank_fixture.h"

#include <gmock/gmock.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>

namespace lockstep {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using namespace lockstep::testing;

void flipByte(const std::string& path, std::streamoff offset)
{
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekg(offset);
    const char byte = static_cast<char>(file.get() ^ 1);
    file.seekp(offset);
    file.put(byte);
}

/// Trains in many attempts: each is stopped after its first steps, the next goes on. Returns their number.
int trainInPieces(RankFixture& pieces, int ranks, std::int64_t stepsPerEpoch)
{
    int attempt = 0;
    bool midEpoch = false;
    ExitCode code = ExitCode::Stopped;
    std::string reason;
    while (code == ExitCode::Stopped && attempt < 30) {
        ++attempt;
        const RankOutcome outcome = pieces.train(ranks, [&](const std::vector<StopFlag*>& flags) {
            // A few steps, not always as many, or each piece might be an epoch; or what is left of the
            // training.
            const std::size_t few = 2500 + 700 * static_cast<std::size_t>(attempt % 3);
            waitUntil([&] {
                const std::string text = pieces.journalText(attempt, 0);
                return text.size() > few || text.find("\"finished\"") != std::string::npos;
            });
            flags.back()->request();
        })[0];
        code = outcome.code;
        reason = outcome.failure.message.english();
        pieces.resume = "latest";
        const auto finished = std::get<RankFinished>(pieces.journal(attempt, 0).back().event);
        midEpoch = midEpoch || (code == ExitCode::Stopped && finished.step % stepsPerEpoch != 0);
    }
    EXPECT_EQ(code, ExitCode::Success) << reason;
    EXPECT_GT(attempt, 1);
    EXPECT_TRUE(midEpoch);
    return attempt;
}

/// That the pieces made the same steps, the same epochs and the same bits.
void expectSameTraining(const RankFixture& whole, const RankFixture& pieces, int attempts, int ranks)
{
    for (int rank = 0; rank < ranks; ++rank)
        EXPECT_EQ(hashOf(pieces, attempts, rank), hashOf(whole, 1, 0));
    EXPECT_EQ(epochLosses(pieces, attempts, 0).back(), epochLosses(whole, 1, 0).back());
    const LoadedCheckpoint a = newestOf(whole);
    const LoadedCheckpoint b = newestOf(pieces);
    EXPECT_EQ(a.model, b.model); // running statistics included
    EXPECT_EQ(a.optimizer, b.optimizer);
    EXPECT_EQ(a.position, b.position);

    // The steps of all attempts make one unbroken row.
    std::vector<StepFinished> steps;
    for (int attempt = 1; attempt <= attempts; ++attempt) {
        const auto records = pieces.journal(attempt, 0);
        EXPECT_EQ(std::get<RankStarted>(records.front().event).firstStep,
                  static_cast<std::int64_t>(steps.size()));
        for (const auto& step : only<StepFinished>(records))
            steps.push_back(step);
    }
    const auto expected = only<StepFinished>(whole.journal(1, 0));
    ASSERT_EQ(steps.size(), expected.size());
    for (std::size_t i = 0; i < steps.size(); ++i) {
        EXPECT_EQ(steps[i].step, static_cast<std::int64_t>(i));
        EXPECT_EQ(steps[i].loss, expected[i].loss);
        EXPECT_EQ(steps[i].top1, expected[i].top1);
        EXPECT_EQ(steps[i].learningRate, expected[i].learningRate);
    }
}

/// Stopped at some step or other, also several times, also in mid-epoch.
class Resume : public ::testing::TestWithParam<int> {
protected:
    void expectBitForBit(const std::function<void(RankFixture&)>& prepare)
    {
        RankFixture whole;
        RankFixture pieces;
        prepare(whole);
        prepare(pieces);
        const auto outcomes = whole.train(GetParam());
        expectSuccess(outcomes);
        ASSERT_EQ(outcomes[0].code, ExitCode::Success);
        const auto started = std::get<RankStarted>(whole.journal(1, 0).front().event);
        const int attempts = trainInPieces(pieces, GetParam(), started.stepsPerEpoch);
        expectSameTraining(whole, pieces, attempts, GetParam());
    }
};

TEST_P(Resume, GoesOnBitForBit)
{
    expectBitForBit([](RankFixture& fixture) { fixture.experiment.training.epochs = 6; });
}

/// Batch norm's running statistics, dropout's masks, crops and flips, momentum, a schedule within its
/// warm-up, accumulation.
TEST_P(Resume, GoesOnBitForBitWithDropoutAndRunningStatistics)
{
    expectBitForBit([](RankFixture& fixture) {
        fixture.useNoisePictures("mobilenet_v2", 8);
        fixture.workers = 2;
        TrainingSpec& training = fixture.experiment.training;
        training.optimizer = OptimizerKind::Momentum;
        training.nesterov = true;
        training.weightDecay = 1e-3;
        training.decayAll = false;
        training.learningRate = 0.05;
        training.schedule.kind = ScheduleKind::Cosine;
        training.schedule.warmupEpochs = 1.5;
        training.clipNorm = 5;
        training.batch = 4;
        training.accumulate = 2;
        training.epochs = 4;
    });
}

/// What a rank has not sent yet, the starts of the next step's matrices, momentum that ranks keep, and what
/// is rounded at random.
TEST_P(Resume, GoesOnBitForBitWithCompressedGradients)
{
    for (const CompressionKind kind : kCompressions)
        expectBitForBit([kind](RankFixture& fixture) {
            TrainingSpec& training = fixture.experiment.training;
            training.optimizer = OptimizerKind::Momentum;
            training.compression = kind;
            training.compressionRank = 2;
            training.batch = 20;
            training.epochs = 4;
        });
}

/// Momenta that differ by rank, and that of the meetings.
TEST_P(Resume, GoesOnBitForBitWithLocalSteps)
{
    expectBitForBit([](RankFixture& fixture) {
        TrainingSpec& training = fixture.experiment.training;
        training.optimizer = OptimizerKind::Momentum;
        training.learningRate = 0.003;
        training.strategy = StrategyKind::LocalSteps;
        training.localSteps = 3;
        training.outerLearningRate = 0.7;
        training.outerMomentum = 0.5;
        training.batch = 20;
        training.epochs = 4;
    });
}

/// The last step of each epoch leaves some ranks without a sample.
TEST_P(Resume, GoesOnBitForBitWithUnevenShares)
{
    expectBitForBit([](RankFixture& fixture) {
        TrainingSpec& training = fixture.experiment.training;
        training.shares.kind = ShareKind::ByRank;
        training.shares.byRank = GetParam() == 1 ? std::vector{1} : std::vector{1, 6};
        training.accumulate = 2;
        training.epochs = 6;
    });
}

/// Weights and momenta that servers hold.
TEST_P(Resume, GoesOnBitForBitWithServers)
{
    expectBitForBit([](RankFixture& fixture) {
        TrainingSpec& training = fixture.experiment.training;
        training.optimizer = OptimizerKind::Momentum;
        training.learningRate = 0.003;
        training.strategy = StrategyKind::ServerSync;
        training.batch = 20;
        training.epochs = 4;
    });
}

/// Rank 0 alone reads the checkpoint, and no step is left that would take its weights to the others.
TEST_P(Resume, OfWhatIsOverEndsWithTheSameWeightsWithServers)
{
    for (const StrategyKind strategy : {StrategyKind::ServerSync, StrategyKind::ServerAsync}) {
        RankFixture fixture;
        fixture.experiment.training.strategy = strategy;
        fixture.experiment.training.optimizer = OptimizerKind::Sgd;
        expectSuccess(fixture.train(GetParam()));
        fixture.resume = "latest";
        expectSuccess(fixture.train(GetParam()));
        for (int rank = 0; rank < GetParam(); ++rank)
            EXPECT_EQ(hashOf(fixture, 2, rank), hashOf(fixture, 1, 0));
    }
}

INSTANTIATE_TEST_SUITE_P(WorldSizes, Resume, ::testing::Values(1, 2));

TEST(ResumeElsewhere, AnyNumberOfRanksTakesOverBetweenEpochs)
{
    RankFixture fixture;
    fixture.experiment.training.epochs = 1;
    expectSuccess(fixture.train(2));
    fixture.experiment.training.epochs = 2;
    fixture.resume = "latest";
    expectSuccess(fixture.train(3));
    const auto started = std::get<RankStarted>(fixture.journal(2, 2).front().event);
    EXPECT_EQ(started.firstStep, 11);
    EXPECT_EQ(started.stepsPerEpoch, 7);
    EXPECT_EQ(only<StepFinished>(fixture.journal(2, 2)).size(), 7u);
    EXPECT_LT(epochLosses(fixture, 2, 0)[0], epochLosses(fixture, 1, 0)[0]);
}

/// A cosine over 6 epochs, of which one rank makes 2 and two ranks the rest: every step has the rate of its
/// place in its epoch, as written down by Loshchilov and Hutter.
TEST(ResumeElsewhere, TheScheduleGoesOnWhereTheEpochsAre)
{
    RankFixture fixture;
    TrainingSpec& training = fixture.experiment.training;
    training.schedule.kind = ScheduleKind::Cosine;
    training.checkpointEvery = 1;
    training.epochs = 6;
    fixture.train(1, [&](const std::vector<StopFlag*>& flags) {
        waitUntil([&] { return fixture.log(1, 0).find("epoch: 2 is done") != std::string::npos; });
        flags[0]->request();
    });
    // The stop may have come in mid-epoch, where only the same global batch goes on.
    const auto folders = CheckpointStore(fixture.folder(), 3).list();
    for (auto folder = folders.rbegin(); readManifest(*folder).position.batchInEpoch != 0; ++folder)
        std::filesystem::remove_all(*folder);
    fixture.resume = "latest";
    expectSuccess(fixture.train(2));

    const auto records = fixture.journal(2, 0);
    const double stepsPerEpoch =
        static_cast<double>(std::get<RankStarted>(records.front().event).stepsPerEpoch);
    const auto steps = only<StepFinished>(records);
    ASSERT_GT(steps.size(), 11u);
    for (const StepFinished& step : steps) {
        const double done = (step.epoch + static_cast<double>(step.batch) / stepsPerEpoch) / 6;
        EXPECT_NEAR(step.learningRate, 0.002 * (1 + std::cos(std::numbers::pi * done)) / 2, 1e-12)
            << "epoch " << step.epoch << ", batch " << step.batch;
    }
}

TEST(ResumeElsewhere, WithinAnEpochOnlyTheSameGlobalBatchGoesOn)
{
    RankFixture fixture;
    fixture.experiment.training.epochs = 1000;
    fixture.train(2, [&](const std::vector<StopFlag*>& flags) {
        waitUntil([&] { return fixture.log(1, 1).find("epoch: 1, batch: 1,") != std::string::npos; });
        flags[0]->request();
    });
    const TrainingPosition stopped = newestOf(fixture).position;
    ASSERT_GT(stopped.batchInEpoch, 0);
    fixture.experiment.training.epochs = stopped.epoch + 1;
    fixture.resume = "latest";
    const auto refused = fixture.train(1)[0];
    EXPECT_EQ(refused.code, ExitCode::CheckpointError);
    EXPECT_THAT(refused.failure.message.english(),
                AllOf(HasSubstr("global batch"), HasSubstr("is 40"), HasSubstr("is 20")));
    fixture.experiment.training.batch = 40;
    expectSuccess(fixture.train(1));
    EXPECT_EQ(std::get<RankStarted>(fixture.journal(3, 0).front().event).firstStep, stopped.step);
}

/// A training over four epochs, of which the last two are made again from the checkpoint between them.
class ResumeChosen : public ::testing::Test {
protected:
    ResumeChosen()
    {
        m_run.experiment.training.epochs = 4;
        m_run.experiment.training.keepCheckpoints = 9;
        expectSuccess(m_run.train(1));
        for (const CheckpointSaved& saved : only<CheckpointSaved>(m_run.journal(1, 0)))
            m_steps.push_back(saved.step);
        m_run.resume = checkpointName(m_steps.at(1));
    }
    std::string file(std::size_t checkpoint, const char* name) const
    {
        return m_run.folder() + "/" + checkpointFolder(m_steps.at(checkpoint)) + "/" + name;
    }

    RankFixture m_run;
    std::vector<std::int64_t> m_steps; ///< of the checkpoints
};

TEST_F(ResumeChosen, ComputesBitForBitWhatTheFirstAttemptDidAfterIt)
{
    ASSERT_EQ(m_steps.size(), 4u);
    const LoadedCheckpoint before = newestOf(m_run);
    expectSuccess(m_run.train(1));
    EXPECT_EQ(hashOf(m_run, 2, 0), hashOf(m_run, 1, 0));
    const LoadedCheckpoint after = newestOf(m_run);
    EXPECT_EQ(after.model, before.model);
    EXPECT_EQ(after.optimizer, before.optimizer);
    EXPECT_EQ(after.position, before.position);
    EXPECT_EQ(after.standing, before.standing) << "what is better than all before is found again";

    const auto records = m_run.journal(2, 0);
    EXPECT_EQ(std::get<RankStarted>(records.front().event).firstStep, m_steps[1]);
    auto first = only<StepFinished>(m_run.journal(1, 0));
    first.erase(first.begin(), first.begin() + m_steps[1]);
    const auto again = only<StepFinished>(records);
    ASSERT_EQ(again.size(), first.size());
    for (std::size_t i = 0; i < again.size(); ++i) {
        EXPECT_EQ(again[i].step, first[i].step);
        EXPECT_EQ(again[i].loss, first[i].loss);
    }
    EXPECT_THAT(only<CheckpointRemoved>(records),
                ::testing::ElementsAre(CheckpointRemoved{m_steps[3], checkpointFolder(m_steps[3])},
                                       CheckpointRemoved{m_steps[2], checkpointFolder(m_steps[2])}));
}

TEST_F(ResumeChosen, OneThatIsDamagedOrGoneIsRefusedAndNothingIsDiscarded)
{
    flipByte(file(1, "model.safetensors"), 4000);
    const auto damaged = m_run.train(1)[0];
    EXPECT_EQ(damaged.code, ExitCode::CheckpointError);
    EXPECT_THAT(damaged.failure.message.english(), HasSubstr("model.safetensors is damaged"));
    std::filesystem::remove(file(1, "manifest.json"));
    EXPECT_THAT(m_run.train(1)[0].failure.message.english(),
                HasSubstr("no checkpoint " + m_run.resume + " any more"));
    EXPECT_EQ(CheckpointStore(m_run.folder(), 9).list().size(), 3u);
}

TEST(ResumeErrors, AFinishedRunHasNothingLeftToDo)
{
    RankFixture fixture;
    fixture.train(1);
    fixture.resume = "latest";
    EXPECT_EQ(fixture.train(1)[0].code, ExitCode::Success);
    EXPECT_EQ(hashOf(fixture, 2, 0), hashOf(fixture, 1, 0));
    EXPECT_TRUE(only<StepFinished>(fixture.journal(2, 0)).empty());
}

TEST(ResumeErrors, NamesWhatDoesNotFit)
{
    RankFixture fixture;
    fixture.train(1);
    fixture.resume = "latest";
    fixture.experiment.training.seed = 6;
    const auto outcome = fixture.train(1)[0];
    EXPECT_EQ(outcome.code, ExitCode::CheckpointError);
    EXPECT_THAT(outcome.failure.message.english(),
                AllOf(HasSubstr("its seed is 5"), HasSubstr("experiment's is 6")));
    fixture.experiment.training.seed = 5;
    fixture.experiment.model.name = "lenet";
    EXPECT_THAT(fixture.train(1)[0].failure.message.english(), HasSubstr("its model is mnist-cnn"));
}

TEST(ResumeErrors, WithoutACheckpointItStartsAnewAndSaysSo)
{
    RankFixture fixture;
    fixture.resume = "latest";
    EXPECT_EQ(fixture.train(1)[0].code, ExitCode::Success);
    const auto warnings = only<Warned>(fixture.journal(1, 0));
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_THAT(warnings[0].warning.english(), HasSubstr("no checkpoint"));
}

} // namespace
} // namespace lockstep
