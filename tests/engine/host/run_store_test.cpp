// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/host_names.h"
#include "engine/host/known_run.h"
#include "engine/host/passed_environment.h"
#include "engine/host/run_store.h"
#include "engine/host/state_writer.h"
#include "engine/protocol/journal.h"
#include "engine/protocol/run_files.h"
#include "tests/engine/host/attach_client.h"
#include "tests/engine/host/supervise_fixture.h"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace {

std::vector<std::string> g_synced; ///< by the main thread, in order

} // namespace

/// In the place of the C library's: notes what is forced to the disk, and does it.
extern "C" int fsync(int descriptor)
{
    if (::getpid() == ::syscall(SYS_gettid))
        g_synced.push_back(
            std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(descriptor)).string());
    return static_cast<int>(::syscall(SYS_fsync, descriptor));
}

/// Run folders on a host, and whom they are believed to belong to.
namespace lockstep::test {
namespace {

class RunStore : public testing::Test {
protected:
    RunStore() { ::setenv("LOCKSTEP_HOME", m_home.path().c_str(), 1); }
    ~RunStore() override { ::unsetenv("LOCKSTEP_HOME"); }

    static StoredState stateOf(const ProcessIdentity& supervisor)
    {
        StoredState stored;
        stored.state.run = "digits";
        stored.state.phase = RunPhase::Training;
        stored.hostName = hostName();
        stored.engine = "0.1.0";
        stored.supervisor = supervisor;
        return stored;
    }

