// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/train/rank_fixture.h"

#include <gmock/gmock.h>

namespace lockstep {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using namespace lockstep::testing;

/// 403 images in global batches of 40: ten of them, and three images that fill none.
TEST(DropLast, EndsAnEpochBeforeAShortBatch)
{
    RankFixture kept;
    RankFixture dropped;
    dropped.experiment.training.dropLast = true;
    expectSuccess(kept.train(2));
    expectSuccess(dropped.train(2));
    EXPECT_EQ(only<RankStarted>(kept.journal(1, 1)).front().stepsPerEpoch, 11);
    EXPECT_EQ(only<RankStarted>(dropped.journal(1, 1)).front().stepsPerEpoch, 10);
    const auto steps = only<StepFinished>(dropped.journal(1, 1));
    ASSERT_EQ(steps.size(), 20u);
    for (const StepFinished& step : steps)
        EXPECT_EQ(step.samples, steps.front().samples);
    double sum = 0; // each rank's steps tell of its own samples, as many on both
    for (int rank = 0; rank < 2; ++rank) {
        const auto own = only<StepFinished>(dropped.journal(1, rank));
        for (std::size_t i = 0; i < 10; ++i)
            sum += own[i].loss;
    }
    EXPECT_NEAR(only<EpochFinished>(dropped.journal(1, 1)).front().loss, sum / 20, 1e-6);
    // Up to the last step of the first epoch both have seen the same.
    EXPECT_EQ(only<StepFinished>(kept.journal(1, 1))[9].loss, steps[9].loss);
}

TEST(DropLast, NeedsOneWholeBatch)
{
    RankFixture fixture;
    fixture.experiment.training.dropLast = true;
    fixture.experiment.training.batch = 202;
    for (const RankOutcome& outcome : fixture.train(2)) {
        EXPECT_EQ(outcome.code, ExitCode::DataError);
        EXPECT_THAT(outcome.failure.message.english(),
                    AllOf(HasSubstr("403 images, fewer than the 404"), HasSubstr("training.drop_last")));
    }
}

} // namespace
} // namespace lockstep
