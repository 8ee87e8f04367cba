// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/journal.h"
#include "tests/engine/host/attach_client.h"

#include <array>
#include <csignal>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <memory>
#include <unistd.h>

/// Several hosts, each with a home and a loopback address of its own, and the leases between their
/// supervisors.
namespace lockstep::test {
namespace {

class Leases : public testing::Test {
protected:
    void launch(const std::string& script, const std::vector<int>& devices, double timeoutSeconds = 5)
    {
        for (std::size_t i = 0; i < devices.size(); ++i) {
            m_homes.push_back(std::make_unique<TestHome>("lease"));
            m_clients.push_back(std::make_unique<AttachClient>(*m_homes.back()));
            m_run.hosts.push_back(m_clients.back().get());
        }
        m_run.id = "digits";
        m_run.experiment = scripted(script, devices, timeoutSeconds);
        ASSERT_TRUE(m_run.launch());
        const int ranks = static_cast<int>(m_run.ranks.size());
        for (int rank = 0, host = 0, local = 0; rank < ranks; ++rank) {
            const std::string log = m_homes[static_cast<std::size_t>(host)]->hostFolder("digits", host) +
                                    "/attempt-1/rank-" + std::to_string(rank) + ".log";
            const bool runs = script.find("loop") == std::string::npos || eventually([&] {
                                  std::ifstream file(log);
                                  const std::string text{std::istreambuf_iterator<char>(file), {}};
                                  return text.find("step 2\n") != std::string::npos;
                              });
            ASSERT_TRUE(runs) << log;
            if (++local == devices[static_cast<std::size_t>(host)]) {
                local = 0;
                ++host;
            }
        }
    }
    std::vector<RunState> ends(double seconds)
    {
        const auto deadline = std::chrono::steady_clock::now() + Seconds(seconds);
        std::vector<RunState> states;
        for (const auto& client : m_clients) {
            const double left = Seconds(deadline - std::chrono::steady_clock::now()).count();
            const auto state = client->waitForEnd("digits", std::max(0.1, left));
            EXPECT_TRUE(state) << "host " << states.size() << " did not end in time";
            states.push_back(state.value_or(RunState{}));
        }
        return states;
    }
    void expectNothingLeft()
    {
        for (const auto& home : m_homes)
            EXPECT_TRUE(eventually([&] { return home->processes().size() <= 1; }, 3));
    }
    pid_t supervisor(std::size_t host) { return m_homes[host]->processes("supervise").at(0); }

