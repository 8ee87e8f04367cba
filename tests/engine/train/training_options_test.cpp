// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// What the experiment's training settings do to a run.
#include "engine/optim/schedule.h"
#include "engine/train/trainer.h"
#include "tests/engine/support/devices.h"
#include "tests/engine/train/rank_fixture.h"

#include <gmock/gmock.h>

#include <cmath>
#include <filesystem>
#include <fstream>

namespace lockstep {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using namespace lockstep::testing;

/// A learning rate with which nothing is learnt.
constexpr double kStill = 1e-300;

void useSyntheticImages(RankFixture& fixture, const std::string& model, int samples)
{
    fixture.experiment.model.name = model;
    fixture.experiment.data.kind = DataKind::Synthetic;
    fixture.experiment.data.imageSize = 32;
    fixture.experiment.data.samples = samples;
}

std::vector<std::string> warningsOf(const RankFixture& fixture, int attempt, int rank)
{
    std::vector<std::string> texts;
    for (const Warned& warned : only<Warned>(fixture.journal(attempt, rank)))
        texts.push_back(warned.warning.english());
    return texts;
}

const LoadedTensor& tensorOf(const LoadedCheckpoint& checkpoint, const std::string& name)
{
    for (const LoadedTensor& tensor : checkpoint.model)
        if (tensor.name == name)
            return tensor;
    throw std::runtime_error("no tensor " + name);
}

TEST(DevicePatience, IsTheStandardOneUnlessRanksAreGivenMoreTime)
{
    TrainingSpec training;
    EXPECT_EQ(programOptions(training, 1, 1).deviceSeconds, ProgramOptions().deviceSeconds);
    training.timeoutSeconds = 400;
    EXPECT_EQ(programOptions(training, 1, 1).deviceSeconds, 400);
}

/// Pieces of 7, 7 and 6 samples, and a last batch of 3.
TEST(Accumulation, MakesTheSameTrainingAsOneBigBatch)
{
    RankFixture whole;
    RankFixture pieces;
    for (RankFixture* fixture : {&whole, &pieces}) {
        fixture->experiment.training.optimizer = OptimizerKind::Momentum;
        fixture->experiment.training.learningRate = 0.02;
    }
    pieces.experiment.training.accumulate = 3;
    expectSuccess(whole.train(2));
    expectSuccess(pieces.train(2));
    EXPECT_LT(relativeDifference(newestOf(pieces), newestOf(whole)), 1e-4);
    const auto a = only<StepFinished>(whole.journal(1, 1));
    const auto b = only<StepFinished>(pieces.journal(1, 1));
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        EXPECT_EQ(a[i].samples, b[i].samples);
        EXPECT_NEAR(a[i].loss, b[i].loss, 1e-3 * (a[i].loss + 0.1));
    }
    EXPECT_EQ(hashOf(pieces, 1, 0), hashOf(pieces, 1, 1));
}

/// Dropout's masks belong to a sample's place in the global batch, whoever computes it.
TEST(Dropout, SeveralRanksAndPiecesMatchOneRank)
{
    RankFixture together;
    RankFixture alone;
    RankFixture pieces;
    for (RankFixture* fixture : {&together, &alone, &pieces}) {
        useSyntheticImages(*fixture, "squeezenet1_1", 36);
        fixture->experiment.training.optimizer = OptimizerKind::Sgd;
        fixture->experiment.training.learningRate = 0.02;
        fixture->experiment.training.batch = 8;
    }
    together.experiment.training.batch = 4;
    pieces.experiment.training.accumulate = 3;
    for (const RankOutcome& outcome : together.train(2))
        ASSERT_EQ(outcome.code, ExitCode::Success) << outcome.failure.message.english();
    expectSuccess(alone.train(1));
    expectSuccess(pieces.train(1));
    EXPECT_LT(relativeDifference(newestOf(together), newestOf(alone)), 1e-4);
    EXPECT_LT(relativeDifference(newestOf(pieces), newestOf(alone)), 1e-4);
    // (Another seed's masks would differ by far more.)
    RankFixture other;
    other.experiment = alone.experiment;
    other.experiment.training.seed = 6;
    expectSuccess(other.train(1));
    EXPECT_GT(relativeDifference(newestOf(other), newestOf(alone)), 1e-2);
}

