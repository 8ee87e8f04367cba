// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/strategy.h"
#include "tests/engine/train/rank_fixture.h"
#include "tests/engine/train/small_strategies.h"

#include <gmock/gmock.h>

#include <atomic>
#include <future>

namespace lockstep {
namespace {

using ::testing::HasSubstr;
using namespace lockstep::testing;

/// All-reduce, but one rank does not come to a certain step while the test holds it up.
class HeldUp final : public Strategy {
public:
    struct Plan {
        int rank = 1;
        std::int64_t step = 0;
        std::atomic<bool> isHeld{false};
        std::promise<void> release;
        std::shared_future<void> released = release.get_future().share();
    };
    HeldUp(std::unique_ptr<Strategy> inner, int rank, Plan& plan)
        : m_inner(std::move(inner)), m_rank(rank), m_plan(plan)
    {
    }

    double divisor(const StepBatch& batch) const override { return m_inner->divisor(batch); }
    void begin(const StepBatch& batch) override
    {
        if (m_rank == m_plan.rank && batch.step == m_plan.step) {
            m_plan.isHeld = true;
            m_plan.released.wait();
        }
        m_inner->begin(batch);
    }
    void ready(std::size_t index) override { m_inner->ready(index); }
    StepEnd finish(const StepVotes& mine) override { return m_inner->finish(mine); }
    StepEnd settle() override { return m_inner->settle(); }
    TensorStore& state() override { return m_inner->state(); }

private:
    std::unique_ptr<Strategy> m_inner;
    int m_rank;
    Plan& m_plan;
};

/// Batch norm, dropout, momentum: everything that a step may leave a trace in.
void prepare(RankFixture& fixture)
{
    fixture.useNoisePictures("mobilenet_v2", 8);
    fixture.experiment.training.optimizer = OptimizerKind::Momentum;
    fixture.experiment.training.batch = 4;
    fixture.experiment.training.epochs = 2;
    fixture.experiment.training.timeoutSeconds = 300;
}

RankFinished lastRecord(const RankFixture& fixture, int attempt, int rank)
{
    return std::get<RankFinished>(fixture.journal(attempt, rank).back().event);
}

/// Holds up rank 1 at the plan's step, and stops all ranks meanwhile.
std::vector<RankOutcome> trainUntilHeldUp(RankFixture& fixture, const StrategyFactory& make,
                                          HeldUp::Plan& plan)
{
    fixture.factories.strategy = [&](const TrainingSpec& training, ProcessGroup& group,
                                     const HostReplica& replica) {
        return std::make_unique<HeldUp>(make(training, group, replica), group.rank(), plan);
    };
    return fixture.train(2, [&](const std::vector<StopFlag*>& flags) {
        waitUntil([&] { return plan.isHeld.load(); });
        for (StopFlag* flag : flags)
            flag->request();
        // Rank 0 has nobody to end the step with, and leaves nevertheless.
        waitUntil([&] { return fixture.journalText(1, 0).find("\"finished\"") != std::string::npos; });
        plan.release.set_value();
    });
}

/// To the end, and to the same bits as a training that nobody held up.
void expectGoesOnAs(const RankFixture& whole, RankFixture& fixture, const StrategyFactory& make)
{
    fixture.factories.strategy = make;
    fixture.resume = "latest";
    expectSuccess(fixture.train(2));
    EXPECT_EQ(hashOf(fixture, 2, 0), hashOf(whole, 1, 0));
    EXPECT_EQ(newestOf(fixture).model, newestOf(whole).model); // running statistics included
    EXPECT_EQ(newestOf(fixture).optimizer, newestOf(whole).optimizer);
    EXPECT_EQ(newestOf(fixture).position, newestOf(whole).position);
}

class BreakingOff : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(StepsDone, BreakingOff, ::testing::Values(0, 2, 6),
                         ::testing::PrintToStringParamName());

/// A stop while a collective cannot end: the ranks leave it, and what rank 0 saves goes on as if nothing had
/// happened. The step is the first of all, within an epoch, within the next.
TEST_P(BreakingOff, LeavesAStepThatDoesNotEndAndItsCheckpointGoesOnBitForBit)
{
    RankFixture whole;
    prepare(whole);
    expectSuccess(whole.train(2));

    RankFixture fixture;
    prepare(fixture);
    HeldUp::Plan plan;
    plan.step = GetParam();
    const auto outcomes = trainUntilHeldUp(fixture, makeStrategy, plan);
    for (int rank = 0; rank < 2; ++rank) {
        EXPECT_EQ(outcomes[static_cast<std::size_t>(rank)].code, ExitCode::Stopped);
        const RankFinished finished = lastRecord(fixture, 1, rank);
        EXPECT_EQ(finished.exitCode, 10);
        EXPECT_EQ(finished.step, GetParam());
        EXPECT_EQ(finished.weightHash, "") << "nobody has compared it";
        EXPECT_THAT(finished.message.english(), HasSubstr("did not compare their weights"));
    }
    EXPECT_EQ(newestOf(fixture).position.step, GetParam());
    expectGoesOnAs(whole, fixture, makeStrategy);
}

/// Rank 0 has written weights at the beginning of the step that it then leaves; they are those of the step
/// before.
TEST(BreakingOffLateUpdates, LeavesTheWeightsOfTheStepBefore)
{
    const StrategyFactory late = [](const TrainingSpec&, ProcessGroup& group, const HostReplica& replica) {
        return std::make_unique<LateUpdates>(group, replica.parameters, 0.01f);
    };
    RankFixture whole;
    prepare(whole);
    whole.factories.strategy = late;
    expectSuccess(whole.train(2));

    RankFixture fixture;
    prepare(fixture);
    HeldUp::Plan plan;
    plan.step = 3;
    trainUntilHeldUp(fixture, late, plan);
    EXPECT_EQ(newestOf(fixture).position.step, 3);
    expectGoesOnAs(whole, fixture, late);
}

} // namespace
} // namespace lockstep
