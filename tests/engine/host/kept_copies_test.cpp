// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/run_store.h"
#include "engine/protocol/experiment.h"
#include "engine/protocol/run_files.h"
#include "tests/engine/host/supervise_fixture.h"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <memory>

/// Supervisors of two hosts, each with a home of its own, that copy checkpoints while the engine trains.
namespace lockstep::test {
namespace {

namespace fs = std::filesystem;

class TrainingWithCopies : public testing::Test {
protected:
    static Experiment experiment(int copies)
    {
        Experiment experiment = parseExperiment(scripted("digits", {1, 1})).value();
        experiment.data.kind = DataKind::SyntheticDigits;
        experiment.data.samples = 2000;
        experiment.training.epochs = 6;
        experiment.training.keepCheckpoints = 8;
        experiment.restart.copies = copies;
        return experiment;
    }
    void launch(int copies, int attempt = 1, const std::string& resume = {})
    {
        m_clients.clear();
        m_run = {};
        m_homes.resize(2);
        for (auto& home : m_homes) {
            if (!home)
                home = std::make_unique<TestHome>("copies");
            m_clients.push_back(
                std::make_unique<AttachClient>(*home, std::vector<std::string>{LOCKSTEP_ENGINE}));
            m_run.hosts.push_back(m_clients.back().get());
        }
        m_run.id = "digits";
        m_run.experiment = toJson(experiment(copies));
        m_run.attempt = attempt;
        m_run.resume = resume;
        ASSERT_TRUE(m_run.launch());
    }
    std::string file(int host, const std::string& name) const
    {
        return m_homes[static_cast<std::size_t>(host)]->hostFolder("digits", host) + "/" + name;
    }
    std::vector<std::int64_t> checkpoints(int host) const
    {
        std::vector<std::int64_t> steps;
        std::error_code ignored;
        for (const auto& entry : fs::directory_iterator(file(host, "checkpoints"), ignored))
            if (const auto step = stepOfCheckpoint(entry.path().filename().string()))
                steps.push_back(*step);
        std::ranges::sort(steps);
        return steps;
    }
    /// As a desktop that comes back sees it.
    RunState end(int host)
    {
        AttachClient later(*m_homes[static_cast<std::size_t>(host)], {LOCKSTEP_ENGINE});
        const auto state = later.waitForEnd("digits", 180);
        EXPECT_TRUE(state) << "host " << host << " did not end";
        return state.value_or(RunState{});
    }
    std::string weights(int attempt) const { return lastRecord(file(0, rankJournal(attempt, 0))).weightHash; }
    std::int64_t firstStep(int attempt) const
    {
        for (const Record& record : JournalReader().feed(fileText(file(0, rankJournal(attempt, 0)))).records)
            if (const auto* started = std::get_if<RankStarted>(&record.event))
                return started->firstStep;
        return -1;
    }

    std::vector<std::unique_ptr<TestHome>> m_homes;
    std::vector<std::unique_ptr<AttachClient>> m_clients;
    TestRun m_run;
};

class TrainingWithoutCopies : public TrainingWithCopies {
public:
    void TestBody() override {}
    std::string weightHash()
    {
        launch(0);
        EXPECT_EQ(end(0).exitCode, 0);
        EXPECT_TRUE(checkpoints(1).empty());
        return weights(1);
    }
};

TEST_F(TrainingWithCopies, EndsWithTheLastCheckpointOnBothHosts)
{
    launch(1);
    for (int host = 0; host < 2; ++host)
        EXPECT_EQ(end(host).exitCode, 0);
    ASSERT_FALSE(checkpoints(0).empty());
    ASSERT_FALSE(checkpoints(1).empty());
    const std::string newest = checkpointFolder(checkpoints(0).back());
    for (const char* name : {"/manifest.json", "/model.safetensors", "/optimizer.safetensors"})
        EXPECT_EQ(fileText(file(1, newest + name)), fileText(file(0, newest + name))) << name;
    const RunState state = end(1);
    EXPECT_NE(std::ranges::find(state.files, newest + "/model.safetensors"), state.files.end())
        << "the host does not show it";
}

/// All its processes are killed, and its disk is empty.
TEST_F(TrainingWithCopies, GoesOnToTheSameWeightsAfterTheLossOfTheHostOfRankZero)
{
    launch(1);
    ASSERT_TRUE(eventually([&] { return !checkpoints(1).empty(); }, 120));
    m_clients[0].reset();
    m_homes[0].reset();
    const RunState lost = end(1);
    EXPECT_EQ(lost.phase, RunPhase::Failed);
    const auto copies = checkpoints(1);
    ASSERT_FALSE(copies.empty());

    launch(1, 2, "latest");
    for (int host = 0; host < 2; ++host) {
        const RunState state = end(host);
        EXPECT_EQ(state.exitCode, 0) << state.message.english();
        EXPECT_EQ(state.attempt, 2);
    }
    EXPECT_EQ(firstStep(2), copies.back());
    EXPECT_EQ(checkpoints(1).back(), checkpoints(0).back());
    EXPECT_FALSE(weights(2).empty());
    EXPECT_EQ(weights(2), TrainingWithoutCopies().weightHash());
}

/// A disk that is full, or a folder that nobody may write to.
TEST_F(TrainingWithCopies, IsNotEndedByACopyThatCannotBeMade)
{
    m_homes.resize(2);
    m_homes[1] = std::make_unique<TestHome>("copies");
    fs::create_directories(file(1, ""));
    std::ofstream(file(1, "checkpoints")) << "a file where the folder is to be";
    launch(1);
    for (int host = 0; host < 2; ++host) {
        const RunState state = end(host);
        EXPECT_EQ(state.exitCode, 0) << state.message.english();
    }
    EXPECT_NE(fileText(file(1, hostJournal(1, 1))).find("\"warning\""), std::string::npos);
    EXPECT_NE(fileText(file(1, hostLog(1, 1))).find("copy"), std::string::npos);
}

} // namespace
} // namespace lockstep::test
