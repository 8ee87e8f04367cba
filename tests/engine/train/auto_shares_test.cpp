// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// Shares that follow the speed of the ranks, which is what the tests' devices say.
#include "engine/train/step_cost.h"
#include "tests/engine/support/devices.h"
#include "tests/engine/train/rank_fixture.h"
#include "tests/engine/train/timed_device.h"

#include <gmock/gmock.h>

#include <random>

namespace lockstep {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::Not;
using namespace lockstep::testing;

/// The shortest slowest step of all ways to deal `left` samples to the ranks from `rank` on.
double shortestStep(std::span<const StepCost> costs, std::size_t rank, int left)
{
    if (rank + 1 == costs.size())
        return costs[rank].seconds(left);
    double shortest = 1e300;
    const int others = static_cast<int>(costs.size() - rank) - 1;
    for (int mine = 1; mine + others <= left; ++mine)
        shortest = std::min(shortest,
                            std::max(costs[rank].seconds(mine), shortestStep(costs, rank + 1, left - mine)));
    return shortest;
}

TEST(BalancedShares, AreTheBestOfAllThereAre)
{
    std::mt19937 random(7);
    std::uniform_real_distribution<double> seconds(0.001, 1);
    std::uniform_int_distribution<int> piece(1, 12);
    for (int trial = 0; trial < 300; ++trial) {
        std::vector<StepCost> costs(2 + static_cast<std::size_t>(trial % 3));
        for (StepCost& cost : costs)
            cost = {seconds(random), trial % 4 == 0 ? 0 : seconds(random), seconds(random) / 5,
                    static_cast<double>(piece(random))};
        const int globalBatch = 4 + trial % 27;
        const BatchShares shares = balancedShares(costs, globalBatch);
        EXPECT_EQ(shares.globalBatch(), globalBatch);
        EXPECT_THAT(shares.batches(), Each(::testing::Ge(1)));
        EXPECT_DOUBLE_EQ(slowestStep(costs, shares), shortestStep(costs, 0, globalBatch));
    }
}

TEST(UsualSeconds, AreTheMeanOfWhatIsAlike)
{
    EXPECT_DOUBLE_EQ(usualSeconds(std::vector{0.5}), 0.5);
    EXPECT_DOUBLE_EQ(usualSeconds(std::vector{0.5, 0.7}), 0.6);
    EXPECT_DOUBLE_EQ(usualSeconds(std::vector{0.5, 0.7, 0.6, 0.6}), 0.6);
    EXPECT_DOUBLE_EQ(usualSeconds(std::vector(1000, 0.25)), 0.25);
}

/// A processor that is there for a third of the time: a pass takes 1 ms, and every third one 7 ms.
TEST(UsualSeconds, CountWhatComesAndGoes)
{
    std::vector<double> seconds(300, 0.001);
    for (std::size_t i = 0; i < seconds.size(); i += 3)
        seconds[i] = 0.007;
    EXPECT_NEAR(usualSeconds(seconds), 0.003, 1e-4);
}

TEST(UsualSeconds, LeaveOutWhatDisturbsForAWhile)
{
    std::vector<double> seconds(20, 0.1);
    std::fill_n(seconds.begin() + 4, 6, 5.0); // in two of five runs
    EXPECT_NEAR(usualSeconds(seconds), 0.1, 1e-9);
    seconds.assign(20, 0.1);
    seconds[19] = 1000;
    EXPECT_NEAR(usualSeconds(seconds), 0.1, 1e-9);
}

TEST(BalancedShares, OfManyRanksAreFoundAtOnce)
{
    std::vector<StepCost> costs(1024);
    for (std::size_t rank = 0; rank < costs.size(); ++rank)
        costs[rank] = {0, 0.001, rank % 4 == 0 ? 0.003 : 0.001, 65536};
    const BatchShares shares = balancedShares(costs, 1024 * 65536);
    EXPECT_EQ(shares.globalBatch(), 1024 * 65536);
    EXPECT_NEAR(shares.batch(1), 3.0 * shares.batch(0), 3);
}

TEST(FittedCost, GoesThroughBothTimes)
{
    const StepCost cost = fittedCost(0.5, 40, 0.3, 20);
    EXPECT_NEAR(cost.perSample, 0.01, 1e-12);
    EXPECT_NEAR(cost.perPiece, 0.1, 1e-12);
    EXPECT_NEAR(cost.seconds(40), 0.5, 1e-12);
    EXPECT_NEAR(cost.seconds(20), 0.3, 1e-12);
    EXPECT_NEAR(cost.seconds(41), 2 * 0.1 + 0.41, 1e-12) << "one more piece";
}

/// Noise, and devices on which half a batch takes as long as a whole one.
TEST(FittedCost, NeverSaysThatSamplesAreFree)
{
    for (const double half : {0.05, 0.1, 0.2, 0.5, 0.6, 5.0}) {
        const StepCost cost = fittedCost(0.5, 40, half, 20);
        EXPECT_GT(cost.perSample, 0);
        EXPECT_GE(cost.perPiece, 0);
        EXPECT_NEAR(cost.seconds(40), 0.5, 1e-12);
    }
    EXPECT_NEAR(fittedCost(0.5, 1, 0.5, 1).perSample, 0.5, 1e-12) << "a piece of one sample";
}

/// 403 digits in global batches of 40, 11 steps an epoch, of ranks with these speeds.
struct TimedRanks : RankFixture {
    explicit TimedRanks(std::vector<SpeedOf> allSpeeds) : speeds(std::move(allSpeeds))
    {
        experiment.training.shares = {ShareKind::Auto, {}};
        experiment.training.epochs = 3;
        factoriesOf = [this](int rank) {
            RankFactories made = factories;
            made.device = timedDevice(testDevice().make, speeds.at(static_cast<std::size_t>(rank)));
            return made;
        };
    }
    /// Samples of a rank in the first step of each epoch.
    std::vector<int> dealt(int attempt, int rank) const
    {
        std::vector<int> samples;
        for (const StepFinished& step : only<StepFinished>(journal(attempt, rank)))
            if (step.batch == 0)
                samples.push_back(step.samples);
        return samples;
    }