    TestHome m_home{"store"};
};

TEST_F(RunStore, StateSurvivesTheDisk)
{
    const HostFolder folder = HostFolder::create("digits", 3);
    EXPECT_EQ(folder.path(), m_home.hostFolder("digits", 3));
    EXPECT_FALSE(folder.readState());
    StoredState stored = stateOf(*identityOf(::getpid()));
    stored.ranks.push_back({7, 8, "boot"});
    stored.state.message = "A \"message\"\nof two lines: \xe4\xb8\xad.";
    folder.writeState(stored);
    const auto read = folder.readState();
    ASSERT_TRUE(read);
    EXPECT_EQ(read->state, stored.state);
    EXPECT_EQ(read->supervisor, stored.supervisor);
    EXPECT_EQ(read->ranks, stored.ranks);
}

TEST_F(RunStore, LivingSupervisorIsBelieved)
{
    const HostFolder folder = HostFolder::create("digits", 0);
    folder.writeState(stateOf(*identityOf(::getpid())));
    EXPECT_EQ(settledState(folder)->phase, RunPhase::Training);
}

TEST_F(RunStore, ReusedProcessNumberIsNoSupervisor)
{
    const HostFolder folder = HostFolder::create("digits", 0);
    folder.makeFolder("attempt-1");
    ProcessIdentity other = *identityOf(::getpid());
    ++other.startTime;
    folder.writeState(stateOf(other));
    const auto state = settledState(folder);
    ASSERT_TRUE(state);
    EXPECT_EQ(state->phase, RunPhase::Failed);
    EXPECT_EQ(folder.readState()->state, *state) << "it is said once and for all";
}

TEST_F(RunStore, RebootedHostHasNoSupervisorLeft)
{
    const HostFolder folder = HostFolder::create("digits", 0);
    folder.makeFolder("attempt-1");
    ProcessIdentity before = *identityOf(::getpid());
    before.bootId = "another boot";
    folder.writeState(stateOf(before));
    EXPECT_EQ(settledState(folder)->phase, RunPhase::Failed);
}

/// As after a full disk, which had room for the journal's last record but not for the state.
TEST_F(RunStore, TheLastWordOfASupervisorCountsThoughItsStateWasNotWritten)
{
    const HostFolder folder = HostFolder::create("digits", 0);
    folder.makeFolder("attempt-1");
    RankFinished finished;
    finished.exitCode = 6;
    finished.message = "Rank 2 is lost.";
    finished.culprit = 2;
    {
        JournalWriter journal(folder.path() + "/" + hostJournal(1, 0));
        journal.write(finished);
        journal.write(Warned{"The state could not be written."});
    }
    folder.writeState(stateOf({1, 1, "another boot"}));
    // A folder in the way of what takes its place: no state can be written any more.
    folder.makeFolder(".state.json.new");
    for (int asked = 0; asked < 2; ++asked) {
        const auto state = settledState(folder);
        ASSERT_TRUE(state);
        EXPECT_EQ(state->phase, RunPhase::Failed);
        EXPECT_EQ(state->exitCode, 6);
        EXPECT_EQ(state->culprit, 2);
        EXPECT_EQ(state->message.english(), "Rank 2 is lost.");
        EXPECT_EQ(folder.readState()->state.phase, RunPhase::Training);
    }
    const auto records = JournalReader().feed(fileText(folder.path() + "/" + hostJournal(1, 0))).records;
    EXPECT_EQ(records.size(), 2u) << "it is said once";
}

TEST_F(RunStore, HeldLockMeansThatSomebodyIsResponsible)
{
    const HostFolder folder = HostFolder::create("digits", 0);
    const Descriptor lock = folder.tryLock();
    ASSERT_TRUE(lock);
    EXPECT_FALSE(folder.tryLock());
    folder.writeState(stateOf({1, 1, "another boot"}));
    EXPECT_EQ(settledState(folder)->phase, RunPhase::Training);
    EXPECT_THROW(removeRun(*HostFolder::open("digits", 0)), EngineError);
}

TEST_F(RunStore, RunsOfOtherMachinesInASharedHomeAreLeftAlone)
{
    const HostFolder mine = HostFolder::create("digits", 0);
    mine.writeState(stateOf(*identityOf(::getpid())));
    const HostFolder theirs = HostFolder::create("digits", 1);
    StoredState stored = stateOf({1, 1, "another boot"});
    stored.hostName = "another-machine";
    theirs.writeState(stored);
    const auto folders = openHostFolders();
    ASSERT_EQ(folders.size(), 1u);
    EXPECT_EQ(folders[0].host(), 0);
}

TEST_F(RunStore, StateOfARunOnAnotherMachineIsNotJudged)
{
    const HostFolder folder = HostFolder::create("digits", 0);
    StoredState stored = stateOf({1, 1, "another boot"});
    stored.hostName = "another-machine";
    folder.writeState(stored);
    EXPECT_EQ(settledState(folder)->phase, RunPhase::Training);
    EXPECT_EQ(folder.readState()->state.phase, RunPhase::Training);
    EXPECT_THROW(openOwnFolder("digits", 0), EngineError);
}

TEST_F(RunStore, DamagedStateIsFoundAgainFromWhatTheFolderHolds)
{
    const HostFolder folder = HostFolder::create("digits", 3);
    for (const char* name : {"attempt-1", "attempt-12", "attempt-2", "attempts", "checkpoints"})
        folder.makeFolder(name);
    folder.writeFile("experiment.lockstep.json", R"({"version": 1, "name": "Digits"})");
    const std::string checkpoint = folder.path() + "/checkpoints/model";
    std::ofstream(checkpoint) << "weights";
    for (const char* text : {"", "{", "[]", "{\"state\": {}}", "\xff"}) {
        std::ofstream(folder.path() + "/state.json", std::ios::trunc) << text;
        const auto state = settledState(folder);
        ASSERT_TRUE(state) << text;
        EXPECT_EQ(state->run, "digits");
        EXPECT_EQ(state->host, 3);
        EXPECT_EQ(state->attempt, 12);
        EXPECT_EQ(state->phase, RunPhase::Failed);
        EXPECT_EQ(state->name, "Digits");
        EXPECT_NE(state->message.english().find("checkpoints are untouched"), std::string::npos);
        EXPECT_EQ(state->message.english().find("Remove"), std::string::npos);
        EXPECT_EQ(toJson(folder.readState()->state), toJson(*state)) << "it is mended on the disk";
        EXPECT_TRUE(std::filesystem::exists(checkpoint));
    }
}

TEST_F(RunStore, DamagedStateOfALivingSupervisorIsLeftToIt)
{
    const HostFolder folder = HostFolder::create("digits", 0);
    const Descriptor lock = folder.tryLock();
    std::ofstream(folder.path() + "/state.json") << "{";
    EXPECT_EQ(settledState(folder)->phase, RunPhase::Training);
    EXPECT_THROW(folder.readState(), EngineError);
}

TEST_F(RunStore, StateIsOnTheDiskBeforeItTakesItsPlace)
{
    const HostFolder folder = HostFolder::create("digits", 0);
    const StoredState stored = stateOf(*identityOf(::getpid()));
    g_synced.clear();
    folder.writeState(stored);
    EXPECT_EQ(g_synced, (std::vector<std::string>{folder.path() + "/.state.json.new", folder.path()}));
}

TEST_F(RunStore, StatesAreWrittenBesideTheOneWhoWaitsForNothing)
{
    const HostFolder folder = HostFolder::create("digits", 0);
    StoredState stored = stateOf(*identityOf(::getpid()));
    StateWriter writer(folder);
    for (int attempt = 1; attempt <= 50; ++attempt) {
        stored.state.attempt = attempt;
        writer.put(stored);
    }
    ASSERT_TRUE(writer.wait(Clock::now() + std::chrono::seconds(30)));
    EXPECT_EQ(folder.readState()->state.attempt, 50);
    EXPECT_FALSE(writer.takeFailure());
}

TEST_F(RunStore, StateThatCannotBeWrittenIsToldOfAndWrittenLater)
{
    const HostFolder folder = HostFolder::create("digits", 0);
    const std::string obstacle = folder.path() + "/.state.json.new";
    std::filesystem::create_directory(obstacle);
    StateWriter writer(folder);
    writer.put(stateOf(*identityOf(::getpid())));
    std::optional<Sentence> failure;
    EXPECT_TRUE(eventually([&] { return (failure = writer.takeFailure()).has_value(); }));
    EXPECT_NE(failure->english().find("state.json"), std::string::npos);
    EXPECT_FALSE(folder.readState());
    std::filesystem::remove(obstacle);
    ASSERT_TRUE(writer.wait(Clock::now() + std::chrono::seconds(30)));
    EXPECT_TRUE(folder.readState());
}

TEST_F(RunStore, DamagedStateIsNamed)
{
    const HostFolder folder = HostFolder::create("digits", 0);
    for (const char* text : {"", "{", "[]", "{\"state\": {}}", "\xff"}) {
        std::ofstream(folder.path() + "/state.json", std::ios::trunc) << text;
        EXPECT_THROW(folder.readState(), EngineError) << text;
    }
}

TEST_F(RunStore, ListsOnlyFilesThatAreComplete)
{
    const HostFolder folder = HostFolder::create("digits", 0);
    std::filesystem::create_directories(folder.path() + "/checkpoints/step-00000001");
    std::filesystem::create_directories(folder.path() + "/checkpoints/.step-00000002.tmp");
    folder.makeFolder("attempt-1");
    for (const char* name :
         {"attempt-1/rank-0.jsonl", "checkpoints/step-00000001/manifest.json",
          "checkpoints/step-00000001/.model.new", "checkpoints/.step-00000002.tmp/model", "lock"})
        std::ofstream(folder.path() + "/" + name) << "x";
    std::filesystem::create_symlink("/etc/passwd", folder.path() + "/attempt-1/link");
    EXPECT_EQ(folder.files(), (std::vector<std::string>{"attempt-1/rank-0.jsonl",
                                                        "checkpoints/step-00000001/manifest.json"}));
}

TEST_F(RunStore, OfMoreFilesThanCanBeToldTheNewestAttemptsAre)
{
    const HostFolder folder = HostFolder::create("digits", 0);
    constexpr int kAttempts = 210, kRanks = 20;
    constexpr int kWhole = 204;                             ///< attempts for all files of which there is room
    for (int attempt = kAttempts; attempt > 0; --attempt) { // the newest are the last that a tmpfs lists
        folder.makeFolder(attemptFolder(attempt));
        for (int rank = 0; rank < kRanks; ++rank)
            std::ofstream(folder.path() + "/" + rankJournal(attempt, rank)) << "x";
    }
    std::filesystem::create_directories(folder.path() + "/checkpoints/step-00000001");
    std::ofstream(folder.path() + "/checkpoints/step-00000001/manifest.json") << "x";
    const std::vector<std::string> files = folder.files();
    EXPECT_EQ(files.size(), 4096U);
    EXPECT_EQ(files.back(), "checkpoints/step-00000001/manifest.json");
    for (int attempt = kAttempts - kWhole + 1; attempt <= kAttempts; ++attempt)
        for (int rank = 0; rank < kRanks; ++rank)
            EXPECT_TRUE(std::ranges::binary_search(files, rankJournal(attempt, rank))) << attempt;
}

TEST_F(RunStore, LinkedRunFolderIsRefused)
{
    HostFolder::create("digits", 0);
    std::filesystem::create_directory_symlink("/etc", m_home.path() + "/runs/digits/host-1");
    EXPECT_THROW(HostFolder::open("digits", 1), EngineError);
}

TEST(PassedEnvironment, IsAWrittenList)
{
    for (const char* name : {"PATH", "HOME", "LANG", "LC_ALL", "TZ", "LD_LIBRARY_PATH",
                             "CUDA_VISIBLE_DEVICES", "NCCL_DEBUG", "LOCKSTEP_HOME", "DNNL_VERBOSE"})
        EXPECT_TRUE(isPassedOn(name)) << name;
    for (const char* name : {"SSH_AUTH_SOCK", "SSH_CONNECTION", "AWS_SECRET_ACCESS_KEY", "GITHUB_TOKEN",
                             "DBUS_SESSION_BUS_ADDRESS", "PATHS", "MY_LANG", ""})
        EXPECT_FALSE(isPassedOn(name)) << name;
}

/// Often it does between the opening and the reading of its file, which fails then.
TEST(ProcessIdentities, OfAProcessThatEndsMeanwhileAreNone)
{
    std::atomic<pid_t> child{0};
    std::atomic<bool> isOver{false};
    int ended = 0;
    std::thread children([&] {
        while (!isOver) {
            child = ::fork();
            if (child == 0)
                ::_exit(0);
            ended += ::waitpid(child, nullptr, 0) == child;
        }
    });
    int failures = 0;
    for (const auto until = Clock::now() + std::chrono::seconds(1); Clock::now() < until;) {
        try {
            identityOf(child);
        } catch (const std::exception&) {
            ++failures;
        }
    }
    isOver = true;
    children.join();
    EXPECT_GT(ended, 10);
    EXPECT_EQ(failures, 0) << "of " << ended << " processes that ended";
}

TEST(ProcessIdentities, OnlyTheMarkedProcessIsSwept)
{
    const auto sleeper = [](const char* mark) {
        const pid_t pid = ::fork();
        if (pid == 0) {
            const char* const environment[] = {mark, nullptr};
            const char* const arguments[] = {"sleep", "30", nullptr};
            ::execve("/bin/sleep", const_cast<char* const*>(arguments),
                     const_cast<char* const*>(environment));
            ::_exit(127);
        }
        return pid;
    };
    const pid_t marked = sleeper("LOCKSTEP_RUN_FOLDER=/tmp/a");
    const pid_t other = sleeper("LOCKSTEP_RUN_FOLDER=/tmp/ab");
    ASSERT_TRUE(
        eventually([] { return processesWithEnvironment("LOCKSTEP_RUN_FOLDER=/tmp/ab").size() == 1; }));
    ASSERT_TRUE(
        eventually([] { return processesWithEnvironment("LOCKSTEP_RUN_FOLDER=/tmp/a").size() == 1; }));
    const auto left = sweepProcesses(SweepScope::Marked, "LOCKSTEP_RUN_FOLDER=/tmp/a",
                                     Clock::now() + std::chrono::seconds(5));
    EXPECT_TRUE(left.empty());
    EXPECT_FALSE(identityOf(marked));
    const auto survivor = identityOf(other);
    ASSERT_TRUE(survivor);
    ProcessIdentity stranger = *survivor;
    ++stranger.startTime;
    EXPECT_FALSE(signalProcess(stranger, SIGKILL)) << "a process that only shares the number";
    EXPECT_TRUE(isAlive(*survivor));
    EXPECT_TRUE(signalProcess(*survivor, SIGKILL));
    ::waitpid(other, nullptr, 0);
    EXPECT_FALSE(signalProcess(*survivor, SIGKILL));
}

} // namespace
} // namespace lockstep::test
