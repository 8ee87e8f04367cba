// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/experiment.h"
#include "engine/protocol/run_files.h"
#include "tests/engine/host/supervise_fixture.h"

#include <csignal>
#include <gmock/gmock.h>

/// A rank of the engine itself that others wait for in vain.
namespace lockstep::test {
namespace {

using testing::Contains;
using testing::HasSubstr;

TEST(StuckRank, IsFoundFrozenAndTheOtherTellsWhereBothWere)
{
    const TestHome home("stuck");
    AttachClient client(home, {LOCKSTEP_ENGINE});
    Experiment experiment = parseExperiment(scripted("digits", {2}, 2)).value();
    experiment.data.kind = DataKind::SyntheticDigits;
    experiment.training.epochs = 100000;
    TestRun run{"digits", {&client}, toJson(experiment)};
    ASSERT_TRUE(run.launch());
    const std::string folder = home.hostFolder("digits") + "/";
    ASSERT_TRUE(eventually(
        [&] { return fileText(folder + rankJournal(1, 0)).find("\"kind\":\"step\"") != std::string::npos; },
        60));
    ASSERT_EQ(::kill(home.rankProcess("digits", 1), SIGSTOP), 0);
    const auto state = client.waitForEnd("digits", 20);
    ASSERT_TRUE(state);
    EXPECT_EQ(state->culprit, 1);
    EXPECT_THAT(state->message.english(), HasSubstr("Rank 1 on box-0 is frozen"));
    const auto warnings = warningsOf(folder + rankJournal(1, 0));
    EXPECT_THAT(warnings, Contains(HasSubstr("Rank 0 finished collective ")));
    EXPECT_THAT(warnings, Contains(HasSubstr("Rank 1 finished collective ")));
    EXPECT_THAT(warnings, Contains(HasSubstr("It has said nothing for ")));
}

} // namespace
} // namespace lockstep::test