    std::vector<SpeedOf> speeds;
};

SpeedOf always(double perSample, double perPass = 0)
{
    return [=](std::int64_t) { return Speed{perPass, perSample}; };
}

class AutoSharesOf : public ::testing::TestWithParam<StrategyKind> {};
INSTANTIATE_TEST_SUITE_P(Strategies, AutoSharesOf,
                         ::testing::Values(StrategyKind::AllReduce, StrategyKind::ServerSync,
                                           StrategyKind::ServerAsync, StrategyKind::LocalSteps),
                         [](const auto& strategy) {
                             std::string name(toString(strategy.param));
                             std::erase(name, '-');
                             return name;
                         });

/// A rank of a third of the other's speed takes a third of its samples, from the first step on.
TEST_P(AutoSharesOf, AreCalibratedAtTheStart)
{
    TimedRanks ranks({always(0.003), always(0.001)});
    ranks.experiment.training.strategy = GetParam();
    expectSuccess(ranks.train(2));
    EXPECT_EQ(ranks.dealt(1, 0), (std::vector{10, 10, 10}));
    EXPECT_EQ(ranks.dealt(1, 1), (std::vector{30, 30, 30}));
    EXPECT_THAT(ranks.log(1, 0), AllOf(HasSubstr("by the ranks' speed: rank 0: 10 samples in 30 ms, "
                                                 "rank 1: 30 samples in 30 ms"),
                                       Not(HasSubstr("corrected"))));
    EXPECT_THAT(ranks.log(1, 1), HasSubstr("by the ranks' speed: rank 1: 30 samples in 30 ms"));
    for (const EpochFinished& epoch : only<EpochFinished>(ranks.journal(1, 1))) {
        ASSERT_EQ(epoch.further.size(), 2u);
        EXPECT_EQ(epoch.further[0].name, "share");
        EXPECT_EQ(epoch.further[0].value, 30);
        EXPECT_EQ(epoch.further[1].name, "own_seconds");
        EXPECT_NEAR(epoch.further[1].value, 0.03, 1e-9);
    }
    EXPECT_EQ(hashOf(ranks, 1, 0), hashOf(ranks, 1, 1));
    const std::vector<double> losses = epochLosses(ranks, 1, 0);
    EXPECT_LT(losses.back(), losses.front());
}

/// Passes of 10 ms, whatever their samples are, on one of the ranks.
TEST(AutoShares, CountWhatAPassCosts)
{
    TimedRanks ranks({always(0.003, 0.01), always(0.001)});
    expectSuccess(ranks.train(2));
    const std::vector<StepCost> costs = {{0, 0.01, 0.003, 20}, {0, 0, 0.001, 20}};
    EXPECT_DOUBLE_EQ(slowestStep(costs, BatchShares({ranks.dealt(1, 0).front(), ranks.dealt(1, 1).front()})),
                     shortestStep(costs, 0, 40));
}

/// Throttled to a third after the first step.
TEST(AutoShares, AreCorrectedBetweenEpochs)
{
    TimedRanks ranks({always(0.001), [](std::int64_t step) { return Speed{0, step == 0 ? 0.001 : 0.003}; }});
    expectSuccess(ranks.train(2));
    EXPECT_EQ(ranks.dealt(1, 0), (std::vector{20, 30, 30}));
    EXPECT_EQ(ranks.dealt(1, 1), (std::vector{20, 10, 10}));
    EXPECT_THAT(ranks.log(1, 0),
                HasSubstr("corrected by the steps of this epoch: rank 0: 30 samples in 30 ms"));
    EXPECT_EQ(hashOf(ranks, 1, 0), hashOf(ranks, 1, 1));
}

/// What the clock cannot tell changes nothing, so that what was read ahead is used.
TEST(AutoShares, StayWhereLittleWouldBeGained)
{
    TimedRanks ranks({always(0.00101), always(0.001)});
    ranks.experiment.training.batch = 200;
    expectSuccess(ranks.train(2));
    EXPECT_EQ(ranks.dealt(1, 0), (std::vector{200, 200, 200})) << "199 would be 0.5 % faster";
    EXPECT_THAT(ranks.log(1, 0), Not(HasSubstr("corrected")));
}

/// A training that goes on takes the steps that it would have taken: for one epoch, though by now the other
/// rank is the slow one. With other ranks, shares are found anew.
TEST(AutoShares, OfACheckpointAreKeptForItsNextEpoch)
{
    TimedRanks ranks({always(0.003), always(0.001), always(0.001)});
    ranks.experiment.training.epochs = 1;
    expectSuccess(ranks.train(2));
    EXPECT_EQ(newestOf(ranks).position.shares, (std::vector{10, 30}));

    ranks.speeds = {always(0.001), always(0.003), always(0.001)};
    ranks.experiment.training.epochs = 3;
    ranks.resume = "latest";
    expectSuccess(ranks.train(2));
    EXPECT_EQ(ranks.dealt(2, 0), (std::vector{10, 30}));
    EXPECT_THAT(ranks.log(2, 0), HasSubstr("as in the checkpoint: rank 0: 10 samples in 10 ms"));

    ranks.experiment.training.epochs = 4;
    expectSuccess(ranks.train(3));
    EXPECT_EQ(ranks.dealt(3, 1), (std::vector{8})); // of 60: 24 ms, and 26 for the others
    ranks.experiment.training.epochs = 5;
    ranks.experiment.training.shares = {};
    expectSuccess(ranks.train(2));
    EXPECT_EQ(ranks.dealt(4, 1), (std::vector{20}));
    EXPECT_TRUE(newestOf(ranks).position.shares.empty());
}

/// Going on in the middle of an epoch, to the bit what would have been: the corrections fall where they fell.
TEST(AutoShares, GoOnBitForBitWhereTheSpeedsAreTheSame)
{
    const std::vector<SpeedOf> speeds = {always(0.002), always(0.001)};
    TimedRanks whole(speeds);
    TimedRanks pieces(speeds);
    for (TimedRanks* ranks : {&whole, &pieces})
        ranks->experiment.training.epochs = 4;
    expectSuccess(whole.train(2));
    ExitCode code = ExitCode::Stopped;
    int attempt = 0;
    while (code == ExitCode::Stopped && attempt < 30) {
        ++attempt;
        code = pieces
                   .train(2,
                          [&](const std::vector<StopFlag*>& flags) {
                              waitUntil([&] {
                                  const std::string text = pieces.journalText(attempt, 0);
                                  return text.size() > 4000 || text.find("\"finished\"") != std::string::npos;
                              });
                              flags.back()->request();
                          })[0]
                   .code;
        pieces.resume = "latest";
    }
    EXPECT_GT(attempt, 1);
    EXPECT_EQ(hashOf(pieces, attempt, 0), hashOf(whole, 1, 0));
    EXPECT_EQ(newestOf(pieces).position, newestOf(whole).position);
}

} // namespace
} // namespace lockstep
