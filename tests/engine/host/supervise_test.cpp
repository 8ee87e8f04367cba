// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/process_identity.h"
#include "tests/engine/host/supervise_fixture.h"

#include <csignal>
#include <filesystem>
#include <sys/socket.h>
#include <unistd.h>

/// What a supervisor does when things die: real processes, real signals.
namespace lockstep::test {
namespace {

TEST_F(Supervise, RunsRanksToSuccess)
{
    launch("*=ok 200", 3);
    const RunState state = end();
    EXPECT_EQ(state.phase, RunPhase::Finished);
    EXPECT_EQ(state.exitCode, 0);
    EXPECT_EQ(state.message.english(), "");
    const RankFinished last = lastRecord(m_home.hostFolder("digits") + "/attempt-1/host-0.jsonl");
    EXPECT_EQ(last.exitCode, 0);
    EXPECT_GT(last.seconds, 0);
    expectNothingLeft();
}

TEST_F(Supervise, KilledRankEndsTheAttemptAndIsNamed)
{
    launch("*=loop", 3);
    waitUntilTraining(3);
    ASSERT_EQ(::kill(m_home.rankProcess("digits", 1), SIGKILL), 0);
    const RunState state = end(5);
    EXPECT_EQ(state.phase, RunPhase::Failed);
    EXPECT_EQ(state.exitCode, 128 + SIGKILL);
    EXPECT_EQ(state.culprit, 1);
    EXPECT_NE(state.message.english().find("Rank 1 on box-0 was killed"), std::string::npos)
        << state.message.english();
    EXPECT_EQ(lastRecord(m_home.hostFolder("digits") + "/attempt-1/host-0.jsonl").culprit, 1);
    expectNothingLeft();
}

struct Death {
    const char* script;
    int rank;
    int exitCode;
    const char* words;
};
class SuperviseDeaths : public Supervise, public testing::WithParamInterface<Death> {};

TEST_P(SuperviseDeaths, AreToldWithTheRightRankAndReason)
{
    const Death& death = GetParam();
    launch(death.script);
    const RunState state = end(6);
    EXPECT_EQ(state.phase, RunPhase::Failed);
    EXPECT_EQ(state.exitCode, death.exitCode);
    EXPECT_EQ(state.culprit, death.rank);
    EXPECT_NE(state.message.english().find(death.words), std::string::npos) << state.message.english();
    expectNothingLeft();
}
INSTANTIATE_TEST_SUITE_P(
    Schedule, SuperviseDeaths,
    testing::Values(Death{"0=exit 4", 0, 4, "Rank 0 ended with exit code 4: The rank was told to fail."},
                    Death{"1=exit 3", 1, 3, "Rank 1 ended with exit code 3"},
                    Death{"1=exit 77", 1, 77, "exit code 77"},
                    Death{"0=die 11", 0, 139, "Segmentation fault"}, Death{"1=die 6", 1, 134, "Aborted"},
                    Death{"1=die 9", 1, 137, "Rank 1 on box-0 was killed"},
                    Death{"0=lost 1", 1, 6, "Rank 1 was lost."}));

TEST_F(Supervise, StoppedRankIsFoundByTheOthersAndNamed)
{
    launch("*=loop", 3, 2);
    waitUntilTraining(3);
    const pid_t rank = m_home.rankProcess("digits", 2);
    ASSERT_EQ(::kill(rank, SIGSTOP), 0);
    const RunState state = end(12);
    EXPECT_EQ(state.phase, RunPhase::Failed);
    EXPECT_EQ(state.culprit, 2) << state.message.english();
    EXPECT_EQ(state.exitCode, static_cast<int>(ExitCode::PeerLost));
    EXPECT_NE(state.message.english().find("Rank 2 on box-0 is frozen: a signal has stopped"),
              std::string::npos)
        << state.message.english();
    expectNothingLeft();
}

TEST_F(Supervise, RankThatComputesForEverLeavesItsStack)
{
    launch("1=spin 5,*=loop", 2, 2);
    const RunState state = end(12);
    EXPECT_EQ(state.culprit, 1) << state.message.english();
    EXPECT_EQ(state.exitCode, static_cast<int>(ExitCode::PeerLost));
    const std::string folder = m_home.hostFolder("digits") + "/attempt-1/";
    EXPECT_NE(fileText(folder + "host-0.log").find("Rank 1 on box-0 is alive"), std::string::npos);
    const std::string log = fileText(folder + "rank-1.log");
    const auto stack = log.find("stack of the main thread");
    ASSERT_NE(stack, std::string::npos) << log;
    EXPECT_NE(log.find("misbehaving_engine(", stack), std::string::npos) << log.substr(stack);
    expectNothingLeft();
}

TEST_F(Supervise, StopLetsRanksFinishTheirStep)
{
    launch("*=loop");
    waitUntilTraining();
    const auto done = m_client.ask(FrameType::Stop, toJson(StopRequest{"digits", -1, 10}));
    ASSERT_TRUE(done && done->type == FrameType::Done) << describe(done);
    const RunState state = end(5);
    EXPECT_EQ(state.phase, RunPhase::Finished);
    EXPECT_EQ(state.exitCode, static_cast<int>(ExitCode::Stopped));
    EXPECT_EQ(state.message.english(), "");
    for (int rank = 0; rank < 2; ++rank)
        EXPECT_EQ(
            lastRecord(m_home.hostFolder("digits") + "/attempt-1/rank-" + std::to_string(rank) + ".jsonl")
                .exitCode,
            static_cast<int>(ExitCode::Stopped));
    expectNothingLeft();
}

TEST_F(Supervise, RankThatIgnoresTheStopIsKilledAfterTheGrace)
{
    // Alone, so that no other rank's flag reaches it.
    launch("0=deaf", 1);
    waitUntilTraining(1);
    const auto begin = std::chrono::steady_clock::now();
    ASSERT_TRUE(m_client.ask(FrameType::Stop, toJson(StopRequest{"digits", -1, 1})));
    const RunState state = end(6);
    EXPECT_GT(Seconds(std::chrono::steady_clock::now() - begin).count(), 0.9);
    EXPECT_EQ(state.phase, RunPhase::Finished);
    EXPECT_EQ(state.exitCode, static_cast<int>(ExitCode::Stopped));
    EXPECT_NE(state.message.english().find("Rank 0 did not end"), std::string::npos)
        << state.message.english();
    expectNothingLeft();
}

TEST_F(Supervise, DetachedGrandchildOfARankIsSwept)
{
    launch("*=fork");
    waitUntilTraining();
    EXPECT_EQ(m_home.processes("train").size(), 4u) << "the grandchildren did not come";
    ASSERT_TRUE(m_client.ask(FrameType::Stop, toJson(StopRequest{"digits", -1, 5})));
    EXPECT_EQ(end(6).phase, RunPhase::Finished);
    expectNothingLeft();
}

TEST_F(Supervise, KilledSupervisorTakesItsRanksAlong)
{
    launch("*=fork");
    waitUntilTraining();
    const auto supervisors = m_home.processes("supervise");
    ASSERT_EQ(supervisors.size(), 1u);
    ASSERT_EQ(::kill(supervisors[0], SIGKILL), 0);
    const RunState state = end(3);
    EXPECT_EQ(state.phase, RunPhase::Failed);
    EXPECT_NE(state.message.english().find("without a last word"), std::string::npos)
        << state.message.english();
    // The grandchildren were no descendants any more; their mark gave them away.
    expectNothingLeft();
    EXPECT_EQ(lastRecord(m_home.hostFolder("digits") + "/attempt-1/host-0.jsonl").exitCode, 1);
}

TEST_F(Supervise, RunsWithoutTheDesktopAndIsFollowedByANewOne)
{
    launch("*=ok 2500");
    const auto request =
        m_client.send(FrameType::Follow, toJson(FollowRequest{"digits", -1, "attempt-1/rank-0.log", 0}));
    std::string bytes;
    EXPECT_FALSE(m_client.gather(request, bytes, 0.5));
    ASSERT_FALSE(bytes.empty());
    ASSERT_EQ(::kill(m_client.pid(), SIGKILL), 0);
    ASSERT_TRUE(m_client.waitForExit(2));
    AttachClient again(m_home);
    const auto rest = again.send(FrameType::Follow,
                                 toJson(FollowRequest{"digits", -1, "attempt-1/rank-0.log", bytes.size()}));
    ASSERT_TRUE(again.gather(rest, bytes));
    EXPECT_EQ(bytes, fileText(m_home.hostFolder("digits") + "/attempt-1/rank-0.log"));
    const auto state = again.waitForEnd("digits");
    ASSERT_TRUE(state);
    EXPECT_EQ(state->exitCode, 0);
}

TEST_F(Supervise, IgnoresHangUpAndInterrupt)
{
    launch("*=ok 800");
    waitUntilTraining();
    for (const int signal : {SIGHUP, SIGINT, SIGPIPE})
        ASSERT_EQ(::kill(m_home.processes("supervise").at(0), signal), 0);
    EXPECT_EQ(end().exitCode, 0);
}

TEST_F(Supervise, ShutdownOfTheHostStopsTheRun)
{
    launch("*=loop");
    waitUntilTraining();
    ASSERT_EQ(::kill(m_home.processes("supervise").at(0), SIGTERM), 0);
    EXPECT_EQ(end(6).exitCode, static_cast<int>(ExitCode::Stopped));
    expectNothingLeft();
}

} // namespace
} // namespace lockstep::test