TEST(RunningStatistics, AreRankZerosEverywhereAndInTheCheckpoint)
{
    RankFixture fixture;
    useSyntheticImages(fixture, "resnet20", 40);
    fixture.experiment.training.batch = 5;
    expectSuccess(fixture.train(2));
    EXPECT_EQ(only<Evaluated>(fixture.journal(1, 0)), only<Evaluated>(fixture.journal(1, 1)));
    EXPECT_EQ(hashOf(fixture, 1, 0), hashOf(fixture, 1, 1));
    const LoadedCheckpoint checkpoint = newestOf(fixture);
    const LoadedTensor& count = tensorOf(checkpoint, "bn1.num_batches_tracked");
    EXPECT_EQ(count.shape, Shape());
    EXPECT_EQ(count.values, std::vector<float>{8}); // 2 epochs of 4 steps
    const LoadedTensor& variance = tensorOf(checkpoint, "bn1.running_var");
    EXPECT_EQ(variance.shape, Shape({16}));
    EXPECT_NE(variance.values, std::vector<float>(16, 1.0f));

    // Weights of one rank's checkpoint evaluate as all ranks did.
    RankFixture again;
    again.experiment = fixture.experiment;
    again.experiment.model.weights = checkpoint.path;
    again.experiment.training.optimizer = OptimizerKind::Sgd;
    again.experiment.training.learningRate = kStill;
    again.experiment.training.epochs = 1;
    expectSuccess(again.train(1));
    EXPECT_EQ(tensorOf(newestOf(again), "linear.weight"), tensorOf(checkpoint, "linear.weight"));
    EXPECT_THAT(warningsOf(again, 1, 0), ::testing::IsEmpty());
    EXPECT_THAT(again.log(1, 0), HasSubstr("Weights from " + checkpoint.path));
}

TEST(LearningRate, OfEveryStepIsTheSchedules)
{
    RankFixture fixture;
    TrainingSpec& training = fixture.experiment.training;
    training.schedule.kind = ScheduleKind::Cosine;
    training.schedule.warmupEpochs = 0.5;
    training.schedule.scaleWithWorldSize = true;
    expectSuccess(fixture.train(2));
    const LearningRateSchedule schedule(training, 11, 2);
    const auto steps = only<StepFinished>(fixture.journal(1, 1));
    ASSERT_EQ(steps.size(), 22u);
    for (const StepFinished& step : steps)
        EXPECT_EQ(step.learningRate, schedule.rate(step.epoch, step.batch));
    EXPECT_LT(steps[0].learningRate, steps[5].learningRate);
    EXPECT_GT(steps[5].learningRate, 1.5 * training.learningRate);
    EXPECT_LT(steps[21].learningRate, 0.05 * training.learningRate);
}

/// w moves by rate * gradient: at most rate * clip a step, over all ranks and parameters together.
TEST(Clipping, BoundsTheUpdateOfAStep)
{
    RankFixture free;
    RankFixture clipped;
    for (RankFixture* fixture : {&free, &clipped}) {
        fixture->experiment.training.optimizer = OptimizerKind::Sgd;
        fixture->experiment.training.learningRate = 0.05;
        fixture->experiment.training.epochs = 1;
    }
    clipped.experiment.training.clipNorm = 1e-3;
    expectSuccess(free.train(2));
    expectSuccess(clipped.train(2));
    EXPECT_EQ(hashOf(clipped, 1, 0), hashOf(clipped, 1, 1));
    RankFixture start;
    start.experiment = clipped.experiment;
    start.experiment.training.learningRate = kStill;
    expectSuccess(start.train(1));
    const LoadedCheckpoint from = newestOf(start);
    double size = 0;
    for (const LoadedTensor& tensor : from.model)
        for (const float value : tensor.values)
            size += static_cast<double>(value) * static_cast<double>(value);
    const double moved = relativeDifference(from, newestOf(clipped)) * std::sqrt(size);
    EXPECT_GT(moved, 0.05 * 1e-3);
    EXPECT_LT(moved, 11 * 0.05 * 1e-3 * 1.01);
    EXPECT_GT(relativeDifference(from, newestOf(free)) * std::sqrt(size), 10 * moved);
}

TEST(LabelSmoothing, ReachesTheLoss)
{
    std::vector<double> losses;
    for (const double smoothing : {0.0, 0.5}) {
        RankFixture fixture;
        fixture.experiment.training.labelSmoothing = smoothing;
        fixture.experiment.training.epochs = 3;
        expectSuccess(fixture.train(1));
        losses.push_back(epochLosses(fixture, 1, 0).back());
    }
    // A target of 0.55 and nine of 0.05 has an entropy of 1.68, below which no loss can fall.
    EXPECT_GT(losses[1], 1.67);
    EXPECT_LT(losses[0], 1.0);
}

