// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/checkpoint.h"
#include "tests/engine/host/restart_fixture.h"

#include <algorithm>
#include <filesystem>
#include <map>

/// Supervisors of elastic runs, of which hosts are lost.
namespace lockstep::test {
namespace {

namespace fs = std::filesystem;

RestartSpec elastic(int max)
{
    RestartSpec restart = restarts(max, 0.1);
    restart.elastic = true;
    return restart;
}

class Elastic : public Restarts {
protected:
    /// The host is gone for good: all its processes, and its disk.
    void lose(int host)
    {
        m_clients[static_cast<std::size_t>(host)].reset();
        m_homes[static_cast<std::size_t>(host)].reset();
    }
    /// Of a home that may be gone afterwards.
    RankStarted startOf(int host, int attempt, int rank) const
    {
        for (const Record& record :
             JournalReader().feed(fileText(file(host, rankJournal(attempt, rank)))).records)
            if (const auto* started = std::get_if<RankStarted>(&record.event))
                return *started;
        return {};
    }
    std::vector<StepFinished> stepsOf(int host, int attempt, int rank) const
    {
        std::vector<StepFinished> steps;
        for (const Record& record :
             JournalReader().feed(fileText(file(host, rankJournal(attempt, rank)))).records)
            if (const auto* step = std::get_if<StepFinished>(&record.event))
                steps.push_back(*step);
        return steps;
    }
    std::string warnings(int host, int attempt) const
    {
        std::string text;
        for (const Record& record :
             JournalReader().feed(fileText(file(host, hostJournal(attempt, host)))).records)
            if (const auto* warned = std::get_if<Warned>(&record.event))
                text += warned->warning.english() + "\n";
        return text;
    }
};

TEST_F(Elastic, GoesOnWithoutASilentHostAndTakesItInOnceItIsBack)
{
    launch("*@1=loop,*@2=loop,*=ok 300", 3, elastic(3));
    ASSERT_TRUE(trains(0, 1) && trains(1, 1) && trains(2, 1));
    leave();
    const pid_t silent = m_homes[2]->processes("supervise").at(0);
    ASSERT_EQ(::kill(silent, SIGSTOP), 0);
    ASSERT_TRUE(eventually([&] { return fs::exists(file(1, rankLog(2, 1))); }, 60));
    ASSERT_TRUE(trains(0, 2) && trains(1, 2));
    EXPECT_EQ(startOf(1, 2, 1).worldSize, 2);
    EXPECT_NE(
        warnings(1, 2).find("Attempt 2 goes on with 2 of 3 hosts, without box-2. They take over its share, "
                            "so a global batch stays 150 samples."),
        std::string::npos)
        << warnings(1, 2);
    // Back, it waits for the others, who do not need it now.
    ASSERT_EQ(::kill(silent, SIGCONT), 0);
    ASSERT_TRUE(eventually(
        [&] {
            return fileText(file(2, hostLog(1, 2))).find("hosts that are left meet") != std::string::npos;
        },
        30));
    ASSERT_EQ(::kill(rank(1), SIGKILL), 0);
    for (int host = 0; host < 3; ++host) {
        const RunState state = end(host, 60);
        EXPECT_EQ(state.exitCode, 0) << state.message.english();
        EXPECT_EQ(state.attempt, 3);
        EXPECT_EQ(state.hosts, (std::vector<int>{0, 1, 2}));
        EXPECT_EQ(state.ranks, std::vector<int>{host});
    }
    EXPECT_EQ(startOf(2, 3, 2).worldSize, 3);
    EXPECT_NE(warnings(0, 3).find("Attempt 3 goes on with all 3 hosts again."), std::string::npos);
    EXPECT_FALSE(fs::exists(file(2, "attempt-2")));
    expectNothingLeft();
}

TEST_F(Elastic, HalfOfTheHostsGoesOnWithTheFirstOfThem)
{
    launch("*@1=loop,*=ok 300", 2, elastic(2));
    ASSERT_TRUE(trains(0, 1) && trains(1, 1));
    lose(1);
    const RunState state = end(0, 60);
    EXPECT_EQ(state.exitCode, 0) << state.message.english();
    EXPECT_EQ(state.attempt, 2);
    EXPECT_EQ(state.hosts, std::vector<int>{0});
}

TEST_F(Elastic, HalfOfTheHostsWithoutTheFirstWaitsUntilItIsStopped)
{
    launch("*@1=loop,*=ok 300", 2, elastic(2));
    ASSERT_TRUE(trains(0, 1) && trains(1, 1));
    lose(0);
    const auto waits = [&] {
        return fileText(file(1, hostLog(1, 1))).find("hosts that are left meet") != std::string::npos;
    };
    ASSERT_TRUE(eventually(waits, 30));
    EXPECT_FALSE(eventually([&] { return fs::exists(file(1, "attempt-2")); }, 6)) << "it went on alone";
    AttachClient later(*m_homes[1]);
    const auto done = later.ask(FrameType::Stop, toJson(StopRequest{"digits", 1, 5}));
    ASSERT_TRUE(done && done->type == FrameType::Done) << describe(done);
    const RunState state = end(1, 30);
    EXPECT_EQ(state.phase, RunPhase::Finished);
    EXPECT_EQ(state.exitCode, static_cast<int>(ExitCode::Stopped));
}

/// With the engine's own ranks.
class ElasticTraining : public Elastic {
protected:
    std::vector<std::int64_t> checkpoints(int host) const
    {
        std::vector<std::int64_t> steps;
        std::error_code ignored;
        for (const auto& entry : fs::directory_iterator(file(host, "checkpoints"), ignored))
            if (const auto step = stepOfCheckpoint(entry.path().filename().string());
                step && fs::exists(entry.path() / "manifest.json", ignored))
                steps.push_back(*step);
        std::ranges::sort(steps);
        return steps;
    }
};

/// Of three hosts, that of rank 0 goes; a copy of its checkpoint is with the next one.
TEST_F(ElasticTraining, GoesOnFromACopyWithTheSameGlobalBatch)
{
    Experiment experiment = parseExperiment(scripted("digits", {1, 1, 1})).value();
    experiment.data.kind = DataKind::SyntheticDigits;
    experiment.training.batch = 25; // 75 of all, which two ranks share unevenly
    experiment.training.epochs = 3;
    experiment.training.schedule.scaleWithWorldSize = true;
    RestartSpec restart = elastic(1);
    restart.copies = 1;
    launch(experiment, restart,
           {"/usr/bin/env", "LOCKSTEP_TEST_RANK=" LOCKSTEP_ENGINE,
            LOCKSTEP_BINARY_DIR "/tests/misbehaving_engine"});
    ASSERT_TRUE(eventually([&] { return !checkpoints(1).empty(); }, 120));
    const RankStarted before = startOf(0, 1, 0);
    const std::int64_t copied = checkpoints(1).back();
    lose(0);
    for (int host = 1; host < 3; ++host) {
        const RunState state = end(host, 180);
        EXPECT_EQ(state.exitCode, 0) << state.message.english();
        EXPECT_EQ(state.attempt, 2);
        EXPECT_EQ(state.hosts, (std::vector<int>{1, 2}));
        EXPECT_EQ(state.ranks, std::vector<int>{host - 1});
    }
    const RankStarted after = startOf(1, 2, 0);
    EXPECT_EQ(after.host, "box-1");
    EXPECT_EQ(after.worldSize, 2);
    EXPECT_EQ(after.stepsPerEpoch, before.stepsPerEpoch);
    EXPECT_EQ(after.stepsPerEpoch, (before.trainingSamples + 74) / 75);
    EXPECT_GE(after.firstStep, copied);
    ASSERT_FALSE(checkpoints(1).empty());
    std::map<std::int64_t, int> samples; // of both ranks, by step
    for (int host = 1; host < 3; ++host)
        for (const StepFinished& step : stepsOf(host, 2, host - 1)) {
            samples[step.step] += step.samples;
            EXPECT_NEAR(step.learningRate, 3 * experiment.training.learningRate, 1e-9);
        }
    ASSERT_FALSE(samples.empty());
    for (const auto& [step, count] : samples)
        if ((step + 1) % before.stepsPerEpoch != 0) {
            EXPECT_EQ(count, 75) << "step " << step;
        }
    const TrainingPosition last = loadCheckpoint(file(1, checkpointFolder(checkpoints(1).back()))).position;
    EXPECT_EQ(last.step, 3 * before.stepsPerEpoch);
    EXPECT_EQ(last.globalBatch, 75);
    EXPECT_EQ(last.worldSize, 2);
    EXPECT_EQ(lastRecord(file(1, rankJournal(2, 0))).weightHash,
              lastRecord(file(2, rankJournal(2, 1))).weightHash);
    EXPECT_FALSE(lastRecord(file(1, rankJournal(2, 0))).weightHash.empty());
}

} // namespace
} // namespace lockstep::test
