// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/host_names.h"
#include "engine/host/run_store.h"
#include "tests/engine/host/supervise_fixture.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <random>
#include <sstream>
#include <sys/inotify.h>
#include <sys/resource.h>
#include <unistd.h>

/// How a supervisor takes over a run, and what it gives its ranks.
namespace lockstep::test {
namespace {

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

TEST_F(Supervise, NextAttemptGoesOnAfterTheStateWasLost)
{
    TestRun run{"digits", {&m_client}, scripted("*=exit 1", {1})};
    ASSERT_TRUE(run.launch());
    EXPECT_EQ(end().attempt, 1);
    ASSERT_TRUE(eventually([&] { return m_home.processes("supervise").empty(); }));
    std::ofstream(m_home.hostFolder("digits") + "/state.json",
                  std::ios::trunc); // as a power cut may leave it
    AttachClient later(m_home);
    run.hosts = {&later};
    run.attempt = 2;
    run.resume = "latest";
    run.experiment = scripted("*=ok 100", {1});
    ASSERT_TRUE(run.launch());
    const auto state = later.waitForEnd("digits");
    ASSERT_TRUE(state);
    EXPECT_EQ(state->phase, RunPhase::Finished);
    EXPECT_EQ(state->attempt, 2);
}

TEST_F(Supervise, AnAttemptThatWasTakenMeanwhileIsRefused)
{
    const HostFolder folder = [&] {
        ::setenv("LOCKSTEP_HOME", m_home.path().c_str(), 1);
        HostFolder created = HostFolder::create("digits", 0);
        ::unsetenv("LOCKSTEP_HOME");
        return created;
    }();
    StoredState stored;
    stored.state.run = "digits";
    stored.state.phase = RunPhase::Finished;
    stored.hostName = hostName();
    stored.supervisor = *identityOf(::getpid());
    folder.writeState(stored);
    Descriptor lock = folder.tryLock(); // the supervisor of attempt 1 has not let go yet
    const Descriptor opened(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
    ASSERT_GE(::inotify_add_watch(opened.get(), (folder.path() + "/lock").c_str(), IN_OPEN), 0);
    const SubmitRequest submit{"digits", 2, 0, scripted("*=loop"), "127.0.0.1", ""};
    const auto request = m_client.send(FrameType::Submit, toJson(submit));
    const auto somebodyKnocks = [&opened] {
        char events[4096];
        return ::read(opened.get(), events, sizeof events) > 0;
    };
    ASSERT_TRUE(eventually(somebodyKnocks)) << "the next supervisor waits for the lock";
    stored.state.attempt = 2; // somebody else's
    folder.writeState(stored);
    lock.reset();
    const auto frame = m_client.reply(request);
    ASSERT_TRUE(frame && frame->type == FrameType::Failed) << describe(frame);
    EXPECT_NE(parseError(frame->payload).message().find("has had attempt 2"), std::string::npos);
}

TEST_F(Supervise, ARunOfAnotherMachineInASharedHomeIsLeftAlone)
{
    ::setenv("LOCKSTEP_HOME", m_home.path().c_str(), 1);
    const HostFolder folder = HostFolder::create("digits", 0);
    ::unsetenv("LOCKSTEP_HOME");
    StoredState stored;
    stored.state.run = "digits";
    stored.state.phase = RunPhase::Training;
    stored.hostName = "another-machine";
    stored.supervisor = {1, 1, "another boot"};
    folder.writeState(stored);
    const auto watch = m_client.ask(FrameType::Watch, toJson(RunReference{"digits", 0}));
    ASSERT_TRUE(watch && watch->type == FrameType::Failed) << describe(watch);
    EXPECT_NE(parseError(watch->payload).message().find("Another machine"), std::string::npos);
    const auto removed = m_client.ask(FrameType::Remove, toJson(RunReference{"digits", 0}));
    EXPECT_TRUE(removed && removed->type == FrameType::Failed) << describe(removed);
    const SubmitRequest submit{"digits", 2, 0, scripted("*=loop"), "127.0.0.1", ""};
    const auto submitted = m_client.ask(FrameType::Submit, toJson(submit));
    EXPECT_TRUE(submitted && submitted->type == FrameType::Failed) << describe(submitted);
    EXPECT_EQ(folder.readState()->state.phase, RunPhase::Training);
}

TEST_F(Supervise, AnswersWhileTheProgramOfARankIsSlowToBegin)
{
    // A lease on the program (fcntl(2), F_SETLEASE) keeps whoever opens it waiting, as a cold network folder
    // does, until it is given back.
    const std::string program = m_home.path() + "/slow_engine";
    std::filesystem::copy_file(LOCKSTEP_BINARY_DIR "/tests/misbehaving_engine", program);
    const Descriptor held(::open(program.c_str(), O_RDONLY | O_CLOEXEC));
    std::signal(SIGIO, SIG_IGN);
    ASSERT_EQ(::fcntl(held.get(), F_SETLEASE, F_WRLCK), 0) << std::strerror(errno);
    AttachClient slow(m_home, {"/usr/bin/env", "LOCKSTEP_TEST_RANK=" + program,
                               LOCKSTEP_BINARY_DIR "/tests/misbehaving_engine"});
    TestRun run{"slow", {&slow}, scripted("*=ok 100", {2})};
    ASSERT_TRUE(run.launch()); // Start is answered once the ranks are forked
    const auto answer = slow.reply(
        slow.send(FrameType::Submit, toJson(SubmitRequest{"slow", 1, 0, run.experiment, "127.0.0.1", ""})),
        6);
    EXPECT_TRUE(answer) << "it answers from its loop";
    EXPECT_EQ(fileText(m_home.hostFolder("slow") + "/attempt-1/rank-0.log").find("begins"), std::string::npos)
        << "while no program has begun";
    ASSERT_EQ(::fcntl(held.get(), F_SETLEASE, F_UNLCK), 0);
    const auto state = slow.waitForEnd("slow", 30);
    ASSERT_TRUE(state);
    EXPECT_EQ(state->exitCode, 0) << state->message.english();
}

TEST_F(Supervise, AProgramThatIsNoneIsNamed)
{
    AttachClient client(m_home, {"/usr/bin/env", "LOCKSTEP_TEST_RANK=/nowhere/engine",
                                 LOCKSTEP_BINARY_DIR "/tests/misbehaving_engine"});
    TestRun run{"none", {&client}, scripted("*=loop", {1})};
    ASSERT_TRUE(run.launch());
    const auto state = client.waitForEnd("none");
    ASSERT_TRUE(state);
    EXPECT_EQ(state->phase, RunPhase::Failed);
    EXPECT_NE(state->message.english().find("Cannot start /nowhere/engine as a rank: No such file"),
              std::string::npos)
        << state->message.english();
}

TEST_F(Supervise, RanksInheritAWrittenList)
{
    AttachClient client(m_home, {"/usr/bin/env", "SSH_AUTH_SOCK=/tmp/agent", "API_TOKEN=very-secret",
                                 "TZ=UTC", LOCKSTEP_BINARY_DIR "/tests/misbehaving_engine"});
    TestRun run{"digits", {&client}, scripted("*=loop", {1})};
    ASSERT_TRUE(run.launch());
    const pid_t rank = m_home.rankProcess("digits", 0);
    ASSERT_NE(rank, 0);
    const std::string environment = fileText("/proc/" + std::to_string(rank) + "/environ");
    EXPECT_NE(environment.find("TZ=UTC"), std::string::npos);
    EXPECT_EQ(environment.find("very-secret"), std::string::npos);
    EXPECT_EQ(environment.find("SSH_AUTH_SOCK"), std::string::npos);
}

TEST_F(Supervise, NobodyWithASecretLeavesACore)
{
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_CORE, &before), 0);
    const rlimit all{before.rlim_max, before.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_CORE, &all), 0);
    AttachClient client(m_home);
    TestRun run{"digits", {&client}, scripted("*=loop", {1})};
    ASSERT_TRUE(run.launch());
    ASSERT_EQ(::setrlimit(RLIMIT_CORE, &before), 0);
    const pid_t rank = m_home.rankProcess("digits", 0); // until it has begun, it looks like its supervisor
    std::vector<pid_t> pids = m_home.processes("supervise");
    pids.push_back(client.pid());
    pids.push_back(rank);
    ASSERT_EQ(pids.size(), 3u);
    for (const pid_t pid : pids) {
        rlimit limit{};
        ASSERT_EQ(::prlimit(pid, RLIMIT_CORE, nullptr, &limit), 0);
        // 1: no file, and no program that is called with the memory.
        EXPECT_TRUE(eventually([&] {
            return ::prlimit(pid, RLIMIT_CORE, nullptr, &limit) == 0 && limit.rlim_cur == 1 &&
                   limit.rlim_max == 1;
        }));
    }
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

TEST_F(Supervise, RanksOfAHostShareMemory)
{
    launch("*=loop", 3);
    waitUntilTraining(3);
    const auto memoryOf = [&](int rank) {
        std::ifstream maps("/proc/" + std::to_string(m_home.rankProcess("digits", rank)) + "/maps");
        std::string inode;
        for (std::string line; std::getline(maps, line);) {
            if (line.find("/memfd:lockstep-host-memory") == std::string::npos)
                continue;
            std::string ignored;
            std::istringstream(line) >> ignored >> ignored >> ignored >> ignored >> inode;
        }
        return inode;
    };
    EXPECT_NE(memoryOf(0), "");
    EXPECT_EQ(memoryOf(1), memoryOf(0));
    EXPECT_EQ(memoryOf(2), memoryOf(0));
}

TEST_F(Supervise, ARankThatIsAloneOnItsHostHasNoneToShare)
{
    launch("*=loop", 1);
    waitUntilTraining(1);
    const std::string maps = "/proc/" + std::to_string(m_home.rankProcess("digits", 0)) + "/maps";
    EXPECT_EQ(fileText(maps).find("lockstep-host-memory"), std::string::npos);
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
        const auto state = client.waitForEnd(id, 60);
        ASSERT_TRUE(state) << "round " << round;
        EXPECT_EQ(state->phase, RunPhase::Failed) << "round " << round;
        named += state->exitCode == 128 + SIGKILL && state->culprit >= 0 ? 1 : 0;
        ASSERT_TRUE(eventually([&] { return home.processes().size() <= 1; }, 60)) << "round " << round;
    }
    RecordProperty("kills_landed", landed);
    EXPECT_EQ(landed, kRounds);
    // Among those that looked like supervisors may have been ranks that had not begun.
    EXPECT_GE(named, kRounds - kRounds / 3) << "every killed rank is named";
}

} // namespace
} // namespace lockstep::test