TEST(Records, TellShareOfRightAnswersAndWhereTheTimeWent)
{
    RankFixture fixture;
    expectSuccess(fixture.train(2));
    for (const StepFinished& step : only<StepFinished>(fixture.journal(1, 1))) {
        EXPECT_GE(step.top1, 0);
        EXPECT_LE(step.top1, step.top5);
        EXPECT_LE(step.top5, 1);
        EXPECT_NEAR(step.top1 * step.samples, std::round(step.top1 * step.samples), 1e-9);
        const double parts = step.dataSeconds + step.forwardSeconds + step.backwardSeconds +
                             step.networkSeconds + step.optimizerSeconds;
        EXPECT_GT(step.forwardSeconds, 0);
        EXPECT_GT(step.backwardSeconds, 0);
        EXPECT_GT(step.optimizerSeconds, 0);
        if (!tellsSeconds(testDevice())) { // else they overlap
            EXPECT_LE(parts, step.samples / step.samplesPerSecond * 1.0001);
        }
    }
    for (const Evaluated& evaluated : only<Evaluated>(fixture.journal(1, 0))) {
        EXPECT_LE(evaluated.top1, evaluated.top5);
        EXPECT_GT(evaluated.top5, 0.4); // of ten classes, and it learns
        EXPECT_NEAR(evaluated.top5 * 101, std::round(evaluated.top5 * 101), 1e-9);
    }
}

TEST(EarlyStop, EndsAllRanksWhenNothingGetsBetter)
{
    RankFixture fixture;
    TrainingSpec& training = fixture.experiment.training;
    training.optimizer = OptimizerKind::Sgd;
    training.learningRate = kStill;
    training.epochs = 50;
    training.earlyStop = 2;
    training.checkpointEvery = 40;
    expectSuccess(fixture.train(2));
    for (int rank = 0; rank < 2; ++rank) {
        const auto records = fixture.journal(1, rank);
        EXPECT_EQ(only<EpochFinished>(records).size(), 3u); // one sets the mark, two do not pass it
        EXPECT_EQ(std::get<RankFinished>(records.back().event).exitCode, 0);
    }
    ASSERT_EQ(warningsOf(fixture, 1, 0).size(), 1u);
    EXPECT_THAT(warningsOf(fixture, 1, 0)[0], HasSubstr("for 2 epochs, no validation top-1 was above"));
    EXPECT_EQ(newestOf(fixture).position.epochsSinceBest, 2);
    EXPECT_EQ(newestOf(fixture).position.epoch, 3);
    // Resumed, it has nothing to do; with more patience, it goes on and counts on.
    fixture.resume = "latest";
    expectSuccess(fixture.train(2));
    EXPECT_TRUE(only<StepFinished>(fixture.journal(2, 0)).empty());
    training.earlyStop = 4;
    expectSuccess(fixture.train(2));
    EXPECT_EQ(only<EpochFinished>(fixture.journal(3, 1)).size(), 2u);
}

std::vector<CheckpointSaved> bestOf(const RankFixture& fixture)
{
    std::vector<CheckpointSaved> best;
    for (const CheckpointSaved& saved : only<CheckpointSaved>(fixture.journal(1, 0)))
        if (saved.best)
            best.push_back(saved);
    return best;
}

TEST(KeepBest, SavesOnlyWhatIsBetterAndPastTheThreshold)
{
    RankFixture fixture(403, 997);
    TrainingSpec& training = fixture.experiment.training;
    training.epochs = 7;
    training.learningRate = 0.001;
    training.checkpointEvery = 100;
    training.keepCheckpoints = 2;
    training.keepBest = 100;
    training.keepBestAbove = 0.85;
    expectSuccess(fixture.train(1));
    // By hand from the validations: each that is above the threshold and above all before it.
    double highest = -1;
    std::vector<std::int64_t> expected;
    std::size_t below = 0;
    for (const Evaluated& evaluated : only<Evaluated>(fixture.journal(1, 0))) {
        if (evaluated.top1 > highest && evaluated.top1 > training.keepBestAbove)
            expected.push_back(evaluated.step);
        below += evaluated.top1 <= training.keepBestAbove ? 1 : 0;
        highest = std::max(highest, evaluated.top1);
    }
    ASSERT_GE(expected.size(), 2u);
    ASSERT_GE(below, 1u) << "the test needs an epoch below the threshold";
    std::vector<std::int64_t> found;
    for (const CheckpointSaved& saved : bestOf(fixture)) {
        found.push_back(saved.step);
        EXPECT_TRUE(std::filesystem::exists(fixture.folder() + "/" + saved.path + "/manifest.json"));
    }
    EXPECT_EQ(found, expected);
    EXPECT_EQ(newestOf(fixture).position.bestTop1, highest);
}

TEST(KeepBest, KeepsAsManyAsAskedFor)
{
    RankFixture fixture;
    TrainingSpec& training = fixture.experiment.training;
    training.epochs = 8;
    training.keepCheckpoints = 2;
    training.keepBest = 2;
    expectSuccess(fixture.train(1));
    const auto best = bestOf(fixture);
    ASSERT_GE(best.size(), 3u);
    std::vector<std::string> kept;
    for (const std::string& folder : CheckpointStore(fixture.folder(), 2, 2).list())
        if (readManifest(folder).standing == Standing::Best)
            kept.push_back("checkpoints/" + std::filesystem::path(folder).filename().string());
    EXPECT_EQ(kept, (std::vector{best[best.size() - 2].path, best.back().path}));
}

