// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/authenticated_link.h"
#include "engine/host/restart_plan.h"
#include "engine/host/run_store.h"
#include "engine/protocol/experiment.h"
#include "engine/protocol/further_attempt.h"
#include "engine/protocol/run_files.h"
#include "tests/engine/host/restart_fixture.h"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <future>

/// Supervisors that go on by themselves after an attempt that ended in an error.
namespace lockstep::test {
namespace {

TEST_F(Restarts, AKilledRankIsFollowedByAnotherAttemptWithoutTheDesktop)
{
    launch("*@1=loop,*=ok 500", 2, restarts(1, 0.2));
    ASSERT_TRUE(trains(0, 1) && trains(1, 1));
    leave();
    ASSERT_EQ(::kill(rank(1), SIGKILL), 0);
    ASSERT_TRUE(trains(1, 2));
    const std::string environment = fileText("/proc/" + std::to_string(rank(1)) + "/environ");
    EXPECT_NE(environment.find("MASTER_PORT=" + std::to_string(m_run.ranks[0].port) + '\0'),
              std::string::npos)
        << "the ports are not those of before";
    for (int host = 0; host < 2; ++host) {
        const RunState state = end(host);
        EXPECT_EQ(state.phase, RunPhase::Finished) << state.message.english();
        EXPECT_EQ(state.exitCode, 0);
        EXPECT_EQ(state.attempt, 2);
        const RankFinished first = lastRecord(file(host, hostJournal(1, host)));
        EXPECT_EQ(first.exitCode, 128 + SIGKILL);
        EXPECT_EQ(first.culprit, 1);
        EXPECT_EQ(lastRecord(file(host, hostJournal(2, host))).exitCode, 0);
    }
    expectNothingLeft();
}

TEST_F(Restarts, EndWithTheCauseOnceAllAttemptsAreUsed)
{
    launch("1=exit 7,*=loop", 2, restarts(2, 0.1));
    for (int host = 0; host < 2; ++host) {
        const RunState state = end(host);
        EXPECT_EQ(state.phase, RunPhase::Failed);
        EXPECT_EQ(state.exitCode, 7);
        EXPECT_EQ(state.culprit, 1);
        EXPECT_EQ(state.attempt, 3);
    }
    EXPECT_NE(fileText(file(0, hostLog(2, 0))).find("begins in 100 milliseconds"), std::string::npos);
    EXPECT_NE(fileText(file(0, hostLog(3, 0))).find("begins in 200 milliseconds"), std::string::npos);
    expectNothingLeft();
}

TEST_F(Restarts, AreNotMadeWhereTheNextAttemptWouldMeetTheSame)
{
    launch("1=exit 4,*=loop", 2, restarts(5, 0.1)); // the data
    for (int host = 0; host < 2; ++host) {
        const RunState state = end(host);
        EXPECT_EQ(state.exitCode, 4);
        EXPECT_EQ(state.attempt, 1);
    }
}

TEST_F(Restarts, AStopWhileTheyWaitIsTheEnd)
{
    launch("1=exit 7,*=loop", 2, restarts(5, 600));
    ASSERT_TRUE(waitsFor(0, 2) && waitsFor(1, 2));
    for (std::size_t host = 0; host < 2; ++host) {
        AttachClient later(*m_homes[host]);
        const auto done =
            later.ask(FrameType::Stop, toJson(StopRequest{"digits", static_cast<int>(host), 5}));
        ASSERT_TRUE(done && done->type == FrameType::Done) << describe(done);
    }
    for (int host = 0; host < 2; ++host) {
        const RunState state = end(host, 5);
        EXPECT_EQ(state.phase, RunPhase::Finished);
        EXPECT_EQ(state.exitCode, static_cast<int>(ExitCode::Stopped));
        EXPECT_EQ(state.attempt, 2);
    }
    expectNothingLeft();
}

TEST_F(Restarts, AStopOfAnAttemptIsFollowedByNone)
{
    launch("*=loop", 2, restarts(5, 0.1));
    ASSERT_TRUE(trains(0, 1) && trains(1, 1));
    AttachClient later(*m_homes[1]);
    ASSERT_TRUE(later.ask(FrameType::Stop, toJson(StopRequest{"digits", -1, 5})));
    for (int host = 0; host < 2; ++host) {
        const RunState state = end(host, 10);
        EXPECT_EQ(state.exitCode, static_cast<int>(ExitCode::Stopped)) << state.message.english();
        EXPECT_EQ(state.attempt, 1);
    }
}

TEST_F(Restarts, AreNotMadeWithoutTheSupervisorOfAHost)
{
    launch("*=loop", 2, restarts(5, 0.1));
    ASSERT_TRUE(trains(0, 1) && trains(1, 1));
    ASSERT_EQ(::kill(m_homes[1]->processes("supervise").at(0), SIGKILL), 0);
    const RunState state = end(0, 10);
    EXPECT_EQ(state.phase, RunPhase::Failed);
    EXPECT_EQ(state.attempt, 1);
    EXPECT_NE(state.message.english().find("box-1"), std::string::npos) << state.message.english();
}

/// As when the network between the hosts is cut for longer than a lease lasts.
TEST_F(Restarts, AHostThatWasSilentMeetsTheOthersAgain)
{
    launch("*@1=loop,*=ok 300", 2, restarts(3, 0.5));
    ASSERT_TRUE(trains(0, 1) && trains(1, 1));
    const pid_t silent = m_homes[1]->processes("supervise").at(0);
    ASSERT_EQ(::kill(silent, SIGSTOP), 0);
    leave();
    ASSERT_TRUE(eventually([&] { return std::filesystem::exists(file(0, "attempt-2")); }, 15));
    ASSERT_EQ(::kill(silent, SIGCONT), 0);
    for (int host = 0; host < 2; ++host) {
        const RunState state = end(host, 40);
        EXPECT_EQ(state.exitCode, 0) << state.message.english();
        EXPECT_EQ(state.attempt, 2);
    }
    expectNothingLeft();
}

std::vector<std::int64_t> stepsOfCheckpoints(const std::string& folder)
{
    std::vector<std::int64_t> steps;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(folder, ignored))
        if (const auto step = stepOfCheckpoint(entry.path().filename().string());
            step && std::filesystem::exists(entry.path() / "manifest.json", ignored))
            steps.push_back(*step);
    std::ranges::sort(steps);
    return steps;
}

/// Adds one to a byte in the middle.
void damage(const std::string& path)
{
    std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
    const auto middle = static_cast<std::streamoff>(std::filesystem::file_size(path) / 2);
    file.seekg(middle);
    const int byte = file.get();
    file.seekp(middle);
    file.put(static_cast<char>(byte + 1));
}

/// With the engine itself.
class TrainingRestarts : public Restarts {
protected:
    static Experiment experiment()
    {
        Experiment experiment = parseExperiment(scripted("digits", {1, 1})).value();
        experiment.data.kind = DataKind::SyntheticDigits;
        experiment.data.samples = 2000;
        experiment.training.epochs = 6;
        experiment.training.keepCheckpoints = 8;
        return experiment;
    }
    void train(const RestartSpec& restart) { launch(experiment(), restart, {LOCKSTEP_ENGINE}); }
    std::vector<std::int64_t> checkpoints() const { return stepsOfCheckpoints(file(0, "checkpoints")); }
    std::string weights(int attempt) const { return lastRecord(file(0, rankJournal(attempt, 0))).weightHash; }
};

class UndisturbedTraining : public TrainingRestarts {
public:
    void TestBody() override {}
    std::string weightHash()
    {
        train({});
        const RunState state = end(0, 120);
        EXPECT_EQ(state.exitCode, 0) << state.message.english();
        return weights(1);
    }
};

TEST_F(TrainingRestarts, GoOnFromTheNewestCheckpointThatVerifiesToTheSameWeights)
{
    train(restarts(2, 2));
    ASSERT_TRUE(eventually([&] { return checkpoints().size() >= 2; }, 60));
    leave();
    ASSERT_EQ(::kill(rank(1), SIGKILL), 0);
    ASSERT_TRUE(waitsFor(0, 2));
    const auto steps = checkpoints();
    ASSERT_GE(steps.size(), 2u);
    damage(file(0, checkpointFolder(steps.back()) + "/model.safetensors"));
    const RunState state = end(0, 120);
    EXPECT_EQ(state.exitCode, 0) << state.message.english();
    EXPECT_EQ(state.attempt, 2);
    std::int64_t firstStep = -1;
    for (const Record& record : JournalReader().feed(fileText(file(0, rankJournal(2, 0)))).records)
        if (const auto* started = std::get_if<RankStarted>(&record.event))
            firstStep = started->firstStep;
    EXPECT_EQ(firstStep, steps[steps.size() - 2]);
    EXPECT_FALSE(weights(2).empty());
    EXPECT_EQ(weights(2), UndisturbedTraining().weightHash());
}

/// A run with the folder of one host, at its first attempt.
class RestartPlan : public testing::Test {
protected:
    RestartPlan() { ::setenv("LOCKSTEP_HOME", m_home.path().c_str(), 1); }
    ~RestartPlan() override { ::unsetenv("LOCKSTEP_HOME"); }

