// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/checkpoint.h"
#include "engine/protocol/experiment.h"
#include "tests/engine/host/supervise_fixture.h"

#include <filesystem>

/// Ranks that are still saving their checkpoint when the grace of a stop is over.
namespace lockstep::test {
namespace {

constexpr double kGrace = 1;

/// What the supervisor said to people, in its journal.
class SuperviseSaving : public Supervise {
protected:
    RunState stopped(double graceSeconds)
    {
        waitUntilTraining(1);
        EXPECT_TRUE(m_client.ask(FrameType::Stop, toJson(StopRequest{"digits", -1, graceSeconds})));
        return end(30);
    }
    RankFinished lastOfTheRank() const
    {
        return lastRecord(m_home.hostFolder("digits") + "/attempt-1/rank-0.jsonl");
    }
};

TEST_F(SuperviseSaving, OutlivesTheGraceOfAStop)
{
    launch("0=save 4000", 1); // longer than the grace, and than the disk may be silent
    const RunState state = stopped(kGrace);
    EXPECT_EQ(state.phase, RunPhase::Finished);
    EXPECT_EQ(state.exitCode, static_cast<int>(ExitCode::Stopped));
    EXPECT_EQ(state.message.english(), "");
    EXPECT_EQ(lastOfTheRank().exitCode, static_cast<int>(ExitCode::Stopped)) << "it was killed";
    const auto warnings = warningsOf(m_home.hostFolder("digits") + "/attempt-1/host-0.jsonl");
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_NE(warnings[0].find("Rank 0 is still saving its checkpoint"), std::string::npos);
    EXPECT_NE(warnings[0].find("of 4000 MiB"), std::string::npos);
    expectNothingLeft();
}

TEST_F(SuperviseSaving, EndsWhenTheDiskDoesNotAnswer)
{
    launch("0=save 0", 1);
    const RunState state = stopped(kGrace);
    EXPECT_EQ(state.exitCode, static_cast<int>(ExitCode::Stopped));
    EXPECT_NE(state.message.english().find("Rank 0 did not end"), std::string::npos);
    const auto warnings = warningsOf(m_home.hostFolder("digits") + "/attempt-1/host-0.jsonl");
    ASSERT_EQ(warnings.size(), 3u);
    EXPECT_NE(warnings[1].find("The disk did not take the checkpoint of rank 0 in time"), std::string::npos);
    expectNothingLeft();
}

TEST_F(SuperviseSaving, HasNoTimeWhenAStopLeavesNone)
{
    launch("0=save 600000", 1);
    const RunState state = stopped(0);
    EXPECT_NE(state.message.english().find("Rank 0 did not end"), std::string::npos);
    EXPECT_EQ(warningsOf(m_home.hostFolder("digits") + "/attempt-1/host-0.jsonl").size(), 1u);
    expectNothingLeft();
}

/// With the engine itself: each file of the checkpoint takes the disk three times the grace.
TEST(SuperviseSlowDisk, KeepsTheCheckpointOfAStop)
{
    const TestHome home("slow-disk");
    const std::vector<std::string> command{"/usr/bin/env", std::string("LD_PRELOAD=") + LOCKSTEP_SLOW_DISK,
                                           "LOCKSTEP_TEST_DISK_MS=3000", LOCKSTEP_ENGINE};
    Experiment experiment = parseExperiment(scripted("digits", {1})).value();
    experiment.data.kind = DataKind::SyntheticDigits;
    experiment.training.epochs = 100000;
    experiment.training.checkpointEvery = 100000;
    experiment.training.keepBestAbove = 1;
    {
        AttachClient desktop(home, command);
        TestRun run{"digits", {&desktop}, toJson(experiment)};
        ASSERT_TRUE(run.launch());
    }
    const std::string folder = home.hostFolder("digits");
    ASSERT_TRUE(eventually(
        [&] { return fileText(folder + "/attempt-1/rank-0.jsonl").find("\"step\"") != std::string::npos; },
        60));
    AttachClient client(home, command); // the first one was given up meanwhile, as nobody served it
    ASSERT_TRUE(client.ask(FrameType::Stop, toJson(StopRequest{"digits", -1, kGrace})));
    const auto state = client.waitForEnd("digits", 90);
    ASSERT_TRUE(state);
    EXPECT_EQ(state->exitCode, static_cast<int>(ExitCode::Stopped)) << state->message.english();
    EXPECT_EQ(state->message.english(), "");
    const RankFinished last = lastRecord(folder + "/attempt-1/rank-0.jsonl");
    EXPECT_EQ(last.exitCode, static_cast<int>(ExitCode::Stopped));
    const auto newest = CheckpointStore(folder, 2).newest();
    ASSERT_TRUE(newest.checkpoint);
    EXPECT_EQ(newest.checkpoint->position.step, last.step);
}

} // namespace
} // namespace lockstep::test
