// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/experiment.h"
#include "engine/protocol/run_files.h"
#include "tests/engine/host/supervise_fixture.h"

#include <csignal>
#include <memory>
#include <string>
#include <vector>

namespace lockstep::test {

inline RestartSpec restarts(int max, double backoffSeconds)
{
    RestartSpec restart;
    restart.max = max;
    restart.backoffSeconds = backoffSeconds;
    return restart;
}

/// Supervisors of several hosts, each with a home of its own, that go on by themselves.
class Restarts : public testing::Test {
protected:
    /// One rank on each of so many hosts.
    void launch(Experiment experiment, const RestartSpec& restart,
                const std::vector<std::string>& command = {})
    {
        experiment.restart = restart;
        for (std::size_t i = 0; i < experiment.topology.hosts.size(); ++i) {
            m_homes.push_back(std::make_unique<TestHome>("restart"));
            m_clients.push_back(std::make_unique<AttachClient>(*m_homes.back(), command));
            m_run.hosts.push_back(m_clients.back().get());
        }
        m_run.id = "digits";
        m_run.experiment = toJson(experiment);
        ASSERT_TRUE(m_run.launch());
    }
    void launch(const std::string& script, int hosts, const RestartSpec& restart)
    {
        launch(
            parseExperiment(scripted(script, std::vector<int>(static_cast<std::size_t>(hosts), 1))).value(),
            restart);
    }
    /// The desktop is gone.
    void leave()
    {
        for (const auto& client : m_clients) {
            ::kill(client->pid(), SIGKILL);
            ASSERT_TRUE(client->waitForExit(2));
        }
    }
    std::string file(int host, const std::string& name) const
    {
        return m_homes[static_cast<std::size_t>(host)]->hostFolder("digits", host) + "/" + name;
    }
    bool trains(int rank, int attempt)
    {
        return eventually([&] {
            return fileText(file(rank, rankLog(attempt, rank))).find("step 2\n") != std::string::npos;
        });
    }
    /// As a desktop that comes back sees it.
    RunState end(int host, double seconds = 30)
    {
        AttachClient later(*m_homes[static_cast<std::size_t>(host)]);
        const auto state = later.waitForEnd("digits", seconds);
        EXPECT_TRUE(state) << "host " << host << " did not end";
        return state.value_or(RunState{});
    }
    /// Until the run waits for this attempt.
    bool waitsFor(int host, int attempt)
    {
        return eventually([&] {
            return fileText(file(host, hostLog(attempt, host))).find(" begins in ") != std::string::npos;
        });
    }
    pid_t rank(int number)
    {
        return m_homes[static_cast<std::size_t>(number)]->rankProcess("digits", number);
    }
    void expectNothingLeft()
    {
        for (const auto& home : m_homes) {
            EXPECT_TRUE(eventually([&] { return home->processes("supervise").empty(); }, 3));
            EXPECT_TRUE(home->processes("train").empty());
        }
    }

    std::vector<std::unique_ptr<TestHome>> m_homes;
    std::vector<std::unique_ptr<AttachClient>> m_clients;
    TestRun m_run;
};

} // namespace lockstep::test