    TestHome m_home{"plan"};
};

TEST_F(RestartPlan, AChosenCheckpointStaysTheBeginningUntilTheAttemptHasOneOfItsOwn)
{
    const HostFolder folder = HostFolder::create("digits", 0);
    folder.makeFolder("attempt-1");
    SubmitRequest request;
    request.run = "digits";
    EXPECT_EQ(resumeAfter(request, folder), "latest");
    request.resume = "step-00000600";
    EXPECT_EQ(resumeAfter(request, folder), "step-00000600") << "there is no journal";
    JournalWriter journal(folder.path() + "/attempt-1/rank-0.jsonl");
    journal.write(RankStarted{});
    journal.write(StepFinished{});
    EXPECT_EQ(resumeAfter(request, folder), "step-00000600");
    journal.write(CheckpointSaved{700, 0, "checkpoints/step-00000700", 1, false});
    journal.write(RankFinished{});
    EXPECT_EQ(resumeAfter(request, folder), "latest");
}

TEST(RestartTimes, DoubleUpToAnHour)
{
    const RestartSpec restart = restarts(1000, 5);
    EXPECT_EQ(backoff(restart, 0), std::chrono::seconds(5));
    EXPECT_EQ(backoff(restart, 1), std::chrono::seconds(10));
    EXPECT_EQ(backoff(restart, 9), std::chrono::seconds(2560));
    EXPECT_EQ(backoff(restart, 10), std::chrono::seconds(3600));
    EXPECT_EQ(backoff(restart, 999), std::chrono::seconds(3600));
    EXPECT_EQ(backoff(restarts(9, 0), 5), std::chrono::seconds(0));
}

const std::string kFirst(64, '3');

/// Reckoned by Python's hmac and hashlib:
/// prk = hmac(sha256("digits"), bytes.fromhex("33" * 32)); hmac(prk, b"lockstep token of attempt 2\x01")
TEST(RestartTokens, AreThoseOfHkdf)
{
    EXPECT_EQ(tokenOfAttempt(kFirst, "digits", 2),
              "30c44bc320f6630a385f7a816954f7f2fbc889736e3dbf940925b9d29e2a402c");
    EXPECT_NE(tokenOfAttempt(kFirst, "digits", 3), tokenOfAttempt(kFirst, "digits", 2));
    EXPECT_NE(tokenOfAttempt(kFirst, "letters", 2), tokenOfAttempt(kFirst, "digits", 2));
}

TEST(RestartTokens, TheOneOfAFormerAttemptIsRefused)
{
    std::vector<Descriptor> doors;
    std::vector<Endpoint> members;
    for (int member = 0; member < 2; ++member) {
        doors.push_back(listenOn("127.0.0.1"));
        members.push_back(localEndpoint(doors.back().get()));
    }
    const auto join = [&](int self, const std::string& token) {
        MeshOptions options;
        options.kind = LinkKind::Lease;
        options.self = self;
        options.members = members;
        options.listenDescriptor = doors[static_cast<std::size_t>(self)].get();
        options.token = parseRunToken(token);
        options.run = "digits";
        options.attempt = 2;
        options.deadlineSeconds = 2;
        return connectMesh(options).size();
    };
    const std::string second = tokenOfAttempt(kFirst, "digits", 2);
    auto supervisor = std::async(std::launch::async, [&] { return join(0, second); });
    EXPECT_THROW(join(1, kFirst), EngineError);
    EXPECT_THROW(supervisor.get(), EngineError);
    supervisor = std::async(std::launch::async, [&] { return join(0, second); });
    EXPECT_EQ(join(1, second), 2u);
    EXPECT_EQ(supervisor.get(), 2u);
}

} // namespace
} // namespace lockstep::test
