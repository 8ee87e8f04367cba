// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/train/disk_gate.h"
#include "tests/engine/train/rank_fixture.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace lockstep {
namespace {

using ::testing::HasSubstr;
using namespace lockstep::testing;

std::size_t placeOfFirst(const std::vector<Record>& records, const std::function<bool(const Event&)>& wanted)
{
    const auto found = std::find_if(records.begin(), records.end(),
                                    [&](const Record& record) { return wanted(record.event); });
    return static_cast<std::size_t>(found - records.begin());
}

/// The disk takes longer than a collective may wait.
TEST(Saving, GoesOnTrainingWhileTheDiskTakesItsTime)
{
    RankFixture whole;
    whole.experiment.training.epochs = 1;
    expectSuccess(whole.train(2));

    RankFixture fixture;
    fixture.experiment.training.epochs = 2;
    fixture.experiment.training.timeoutSeconds = 5;
    const auto lastStep = [&] { return fixture.log(1, 1).find("epoch: 2 is done") != std::string::npos; };
    const DiskGate disk(Disk::Stuck);
    const auto outcomes = fixture.train(2, [&](const std::vector<StopFlag*>&) {
        waitUntil([&] { return someoneWaitsForTheDisk() && lastStep(); });
        EXPECT_EQ(fixture.journalText(1, 0).find("\"checkpoint\""), std::string::npos);
        setDisk(Disk::Quick);
    });
    expectSuccess(outcomes);

    const auto records = fixture.journal(1, 0);
    const auto saved = only<CheckpointSaved>(records);
    ASSERT_EQ(saved.size(), 2u);
    EXPECT_LT(placeOfFirst(records,
                           [](const Event& event) {
                               const auto* epoch = std::get_if<EpochFinished>(&event);
                               return epoch && epoch->epoch == 1;
                           }),
              placeOfFirst(records, [](const Event& event) {
                  return std::holds_alternative<CheckpointSaved>(event);
              }));
    EXPECT_TRUE(std::holds_alternative<RankFinished>(records.back().event));
    // What was saved is what stood there before the steps that were made meanwhile.
    const LoadedCheckpoint first = loadCheckpoint(fixture.folder() + "/" + saved[0].path);
    EXPECT_EQ(first.model, newestOf(whole).model);
    EXPECT_EQ(first.optimizer, newestOf(whole).optimizer);
    EXPECT_EQ(newestOf(fixture).position.step, saved[1].step);
    EXPECT_THAT(fixture.log(1, 0), HasSubstr("a copy that takes"));
}

/// The validation never changes, so only the first one is better than all before.
void keepTheFirstValidation(RankFixture& fixture, int epochs)
{
    fixture.experiment.training.optimizer = OptimizerKind::Sgd;
    fixture.experiment.training.learningRate = 1e-12;
    fixture.experiment.training.epochs = epochs;
}

TEST(Saving, ABestCheckpointThatCouldNotBeSavedIsTriedAgain)
{
    RankFixture fixture;
    keepTheFirstValidation(fixture, 4);
    const DiskGate disk(Disk::FullOnce);
    expectSuccess(fixture.train(1));
    const auto warnings = only<Warned>(fixture.journal(1, 0));
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_THAT(warnings[0].warning.english(), HasSubstr("No space left on device"));
    const auto evaluated = only<Evaluated>(fixture.journal(1, 0));
    EXPECT_EQ(evaluated.front().top1, evaluated.back().top1) << "the test needs a first one that stays best";
    CheckpointStore store(fixture.folder(), 3);
    ASSERT_TRUE(store.best().has_value());
    EXPECT_EQ(readManifest(*store.best()).position.top1, evaluated.front().top1);
}

TEST(Saving, AResumedTrainingKnowsTheBestThatIsKept)
{
    RankFixture fixture;
    keepTheFirstValidation(fixture, 1);
    expectSuccess(fixture.train(1));
    fixture.resume = "latest";
    fixture.experiment.training.epochs = 2;
    expectSuccess(fixture.train(1));
    const auto first = only<CheckpointSaved>(fixture.journal(1, 0));
    const auto second = only<CheckpointSaved>(fixture.journal(2, 0));
    ASSERT_EQ(first.size(), 1u);
    ASSERT_EQ(second.size(), 1u);
    EXPECT_TRUE(first[0].best);
    EXPECT_FALSE(second[0].best);
}

} // namespace
} // namespace lockstep
