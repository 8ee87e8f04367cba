// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// Trainings on a GPU that hangs without an error. A program of its own, with processes for ranks: of one
/// that has found a device stuck nothing is given back any more, and the watch over its calls lives as long
/// as it.
#include "tests/engine/support/emulated_cuda/fake_runtime.h"
#include "tests/engine/train/cuda/impatient_device.h"
#include "tests/engine/train/rank_fixture.h"

#include <gmock/gmock.h>

#include <chrono>
#include <csignal>
#include <thread>

namespace lockstep {
namespace {

using namespace lockstep::testing;
using ::testing::AllOf;
using ::testing::HasSubstr;
using Clock = std::chrono::steady_clock;

/// Of who does not wait for it.
constexpr double kEndless = 10000;
/// More than the emulated device takes for its work, which it does in the calls that ask for it.
constexpr double kShort = 3;

/// What happens to the device of a rank, in its process.
using Harm = std::function<void(int device)>;

Harm hangsAfter(int works)
{
    return [works](int device) { hangFakeDevice(device, works); };
}

Harm keeps(const char* function, int callsBefore)
{
    return [=](int device) { holdFakeCall(function, device, callsBefore); };
}

class StuckDevice : public ::testing::Test {
protected:
    StuckDevice()
    {
        m_fixture.inProcesses = true;
        m_fixture.experiment.training.epochs = 1000;
    }

    /// All have cuda:1, which they share, for there is no NCCL here; one alone has cuda:0.
    void harm(int rank, double patience, const Harm& what, int device = 0)
    {
        m_fixture.factoriesOf = [=](int own) {
            RankFactories factories;
            factories.device = [=](Device) {
                if (own == rank)
                    what(device);
                return std::make_unique<ImpatientDevice>(device, patience);
            };
            return factories;
        };
    }
    RankFinished endOf(int rank)
    {
        const auto finished = only<RankFinished>(m_fixture.journal(1, rank));
        EXPECT_EQ(finished.size(), 1U) << "the last record is there, once";
        return finished.empty() ? RankFinished() : finished.back();
    }
    /// That are recorded, and until no more come: then the device hangs.
    void waitForSteps()
    {
        const auto steps = [this] {
            const std::string text = m_fixture.journalText(1, 0);
            return text.find("\"kind\":\"step\"") == std::string::npos ? 0 : text.size();
        };
        std::size_t before = 0;
        waitUntil([&] {
            const std::size_t now = steps();
            const bool isOver = now > 0 && now == before;
            before = now;
            std::this_thread::sleep_for(std::chrono::milliseconds(500));
            return isOver;
        });
    }
    void expectStuck(int rank, const RankOutcome& outcome, const char* what)
    {
        EXPECT_EQ(outcome.code, ExitCode::DeviceUnavailable);
        const RankFinished end = endOf(rank);
        EXPECT_EQ(end.exitCode, static_cast<int>(ExitCode::DeviceUnavailable));
        EXPECT_THAT(end.message.english(), AllOf(HasSubstr("cuda:" + std::to_string(rank) + " hangs"),
                                                 HasSubstr(what), HasSubstr("Xid")));
    }

