// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/process_identity.h"
#include "engine/protocol/journal.h"
#include "tests/engine/host/attach_client.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <random>
#include <sys/socket.h>
#include <unistd.h>

/// What a supervisor does when things die: real processes, real signals.
namespace lockstep::test {
namespace {

std::string fileText(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

RankFinished lastRecord(const std::string& journal)
{
    RankFinished last;
    for (const Record& record : JournalReader().feed(fileText(journal)).records) {
        if (const auto* finished = std::get_if<RankFinished>(&record.event))
            last = *finished;
    }
    return last;
}

/// One host with a run of its own.
class Supervise : public testing::Test {
protected:
    void launch(const std::string& script, int ranks = 2, double timeoutSeconds = 5)
    {
        TestRun run{"digits", {&m_client}, scripted(script, {ranks}, timeoutSeconds)};
        ASSERT_TRUE(run.launch());
    }
    /// Every rank has made steps.
    void waitUntilTraining(int ranks = 2)
    {
        for (int rank = 0; rank < ranks; ++rank) {
            const std::string log =
                m_home.hostFolder("digits") + "/attempt-1/rank-" + std::to_string(rank) + ".log";
            ASSERT_TRUE(eventually([&] { return fileText(log).find("step 2\n") != std::string::npos; }))
                << log;
        }
    }
    RunState end(double seconds = 20)
    {
        const auto state = m_client.waitForEnd("digits", seconds);
        EXPECT_TRUE(state) << "the run did not end";
        return state.value_or(RunState{});
    }
    /// Only the conversation itself may be left.
    void expectNothingLeft()
    {
        EXPECT_TRUE(eventually([&] { return m_home.processes().size() <= 1; }, 3));
        EXPECT_TRUE(m_home.processes("train").empty());
        EXPECT_TRUE(m_home.processes("supervise").empty());
    }

    TestHome m_home{"supervise"};
    AttachClient m_client{m_home};
};

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
    EXPECT_NE(state.message.english().find("Rank 1 was killed by signal 9"), std::string::npos)
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
                    Death{"1=die 9", 1, 137, "out of memory"}, Death{"0=lost 1", 1, 6, "Rank 1 was lost."}));

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

TEST_F(Supervise, NextAttemptGoesOnInTheSameFolder)
{
    TestRun run{"digits", {&m_client}, scripted("*=exit 1", {1})};
    ASSERT_TRUE(run.launch());
    EXPECT_EQ(end().phase, RunPhase::Failed);
    run.attempt = 2;
    run.resume = "latest";
    run.experiment = scripted("*=ok 100", {1});
    ASSERT_TRUE(run.launch());
    const RunState state = end();
    EXPECT_EQ(state.phase, RunPhase::Finished);
    EXPECT_EQ(state.attempt, 2);
    // Files of the first attempt can still be followed, and end at once.
    std::string bytes;
    const auto request =
        m_client.send(FrameType::Follow, toJson(FollowRequest{"digits", -1, "attempt-1/rank-0.jsonl", 0}));
    EXPECT_TRUE(m_client.gather(request, bytes));
    EXPECT_EQ(bytes, fileText(m_home.hostFolder("digits") + "/attempt-1/rank-0.jsonl"));
}

TEST_F(Supervise, LeavesWhenItIsNeverStarted)
{
    const SubmitRequest submit{"digits", 1, 0, scripted("*=loop"), "127.0.0.1", ""};
    const auto frame = m_client.ask(FrameType::Submit, toJson(submit));
    ASSERT_TRUE(frame && frame->type == FrameType::Submitted) << describe(frame);
    const RunState state = end(8);
    EXPECT_EQ(state.phase, RunPhase::Failed);
    EXPECT_NE(state.message.english().find("never started"), std::string::npos) << state.message.english();
    expectNothingLeft();
}

TEST_F(Supervise, BundledEngineFindsItsWayBackThroughItsLoader)
{
    // As on a host: the loader and the engine by relative paths, seen from the working directory.
    AttachClient bundled(
        m_home, {"/lib64/ld-linux-x86-64.so.2", "--library-path", "/lib/x86_64-linux-gnu:/usr/lib",
                 std::filesystem::relative(LOCKSTEP_BINARY_DIR "/tests/misbehaving_engine").string()});
    TestRun run{"bundled", {&bundled}, scripted("*=ok 100", {2})};
    ASSERT_TRUE(run.launch());
    const auto state = bundled.waitForEnd("bundled");
    ASSERT_TRUE(state);
    EXPECT_EQ(state->exitCode, 0) << state->message.english();
}

TEST_F(Supervise, TokenIsInNoFileArgumentOrEnvironment)
{
    launch("*=loop");
    waitUntilTraining();
    const std::string token = std::string(63, 'a') + "7";
    for (const pid_t pid : m_home.processes()) {
        const std::string folder = "/proc/" + std::to_string(pid);
        EXPECT_EQ(fileText(folder + "/cmdline").find(token), std::string::npos);
        EXPECT_EQ(fileText(folder + "/environ").find(token), std::string::npos);
    }
    for (const auto& entry : std::filesystem::recursive_directory_iterator(m_home.path())) {
        const std::string text = entry.is_regular_file() ? fileText(entry.path()) : std::string();
        EXPECT_EQ(text.find(token), std::string::npos) << entry.path();
    }
}

TEST_F(Supervise, RankKnowsItsPlaceFromTheUsualEnvironment)
{
    launch("*=loop");
    const std::string environment =
        '\0' + fileText("/proc/" + std::to_string(m_home.rankProcess("digits", 1)) + "/environ");
    for (const char* entry :
         {"RANK=1", "WORLD_SIZE=2", "LOCAL_RANK=1", "LOCAL_WORLD_SIZE=2", "MASTER_ADDR=127.0.0.1"})
        EXPECT_NE(environment.find(std::string(1, '\0') + entry + '\0'), std::string::npos) << entry;
    EXPECT_NE(environment.find(std::string(1, '\0') + "MASTER_PORT="), std::string::npos);
}

/// Kills at random moments from Submit to the end; counts how many hit a living rank or supervisor.
TEST(SuperviseLoop, NothingIsLeftWhateverIsKilledWhenever)
{
    constexpr int kRounds = 18;
    // With --gtest_shuffle --gtest_repeat=N every repetition kills at other moments.
    const int seed = 20260131 + testing::UnitTest::GetInstance()->random_seed();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(static_cast<unsigned>(seed));
    TestHome home("loop");
    int landed = 0;
    int named = 0;
    for (int round = 0; round < kRounds; ++round) {
        AttachClient client(home);
        const std::string id = "loop-" + std::to_string(round);
        TestRun run{id, {&client}, scripted("*=loop", {2})};
        ASSERT_TRUE(run.launch());
        ::usleep(static_cast<useconds_t>(random() % 400'000));
        const auto victims = home.processes(round % 3 == 0 ? "supervise" : "train");
        const bool hit = !victims.empty() && ::kill(victims[random() % victims.size()], SIGKILL) == 0;
        landed += hit ? 1 : 0;
        const auto state = client.waitForEnd(id, 8);
        ASSERT_TRUE(state) << "round " << round;
        EXPECT_EQ(state->phase, RunPhase::Failed) << "round " << round;
        named += state->exitCode == 128 + SIGKILL && state->culprit >= 0 ? 1 : 0;
        ASSERT_TRUE(eventually([&] { return home.processes().size() <= 1; }, 3)) << "round " << round;
    }
    RecordProperty("kills_landed", landed);
    EXPECT_EQ(landed, kRounds);
    EXPECT_EQ(named, kRounds - kRounds / 3) << "every killed rank is named";
}

} // namespace
} // namespace lockstep::test
