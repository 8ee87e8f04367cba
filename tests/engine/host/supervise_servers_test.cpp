// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/checkpoint.h"
#include "engine/protocol/experiment.h"
#include "tests/engine/host/supervise_fixture.h"

#include <gmock/gmock.h>

#include <csignal>

/// Runs with parameter servers, of the engine itself: supervisors, ranks and servers are processes.
namespace lockstep::test {
namespace {

using testing::HasSubstr;

/// Two hosts; the second has a server and no rank.
class SuperviseServers : public testing::Test {
protected:
    SuperviseServers()
    {
        m_experiment = parseExperiment(scripted("digits", {2, 0}, 30)).value();
        m_experiment.topology.hosts[0].servers = 1;
        m_experiment.topology.hosts[1].servers = 1;
        m_experiment.data.kind = DataKind::SyntheticDigits;
        m_experiment.training.strategy = StrategyKind::ServerSync;
        m_experiment.training.batch = 250;
        m_experiment.training.epochs = 1;
    }

    void launch()
    {
        AttachClient first(m_ranks, {LOCKSTEP_ENGINE}), second(m_servers, {LOCKSTEP_ENGINE});
        TestRun run{"digits", {&first, &second}, toJson(m_experiment)};
        ASSERT_TRUE(run.launch());
    }
    std::string journal(int rank) const
    {
        return m_ranks.hostFolder("digits") + "/attempt-1/rank-" + std::to_string(rank) + ".jsonl";
    }
    void waitUntilTraining(int rank = 0)
    {
        ASSERT_TRUE(
            eventually([&] { return fileText(journal(rank)).find("\"step\"") != std::string::npos; }, 60));
    }
    /// Of a process that its supervisor has noted: "Server 0 is process 4711."
    static pid_t noted(const std::string& hostFolder, int host, const std::string& who)
    {
        const std::string text = fileText(hostFolder + "/attempt-1/host-" + std::to_string(host) + ".log");
        const std::string words = who + " is process ";
        const std::size_t at = text.find(words);
        return at == std::string::npos ? 0 : static_cast<pid_t>(std::stol(text.substr(at + words.size())));
    }
    /// Over a conversation of its own: one that nobody serves meanwhile is given up as lost.
    RunState end(const TestHome& home)
    {
        AttachClient client(home, {LOCKSTEP_ENGINE});
        const auto state = client.waitForEnd("digits", 90);
        EXPECT_TRUE(state) << "the run did not end";
        return state.value_or(RunState{});
    }
    void expectNothingLeft()
    {
        for (const TestHome* home : {&m_ranks, &m_servers})
            EXPECT_TRUE(eventually([&] { return home->processes("train").empty(); }, 5));
    }

    TestHome m_ranks{"served-ranks"}, m_servers{"served-store"};
    Experiment m_experiment;
};

TEST_F(SuperviseServers, TrainToTheEndWithAServerOnAHostWithoutRanks)
{
    launch();
    for (const TestHome* home : {&m_ranks, &m_servers}) {
        const RunState state = end(*home);
        EXPECT_EQ(state.phase, RunPhase::Finished) << state.message.english();
        EXPECT_EQ(state.exitCode, 0) << state.message.english();
    }
    const RankFinished first = lastRecord(journal(0));
    EXPECT_EQ(first.weightHash, lastRecord(journal(1)).weightHash);
    const auto newest = CheckpointStore(m_ranks.hostFolder("digits"), 2).newest();
    ASSERT_TRUE(newest.checkpoint);
    EXPECT_EQ(newest.checkpoint->position.step, first.step);
    const std::string log = "/attempt-1/server-";
    EXPECT_THAT(fileText(m_ranks.hostFolder("digits") + log + "0.log"), HasSubstr("all ranks have left"));
    EXPECT_THAT(fileText(m_servers.hostFolder("digits", 1) + log + "1.log"),
                HasSubstr("all ranks have left"));
    expectNothingLeft();
}

TEST_F(SuperviseServers, NameTheServerThatWasKilled)
{
    m_experiment.training.epochs = 100000;
    launch();
    waitUntilTraining();
    ::kill(noted(m_servers.hostFolder("digits", 1), 1, "Server 1"), SIGKILL);
    for (const TestHome* home : {&m_ranks, &m_servers}) {
        const RunState state = end(*home);
        EXPECT_EQ(state.phase, RunPhase::Failed);
        EXPECT_EQ(state.exitCode, 128 + SIGKILL);
        EXPECT_THAT(state.message.english(), HasSubstr("Server 1 on box-1 was killed by signal 9"));
        EXPECT_EQ(state.culprit, -1) << "no rank";
    }
    expectNothingLeft();
}

TEST_F(SuperviseServers, StopWithACheckpointOfWhatTheyHold)
{
    m_experiment.training.epochs = 100000;
    launch();
    waitUntilTraining();
    AttachClient client(m_ranks, {LOCKSTEP_ENGINE});
    ASSERT_TRUE(client.ask(FrameType::Stop, toJson(StopRequest{"digits", -1, 60})));
    for (const TestHome* home : {&m_ranks, &m_servers})
        EXPECT_EQ(end(*home).exitCode, static_cast<int>(ExitCode::Stopped));
    const auto newest = CheckpointStore(m_ranks.hostFolder("digits"), 2).newest();
    ASSERT_TRUE(newest.checkpoint);
    EXPECT_EQ(newest.checkpoint->position.step, lastRecord(journal(0)).step);
    expectNothingLeft();
}

TEST_F(SuperviseServers, GoOnWithoutARankWhereThatWasChosen)
{
    m_experiment.training.strategy = StrategyKind::ServerAsync;
    m_experiment.training.outliveRanks = true;
    m_experiment.training.epochs = 2;
    launch();
    waitUntilTraining(1);
    ::kill(noted(m_ranks.hostFolder("digits"), 0, "Rank 1"), SIGKILL);
    for (const TestHome* home : {&m_ranks, &m_servers})
        EXPECT_EQ(end(*home).exitCode, 0);
    EXPECT_EQ(lastRecord(journal(0)).exitCode, 0);
    EXPECT_THAT(fileText(m_servers.hostFolder("digits", 1) + "/attempt-1/server-1.log"),
                HasSubstr("goes on without rank 1"));
    expectNothingLeft();
}

} // namespace
} // namespace lockstep::test