    RankFixture m_fixture{403, 41};
};

class StuckDeviceAfter : public StuckDevice, public ::testing::WithParamInterface<int> {};

TEST_P(StuckDeviceAfter, EndsTheAttemptAndSaysWhy)
{
    harm(0, kShort, hangsAfter(GetParam()));
    const auto start = Clock::now();
    expectStuck(0, m_fixture.train(1).front(), "");
    EXPECT_LT(Clock::now() - start, std::chrono::seconds(60));
}

// While it is prepared; in the first step; in one that is given as a whole.
INSTANTIATE_TEST_SUITE_P(Works, StuckDeviceAfter, ::testing::Values(2, 60, 600));

TEST_F(StuckDevice, WhoseDriverKeepsACallEndsTheAttemptAndSaysWhy)
{
    harm(0, kShort, keeps("cudaGraphLaunch", 40));
    expectStuck(0, m_fixture.train(1).front(), "a call of its driver to come back (cudaGraphLaunch)");
    EXPECT_GT(endOf(0).step, 0);
    EXPECT_EQ(endOf(0).step, static_cast<int>(only<StepFinished>(m_fixture.journal(1, 0)).size()));
}

TEST_F(StuckDevice, WhoseContextIsNeverMadeEndsTheAttemptAndSaysWhy)
{
    harm(0, kShort, keeps("cudaSetDevice", 0));
    expectStuck(0, m_fixture.train(1).front(), "a call of its driver to come back (cudaSetDevice)");
}

class StoppedWithAStuckDevice : public StuckDevice, public ::testing::WithParamInterface<Harm> {};

TEST_P(StoppedWithAStuckDevice, EndsAsAskedWithinSeconds)
{
    harm(0, kEndless, GetParam());
    Clock::time_point asked;
    const RankOutcome outcome = m_fixture
                                    .train(1,
                                           [&](const auto&) {
                                               waitForSteps();
                                               asked = Clock::now();
                                               ::kill(m_fixture.processes.at(0), SIGINT);
                                           })
                                    .front();
    EXPECT_LT(Clock::now() - asked, std::chrono::seconds(10));
    EXPECT_EQ(outcome.code, ExitCode::Stopped);
    EXPECT_EQ(endOf(0).exitCode, static_cast<int>(ExitCode::Stopped));
    EXPECT_THAT(endOf(0).message.english(), HasSubstr("Stopped as asked, without the device cuda:0"));
}

INSTANTIATE_TEST_SUITE_P(Harms, StoppedWithAStuckDevice,
                         ::testing::Values(hangsAfter(600), keeps("cudaGraphLaunch", 40)));

struct WorldHarm {
    Harm harm;
    int ranks;
    friend void PrintTo(const WorldHarm& each, std::ostream* out) { *out << each.ranks << " ranks"; }
};

class WorldWithAStuckDevice : public StuckDevice, public ::testing::WithParamInterface<WorldHarm> {};

/// The others do not wait as long as a device may take.
TEST_P(WorldWithAStuckDevice, EndsEverywhereWhenTheOthersHaveWaitedLongEnough)
{
    m_fixture.experiment.training.timeoutSeconds = kShort;
    harm(1, kEndless, GetParam().harm, 1);
    const auto start = Clock::now();
    const std::vector<RankOutcome> outcomes = m_fixture.train(GetParam().ranks);
    EXPECT_LT(Clock::now() - start, std::chrono::seconds(60));
    expectStuck(1, outcomes[1], "cuda:1 hangs");
    for (int rank = 0; rank < GetParam().ranks; ++rank)
        if (rank != 1) {
            EXPECT_EQ(outcomes[static_cast<std::size_t>(rank)].code, ExitCode::PeerLost);
            EXPECT_EQ(endOf(rank).culprit, 1) << endOf(rank).message.english();
        }
}

/// Or they do, and are told why.
TEST_P(WorldWithAStuckDevice, EndsEverywhereWhenItsRankHasWaitedLongEnough)
{
    m_fixture.experiment.training.timeoutSeconds = 300;
    harm(1, kShort, GetParam().harm, 1);
    const auto start = Clock::now();
    const std::vector<RankOutcome> outcomes = m_fixture.train(GetParam().ranks);
    EXPECT_LT(Clock::now() - start, std::chrono::seconds(60));
    expectStuck(1, outcomes[1], "cuda:1 hangs");
    for (int rank = 0; rank < GetParam().ranks; ++rank)
        if (rank != 1) {
            EXPECT_EQ(outcomes[static_cast<std::size_t>(rank)].code, ExitCode::PeerLost);
            EXPECT_EQ(endOf(rank).culprit, 1);
            EXPECT_THAT(endOf(rank).message.english(), HasSubstr("cuda:1 hangs"));
        }
}

INSTANTIATE_TEST_SUITE_P(Harms, WorldWithAStuckDevice,
                         ::testing::Values(WorldHarm{hangsAfter(600), 2}, WorldHarm{hangsAfter(600), 3},
                                           WorldHarm{keeps("cudaMemcpyAsync", 300), 2}));

} // namespace
} // namespace lockstep