    std::vector<std::unique_ptr<TestHome>> m_homes;
    std::vector<std::unique_ptr<AttachClient>> m_clients;
    TestRun m_run;
};

TEST_F(Leases, TwoHostsSucceedTogether)
{
    launch("*=ok 300", {1, 2});
    for (const RunState& state : ends(10)) {
        EXPECT_EQ(state.phase, RunPhase::Finished) << state.message.english();
        EXPECT_EQ(state.exitCode, 0);
    }
    expectNothingLeft();
}

TEST_F(Leases, KilledRankEndsEveryHostWithinFiveSecondsAndIsNamedEverywhere)
{
    launch("*=loop", {2, 1, 1});
    const auto begin = std::chrono::steady_clock::now();
    ASSERT_EQ(::kill(m_homes[1]->rankProcess("digits", 2), SIGKILL), 0);
    for (const RunState& state : ends(5)) {
        EXPECT_EQ(state.phase, RunPhase::Failed);
        EXPECT_EQ(state.culprit, 2) << state.message.english();
        EXPECT_EQ(state.exitCode, 128 + SIGKILL);
        EXPECT_NE(state.message.english().find("Rank 2 on box-1 was killed"), std::string::npos)
            << state.message.english();
    }
    RecordProperty("seconds", std::to_string(Seconds(std::chrono::steady_clock::now() - begin).count()));
    expectNothingLeft();
}

TEST_F(Leases, RankThatFailsAtOnceIsNamedEverywhere)
{
    launch("1=exit 4", {1, 1});
    for (const RunState& state : ends(8)) {
        EXPECT_EQ(state.culprit, 1) << state.message.english();
        EXPECT_EQ(state.exitCode, 4);
    }
    expectNothingLeft();
}

TEST_F(Leases, KilledSupervisorEndsTheOtherHost)
{
    launch("*=loop", {1, 1});
    ASSERT_EQ(::kill(supervisor(1), SIGKILL), 0);
    const auto states = ends(5);
    EXPECT_EQ(states[0].phase, RunPhase::Failed);
    EXPECT_NE(states[0].message.english().find("box-1"), std::string::npos) << states[0].message.english();
    EXPECT_EQ(states[1].phase, RunPhase::Failed);
    expectNothingLeft();
}

TEST_F(Leases, SilentSupervisorIsLostAfterItsLease)
{
    launch("*=loop", {1, 1});
    const pid_t frozen = supervisor(1);
    ASSERT_EQ(::kill(frozen, SIGSTOP), 0);
    const auto state = m_clients[0]->waitForEnd("digits", 14);
    ASSERT_TRUE(state);
    EXPECT_EQ(state->phase, RunPhase::Failed);
    EXPECT_NE(state->message.english().find("box-1"), std::string::npos) << state->message.english();
    ASSERT_EQ(::kill(frozen, SIGCONT), 0);
    AttachClient later(*m_homes[1]); // the first one was left alone for longer than a conversation lasts
    EXPECT_TRUE(later.waitForEnd("digits", 6));
    EXPECT_TRUE(eventually([&] { return m_homes[1]->processes("train").empty(); }, 3));
}

TEST_F(Leases, StrangersNeitherStopNorJoinARun)
{
    std::vector<Descriptor> held;
    m_run.beforeStart = [&](const TestRun& run) {
        std::vector<Endpoint> doors = run.leases;
        doors.insert(doors.end(), run.ranks.begin(), run.ranks.end());
        for (const Endpoint& door : doors) {
            for (const std::string& bytes :
                 {std::string(), std::string("abc"), std::string(8, '\0'), std::string(64, '\xff'),
                  std::string("GET / HTTP/1.0\r\n\r\n")}) {
                held.push_back(startConnecting(door));
                ::usleep(1000);
                EXPECT_EQ(::write(held.back().get(), bytes.data(), bytes.size()),
                          static_cast<ssize_t>(bytes.size()));
                if (bytes.size() == 8)
                    held.back().reset();
            }
        }
    };
    launch("*=ok 300", {1, 2});
    EXPECT_EQ(held.size(), 25u);
    for (const RunState& state : ends(15))
        EXPECT_EQ(state.exitCode, 0) << state.message.english();
    expectNothingLeft();
}

TEST_F(Leases, StopOnOneHostStopsAll)
{
    launch("*=loop", {1, 2});
    ASSERT_TRUE(m_clients[1]->ask(FrameType::Stop, toJson(StopRequest{"digits", -1, 10})));
    for (const RunState& state : ends(6)) {
        EXPECT_EQ(state.phase, RunPhase::Finished) << state.message.english();
        EXPECT_EQ(state.exitCode, static_cast<int>(ExitCode::Stopped));
    }
    expectNothingLeft();
}

TEST_F(Leases, RunWithoutAnyDesktopStillEndsEverywhere)
{
    launch("*=loop", {1, 1});
    for (const auto& client : m_clients) {
        ::kill(client->pid(), SIGKILL);
        ASSERT_TRUE(client->waitForExit(2));
    }
    ASSERT_EQ(::kill(m_homes[0]->rankProcess("digits", 0), SIGSEGV), 0);
    EXPECT_TRUE(
        eventually([&] { return m_homes[0]->processes().empty() && m_homes[1]->processes().empty(); }, 5));
    AttachClient later(*m_homes[1]);
    const auto state = later.waitForEnd("digits");
    ASSERT_TRUE(state);
    EXPECT_EQ(state->culprit, 0);
    EXPECT_NE(state->message.english().find("Segmentation fault"), std::string::npos)
        << state->message.english();
}

} // namespace
} // namespace lockstep::test
