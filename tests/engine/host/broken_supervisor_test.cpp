// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/host/restart_fixture.h"

#include <csignal>
#include <filesystem>
#include <fstream>

/// Supervisors in which something goes wrong, and never in silence.
namespace lockstep::test {
namespace {

/// On a system that has no thread to spare when the test says so.
class BrokenSupervisors : public Restarts {
protected:
    void launchThere(const std::string& script, int hosts, const RestartSpec& restart)
    {
        const std::vector<int> ranks(static_cast<std::size_t>(hosts), 1);
        launch(parseExperiment(scripted(script, ranks)).value(), restart,
               {"/usr/bin/env", std::string("LD_PRELOAD=") + LOCKSTEP_NO_THREADS,
                "ASAN_OPTIONS=verify_asan_link_order=0", LOCKSTEP_TEST_ENGINE});
    }
    std::string marker(int host) const
    {
        return m_homes[static_cast<std::size_t>(host)]->path() + "/no-threads";
    }
    void takeThreads(int host) { std::ofstream(marker(host)) << "none"; }
    void giveThreads(int host) { std::filesystem::remove(marker(host)); }
    /// Once it is there.
    RankFinished lastWord(int host, int attempt)
    {
        RankFinished last;
        EXPECT_TRUE(eventually([&] {
            last = lastRecord(file(host, hostJournal(attempt, host)));
            return !last.message.empty();
        })) << fileText(file(host, hostLog(1, host)));
        return last;
    }
};

TEST_F(BrokenSupervisors, SayWhyAnAttemptEndedAndGoOnWithTheNext)
{
    launchThere("*@1=loop,*=ok 500", 1, restarts(8, 0.05));
    ASSERT_TRUE(trains(0, 1));
    takeThreads(0);
    ASSERT_EQ(::kill(rank(0), SIGKILL), 0);
    const RankFinished second = lastWord(0, 2);
    EXPECT_EQ(second.exitCode, static_cast<int>(ExitCode::Failure));
    EXPECT_EQ(second.message.english(),
              "The supervisor on box-0 cannot go on: Resource temporarily unavailable");
    giveThreads(0);
    const RunState state = end(0);
    EXPECT_EQ(state.phase, RunPhase::Finished) << state.message.english();
    EXPECT_GT(state.attempt, 2);
    expectNothingLeft();
}

/// The others wait for that host in the attempt that it cannot begin, so it does not go ahead of them.
TEST_F(BrokenSupervisors, LeaveALastWordWhereTheOtherHostsCannotBeTold)
{
    launchThere("*=loop", 2, restarts(8, 0.05));
    ASSERT_TRUE(trains(0, 1) && trains(1, 1));
    takeThreads(1);
    ASSERT_EQ(::kill(rank(1), SIGKILL), 0);
    EXPECT_EQ(lastWord(1, 2).message.english(),
              "The supervisor on box-1 cannot go on: Resource temporarily unavailable");
    EXPECT_TRUE(eventually([&] { return m_homes[1]->processes("supervise").empty(); }, 5));
    giveThreads(1);
    const RunState state = end(1);
    EXPECT_EQ(state.phase, RunPhase::Failed);
    EXPECT_EQ(state.attempt, 2);
    EXPECT_EQ(state.message.english(), lastWord(1, 2).message.english());
}

TEST_F(BrokenSupervisors, LeaveTheStackOfACrash)
{
    launch("*=loop", 1, restarts(0, 0));
    ASSERT_TRUE(trains(0, 1));
    ASSERT_EQ(::kill(m_homes[0]->processes("supervise").at(0), SIGABRT), 0);
    EXPECT_EQ(end(0).phase, RunPhase::Failed);
    const std::string log = fileText(file(0, hostLog(1, 0)));
    const auto stack = log.find("a crash; the stack of its thread");
    ASSERT_NE(stack, std::string::npos) << log;
    EXPECT_NE(log.find("misbehaving_engine(", stack), std::string::npos) << log;
    expectNothingLeft();
}

} // namespace
} // namespace lockstep::test
