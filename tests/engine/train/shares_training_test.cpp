// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// Trainings whose ranks take different parts of a global batch.
#include "tests/engine/support/devices.h"
#include "tests/engine/train/rank_fixture.h"

#include <gmock/gmock.h>

#include <cmath>

namespace lockstep {
namespace {

using ::testing::HasSubstr;
using namespace lockstep::testing;

constexpr double kNoMove = 1e-30; ///< a rate that leaves every f32 weight as it is
constexpr double kFarMove = 1000; ///< one that leaves nothing of it, so that a weight tells its gradient

ShareSpec byHand(std::vector<int> parts)
{
    return {ShareKind::ByRank, std::move(parts)};
}

/// 96 digits in one global batch.
struct OneStep {
    explicit OneStep(double learningRate) : fixture(96)
    {
        TrainingSpec& training = fixture.experiment.training;
        training.optimizer = OptimizerKind::Sgd;
        training.learningRate = learningRate;
        training.epochs = 1;
    }
    LoadedCheckpoint train(int ranks)
    {
        fixture.experiment.training.batch = 96 / ranks;
        expectSuccess(fixture.train(ranks));
        EXPECT_EQ(only<StepFinished>(fixture.journal(1, 0)).size(), 1u);
        return newestOf(fixture);
    }

    RankFixture fixture;
};

/// Of the moves that two trainings made from the same weights, over the size of the second.
double differenceOfMoves(const LoadedCheckpoint& from, const LoadedCheckpoint& a, const LoadedCheckpoint& b)
{
    double difference = 0;
    double size = 0;
    for (std::size_t t = 0; t < from.model.size(); ++t)
        for (std::size_t i = 0; i < from.model[t].values.size(); ++i) {
            const double start = from.model[t].values[i];
            const double move = b.model[t].values[i] - start;
            difference += std::pow(a.model[t].values[i] - start - move, 2);
            size += move * move;
        }
    return std::sqrt(difference / size);
}

/// On whatever device: rounding apart, the split decides nothing.
double tolerance()
{
    return std::max(1e-6, testDevice().tolerance);
}

/// 58, 29 and 9 of 96 samples, of which the mean of the ranks' means would be 59 % off.
TEST(Shares, TheGradientIsThatOfTheOneBatch)
{
    const LoadedCheckpoint start = OneStep(kNoMove).train(1);
    const LoadedCheckpoint whole = OneStep(kFarMove).train(1);
    for (const int accumulate : {1, 4}) {
        OneStep uneven(kFarMove);
        uneven.fixture.experiment.training.shares = byHand({58, 29, 9});
        uneven.fixture.experiment.training.accumulate = accumulate;
        EXPECT_LT(differenceOfMoves(start, uneven.train(3), whole), tolerance());
        const std::vector<int> expected = {58, 29, 9};
        for (int rank = 0; rank < 3; ++rank) {
            EXPECT_EQ(only<StepFinished>(uneven.fixture.journal(1, rank)).front().samples,
                      expected[static_cast<std::size_t>(rank)]);
            EXPECT_EQ(hashOf(uneven.fixture, 1, rank), hashOf(uneven.fixture, 1, 0));
        }
    }
}

struct Way {
    std::string name;
    std::function<void(TrainingSpec&)> set;
};

std::vector<Way> ways()
{
    const auto strategy = [](StrategyKind kind) {
        return [kind](TrainingSpec& training) { training.strategy = kind; };
    };
    return {{"serversync", strategy(StrategyKind::ServerSync)},
            // One step alone, then the mean by samples, is one step together, as long as the rule is linear.
            {"localsteps",
             [](TrainingSpec& training) {
                 training.strategy = StrategyKind::LocalSteps;
                 training.localSteps = 1;
             }},
            // The first steps of these cross whole.
            {"powersgd", [](TrainingSpec& training) { training.compression = CompressionKind::PowerSgd; }},
            {"topk", [](TrainingSpec& training) { training.compression = CompressionKind::TopK; }}};
}

class SharesOfStrategies : public ::testing::TestWithParam<Way> {};
INSTANTIATE_TEST_SUITE_P(Ways, SharesOfStrategies, ::testing::ValuesIn(ways()),
                         [](const auto& way) { return way.param.name; });

TEST_P(SharesOfStrategies, WeighWhatEachRankBrings)
{
    const LoadedCheckpoint start = OneStep(kNoMove).train(1);
    const LoadedCheckpoint whole = OneStep(kFarMove).train(1);
    OneStep uneven(kFarMove);
    uneven.fixture.experiment.training.shares = byHand({58, 29, 9});
    GetParam().set(uneven.fixture.experiment.training);
    EXPECT_LT(differenceOfMoves(start, uneven.train(3), whole), tolerance());
}

/// 403 images in batches of 40: 30 and 10 of each, and 2 and 1 of the last. All are validated, and every way
/// of exchanging gradients ends with equal replicas that have learned.
TEST(Shares, EpochsCoverEverySampleWhateverIsExchanged)
{
    const std::vector<std::function<void(TrainingSpec&)>> all = {
        [](TrainingSpec&) {}, [](TrainingSpec& training) { training.compression = CompressionKind::Int8; },
        [](TrainingSpec& training) { training.compression = CompressionKind::PowerSgd; },
        [](TrainingSpec& training) { training.strategy = StrategyKind::ServerAsync; },
        [](TrainingSpec& training) {
            training.strategy = StrategyKind::LocalSteps;
            training.localSteps = 4;
        }};
    for (const auto& set : all) {
        RankFixture fixture;
        fixture.experiment.training.shares = byHand({3, 1});
        set(fixture.experiment.training);
        expectSuccess(fixture.train(2));
        const auto first = only<StepFinished>(fixture.journal(1, 0));
        const auto second = only<StepFinished>(fixture.journal(1, 1));
        ASSERT_EQ(first.size(), 22u);
        ASSERT_EQ(second.size(), 22u);
        for (std::size_t step = 0; step < first.size(); ++step) {
            const bool isShort = step % 11 == 10;
            EXPECT_EQ(first[step].samples, isShort ? 2 : 30);
            EXPECT_EQ(second[step].samples, isShort ? 1 : 10);
        }
        EXPECT_EQ(hashOf(fixture, 1, 0), hashOf(fixture, 1, 1));
        EXPECT_EQ(only<Evaluated>(fixture.journal(1, 1)).back().samples, 101);
        const std::vector<double> losses = epochLosses(fixture, 1, 0);
        EXPECT_LT(losses.back(), losses.front());
    }
}

TEST(Shares, OfAnotherNumberOfRanksAreRefused)
{
    RankFixture fixture;
    fixture.experiment.training.shares = byHand({3, 1, 1});
    for (const RankOutcome& outcome : fixture.train(2)) {
        EXPECT_EQ(outcome.code, ExitCode::InvalidExperiment);
        EXPECT_THAT(outcome.failure.message.english(), HasSubstr("found 3 parts"));
    }
}

} // namespace
} // namespace lockstep
