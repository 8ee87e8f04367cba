// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// Ranks that wait instead of computing, and exchange what there is all the same.
#include "engine/core/error.h"
#include "engine/train/imitated_device.h"
#include "tests/engine/train/rank_fixture.h"

#include <atomic>
#include <cmath>
#include <filesystem>
#include <gmock/gmock.h>
#include <thread>

namespace lockstep {
namespace {

using namespace lockstep::testing;
using namespace std::chrono_literals;

/// One that lets a millisecond pass between any two looks at it, and notes until when somebody slept.
struct FakeClock {
    ImitationClock::Point time{};
    std::vector<ImitationClock::Point> slept;
    ImitationClock face()
    {
        return {[this] { return time += 1ms; },
                [this](ImitationClock::Point until) {
                    slept.push_back(until);
                    time = std::max(time, until);
                }};
    }
};

/// Counts who computes, and whether they do so alone.
class CountedTurns final : public ComputeTurns {
public:
    Turn take() override
    {
        ++taken;
        auto held = std::make_shared<std::unique_lock<std::mutex>>(m_mutex);
        EXPECT_FALSE(m_isHeld.exchange(true));
        return {nullptr, [this, held](void*) {
                    m_isHeld = false;
                    held->unlock();
                }};
    }
    std::atomic<int> taken = 0;

private:
    std::mutex m_mutex;
    std::atomic<bool> m_isHeld = false;
};

class Imitation : public ::testing::TestWithParam<CompressionKind> {};

TEST_P(Imitation, RanksExchangeWithoutComputingAndStayEqual)
{
    constexpr int kRanks = 3;
    RankFixture fixture(1200, 20); // twenty steps: in the first ten some compressions send everything
    fixture.experiment.training.compression = GetParam();
    fixture.experiment.training.epochs = 1;
    std::vector<FakeClock> clocks(kRanks);
    const auto turns = std::make_shared<CountedTurns>();
    fixture.factoriesOf = [&](int rank) {
        RankFactories factories = fixture.factories;
        factories.device = [&, rank](Device device) {
            return imitating(makeTrainingDevice(device), turns,
                             clocks[static_cast<std::size_t>(rank)].face());
        };
        return factories;
    };
    expectSuccess(fixture.train(kRanks));
    EXPECT_EQ(turns->taken, kRanks * kTruePasses);
    for (int rank = 0; rank < kRanks; ++rank) {
        EXPECT_EQ(hashOf(fixture, 1, rank), hashOf(fixture, 1, 0));
        const auto steps = only<StepFinished>(fixture.journal(1, rank));
        ASSERT_GT(steps.size(), 12U);
        EXPECT_NE(steps[0].loss, steps[1].loss);
        for (std::size_t step = kTruePasses; step < steps.size(); ++step)
            EXPECT_DOUBLE_EQ(steps[step].loss, steps[kTruePasses - 1].loss) << "step " << step;
        EXPECT_THAT(fixture.log(1, rank), ::testing::HasSubstr("imitated from pass 4"));
    }
}

INSTANTIATE_TEST_SUITE_P(Compressions, Imitation,
                         ::testing::Values(CompressionKind::None, CompressionKind::Int8,
                                           CompressionKind::TopK, CompressionKind::PowerSgd),
                         [](const auto& given) { return std::string(toString(given.param)).substr(0, 3); });

/// A step that computes takes one look at the clock for each gradient and two for each half: as long as that
/// it waits when it imitates, gradient by gradient.
TEST(ImitatedDevice, WaitsAsLongAsItTook)
{
    RankFixture fixture(80, 20);
    fixture.experiment.training.epochs = 1;
    FakeClock clock;
    fixture.factories.device = [&](Device device) {
        return imitating(makeTrainingDevice(device), std::make_shared<CountedTurns>(), clock.face());
    };
    expectSuccess(fixture.train(1));
    const std::size_t steps = only<StepFinished>(fixture.journal(1, 0)).size();
    ASSERT_GT(steps, std::size_t{kTruePasses});
    const std::size_t each = clock.slept.size() / (steps - kTruePasses);
    ASSERT_GT(each, 3U);
    // Forward, each gradient, and the end of backward, which comes a look after the last of them.
    for (std::size_t at = 2; at + 1 < each; ++at)
        EXPECT_EQ(clock.slept[at] - clock.slept[at - 1], 1ms) << at;
}

TEST(ImitatedDevice, FilesMakeTurns)
{
    const std::string file = std::filesystem::temp_directory_path() / ("turns-" + std::to_string(::getpid()));
    const auto one = turnsBy(file), other = turnsBy(file);
    std::atomic<bool> isTheirs = false;
    auto turn = one->take();
    std::thread waiting([&] {
        const auto theirs = other->take();
        isTheirs = true;
    });
    std::this_thread::sleep_for(20ms); // long enough to be wrong
    EXPECT_FALSE(isTheirs);
    turn.reset();
    waiting.join();
    EXPECT_TRUE(isTheirs);
    std::filesystem::remove(file);
    EXPECT_THROW(turnsBy("/no/such/folder/turns"), EngineError);
}

} // namespace
} // namespace lockstep