TEST(Weights, APartOfThemIsLoadedAndTheRestListed)
{
    RankFixture source;
    useSyntheticImages(source, "resnet20", 40);
    source.experiment.training.epochs = 1;
    expectSuccess(source.train(1));
    const LoadedCheckpoint trained = newestOf(source);

    RankFixture tuned;
    tuned.experiment = source.experiment;
    tuned.experiment.data.classes = 4;
    tuned.experiment.model.weights = trained.path + "/model.safetensors";
    tuned.experiment.training.optimizer = OptimizerKind::Sgd;
    tuned.experiment.training.learningRate = kStill;
    expectSuccess(tuned.train(2));
    const LoadedCheckpoint start = newestOf(tuned);
    EXPECT_EQ(tensorOf(start, "layer3.2.conv2.weight"), tensorOf(trained, "layer3.2.conv2.weight"));
    EXPECT_EQ(tensorOf(start, "bn1.weight"), tensorOf(trained, "bn1.weight"));
    EXPECT_EQ(hashOf(tuned, 1, 0), hashOf(tuned, 1, 1));
    const auto warnings = warningsOf(tuned, 1, 0);
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_THAT(warnings[0], AllOf(HasSubstr("Weights from "), HasSubstr(".weight"), HasSubstr("10x64"),
                                   HasSubstr("4x64")));
    EXPECT_THAT(warningsOf(tuned, 1, 1), ::testing::IsEmpty());
}

TEST(Weights, ThatCannotBeReadEndTheRunBeforeTraining)
{
    RankFixture fixture;
    fixture.experiment.model.weights = "nowhere.pth";
    const auto outcomes = fixture.train(1);
    EXPECT_EQ(outcomes[0].code, ExitCode::CheckpointError);
    EXPECT_THAT(outcomes[0].failure.message.english(), HasSubstr(fixture.folder() + "/nowhere.pth"));
}

TEST(Weights, OfACheckpointGoBeforeThoseOfTheExperiment)
{
    RankFixture fixture;
    expectSuccess(fixture.train(1));
    fixture.resume = "latest";
    fixture.experiment.model.weights = "nowhere.pth";
    expectSuccess(fixture.train(1));
    EXPECT_EQ(hashOf(fixture, 2, 0), hashOf(fixture, 1, 0));
}

/// Photographs in two classes, and among them a page named .jpg.
void makeImageFolder(const std::string& folder)
{
    namespace fs = std::filesystem;
    int number = 0;
    for (const auto& entry : fs::directory_iterator(LOCKSTEP_SHARED_DATA "/imagenet-sample")) {
        const std::string set = number % 4 == 3 ? "/val" : "/train";
        const std::string name = folder + set + (number % 2 == 0 ? "/even/" : "/odd/");
        fs::create_directories(name);
        if (entry.path().extension() == ".JPEG" && number < 24)
            fs::copy_file(entry.path(), name + "image" + std::to_string(number) + ".jpg");
        ++number;
    }
    fs::create_directories(folder + "/val/even");
    fs::copy_file(folder + "/train/even/image0.jpg", folder + "/val/even/image0.jpg");
    std::ofstream(folder + "/train/odd/broken.jpg") << "<html>not found</html>";
}

TEST(DamagedImages, AreNamedCountedAndPassedOver)
{
    RankFixture fixture;
    makeImageFolder(fixture.dataFolder() + "/images");
    fixture.experiment.model.name = "squeezenet1_1";
    fixture.experiment.data.kind = DataKind::ImageFolder;
    fixture.experiment.data.path = "data/images";
    fixture.experiment.data.imageSize = 32;
    fixture.experiment.data.resize = 36;
    fixture.experiment.data.damagedLimit = 0.2;
    fixture.experiment.training.batch = 5;
    expectSuccess(fixture.train(2));
    std::string all;
    for (int rank = 0; rank < 2; ++rank)
        for (const std::string& text : warningsOf(fixture, 1, rank))
            all += text + "\n";
    EXPECT_THAT(all, AllOf(HasSubstr("damaged image"), HasSubstr("odd/broken.jpg")));

    fixture.experiment.data.damagedLimit = 0;
    for (const RankOutcome& outcome : fixture.train(2)) {
        EXPECT_NE(outcome.code, ExitCode::Success);
        EXPECT_THAT(outcome.failure.message.english(), HasSubstr("damaged"));
    }
}

} // namespace
} // namespace lockstep
