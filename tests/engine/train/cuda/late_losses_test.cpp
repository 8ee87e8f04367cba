// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// Trainings whose losses are asked for when the next step was given tell what others tell.
#include "tests/engine/support/devices.h"
#include "tests/engine/support/emulated_cuda/fake_runtime.h"
#include "tests/engine/train/rank_fixture.h"

#include <gmock/gmock.h>

#include <cmath>

namespace lockstep {
namespace {

using namespace lockstep::testing;

/// What a journal tells of a training but for its times, in its order.
struct Story {
    std::vector<std::string> kinds;
    std::vector<StepFinished> steps;
    std::vector<EpochFinished> epochs;
    std::vector<Evaluated> evaluations;
    std::vector<StepSkipped> skipped;
    bool operator==(const Story&) const = default;
};

/// A number that equals itself, for what has diverged.
double comparable(double loss)
{
    return std::isnan(loss) ? -1 : loss;
}

Story storyOf(const std::vector<Record>& records)
{
    Story story;
    for (const Record& record : records)
        if (const auto* step = std::get_if<StepFinished>(&record.event)) {
            story.kinds.emplace_back("step");
            StepFinished timeless = *step;
            timeless.loss = comparable(step->loss);
            timeless.samplesPerSecond = timeless.dataSeconds = timeless.forwardSeconds =
                timeless.backwardSeconds = timeless.networkSeconds = timeless.optimizerSeconds = 0;
            story.steps.push_back(timeless);
        } else if (const auto* epoch = std::get_if<EpochFinished>(&record.event)) {
            story.kinds.emplace_back("epoch");
            story.epochs.push_back({epoch->epoch, epoch->step, comparable(epoch->loss), 0});
        } else if (const auto* evaluated = std::get_if<Evaluated>(&record.event)) {
            story.kinds.emplace_back("evaluated");
            story.evaluations.push_back(*evaluated);
            story.evaluations.back().loss = comparable(evaluated->loss);
        } else if (const auto* skipped = std::get_if<StepSkipped>(&record.event)) {
            story.kinds.emplace_back("skipped");
            story.skipped.push_back(*skipped);
        }
    return story;
}

class LateLosses : public ::testing::Test {
protected:
    ~LateLosses() override { restoreFakeRuntime(); }

    static void prepare(RankFixture& fixture)
    {
        fixture.factories.device = testDevice("emulated").make;
        fixture.experiment.training.schedule.kind = ScheduleKind::Cosine;
    }
    /// That it is not the standard one keeps the device from bringing a strategy of its own: the loss is
    /// asked for in each step, before its update.
    static void lookAtOnce(RankFixture& fixture)
    {
        fixture.factories.strategy = [](const TrainingSpec& training, ProcessGroup& group,
                                        const HostReplica& replica) {
            return makeStrategy(training, group, replica);
        };
    }
    template <typename Change>
    static std::pair<Story, std::string> trained(bool late, const Change& change)
    {
        RankFixture fixture(63, 11);
        prepare(fixture);
        change(fixture.experiment.training);
        if (!late)
            lookAtOnce(fixture);
        expectSuccess(fixture.train(1));
        return {storyOf(fixture.journal(1, 0)), hashOf(fixture, 1, 0)};
    }
};

TEST_F(LateLosses, LeaveTheSameJournalAndTheSameWeights)
{
    const auto expectSame = [](const auto& change) {
        const auto late = trained(true, change);
        const auto atOnce = trained(false, change);
        EXPECT_EQ(late.first.steps.size(), 8U);
        EXPECT_EQ(late.first.kinds, atOnce.first.kinds);
        EXPECT_EQ(late.first.steps, atOnce.first.steps);
        EXPECT_EQ(late.first.epochs, atOnce.first.epochs);
        EXPECT_EQ(late.first.evaluations, atOnce.first.evaluations);
        EXPECT_EQ(late.first.skipped, atOnce.first.skipped);
        EXPECT_EQ(late.second, atOnce.second);
        return late.first;
    };
    expectSame([](TrainingSpec&) {});
    expectSame([](TrainingSpec& training) { training.accumulate = 3; });
    expectSame([](TrainingSpec& training) {
        training.optimizer = OptimizerKind::Momentum;
        training.clipNorm = 0.1;
    });
    const Story scaled = expectSame([](TrainingSpec& training) {
        training.precision = Precision::Float16;
        training.optimizer = OptimizerKind::Sgd;
        training.learningRate = 30;
    });
    EXPECT_FALSE(scaled.skipped.empty());
}

TEST_F(LateLosses, AreAllRecordedWhenATrainingIsStopped)
{
    RankFixture fixture(103, 21);
    prepare(fixture);
    fixture.experiment.training.epochs = 1000;
    const auto outcomes = fixture.train(1, [&](const std::vector<StopFlag*>& flags) {
        waitUntil([&] { return fixture.journalText(1, 0).find("\"step\":4,") != std::string::npos; });
        flags.front()->request();
    });
    EXPECT_EQ(outcomes.front().code, ExitCode::Stopped);
    const auto steps = only<StepFinished>(fixture.journal(1, 0));
    const auto finished = only<RankFinished>(fixture.journal(1, 0));
    EXPECT_EQ(finished.back().step, static_cast<std::int64_t>(steps.size()));
    EXPECT_EQ(steps.back().step + 1, finished.back().step);
}

TEST_F(LateLosses, OfStepsBeforeAFailureAreRecordedAndTheFailureNamesItsStep)
{
    // What fails while a step is given, and what is noticed when one is waited for: by asking again and
    // again.
    for (const auto& [function, callsBefore] : {std::pair{"cudaGraphLaunch", 17}, {"cudaEventQuery", 1700}}) {
        RankFixture fixture(203, 41);
        prepare(fixture);
        failFakeCall(function, cudaErrorLaunchFailure, callsBefore);
        const auto outcomes = fixture.train(1);
        EXPECT_EQ(outcomes.front().code, ExitCode::DeviceUnavailable) << function;
        const auto steps = only<StepFinished>(fixture.journal(1, 0));
        const auto finished = only<RankFinished>(fixture.journal(1, 0));
        ASSERT_FALSE(steps.empty()) << function;
        EXPECT_EQ(finished.back().step, static_cast<std::int64_t>(steps.size())) << function;
        restoreFakeRuntime();
    }
}

} // namespace
} // namespace lockstep
