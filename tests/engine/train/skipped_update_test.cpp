// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// Updates that loss scaling skips are in the journal, each with its step.
#include "tests/engine/train/rank_fixture.h"

#include <gmock/gmock.h>

namespace lockstep {
namespace {

using namespace lockstep::testing;

/// Skips every third update, as one whose gradients are not finite.
class SkippingOptimizer final : public Optimizer {
public:
    explicit SkippingOptimizer(std::unique_ptr<Optimizer> inner) : m_inner(std::move(inner)) {}
    void step(double learningRate) override
    {
        if (m_calls++ % 3 != 2)
            return m_inner->step(learningRate);
        ++m_scaling.skipped;
        m_scaling.scale /= 2;
    }
    double gradientNorm() override { return m_inner->gradientNorm(); }
    TensorStore& state() override { return m_inner->state(); }
    std::int64_t steps() override { return m_inner->steps(); }
    void setSteps(std::int64_t steps) override { m_inner->setSteps(steps); }
    std::optional<LossScaling> lossScaling() override { return m_scaling; }

private:
    std::unique_ptr<Optimizer> m_inner;
    LossScaling m_scaling{65536, 0};
    int m_calls = 0;
};

class SkippingDevice final : public TrainingDevice {
public:
    explicit SkippingDevice(std::unique_ptr<TrainingDevice> inner) : m_inner(std::move(inner)) {}
    std::string description(Precision precision) const override { return m_inner->description(precision); }
    std::unique_ptr<Program> compile(const Graph& graph, const ProgramOptions& options) override
    {
        return m_inner->compile(graph, options);
    }
    std::unique_ptr<Optimizer> makeOptimizer(const TrainingSpec& training, Program& program) override
    {
        return std::make_unique<SkippingOptimizer>(m_inner->makeOptimizer(training, program));
    }
    std::unique_ptr<Strategy> makeStrategy(const StrategyFactory& make, const TrainingSpec& training,
                                           ProcessGroup& group, Program& program) override
    {
        return m_inner->makeStrategy(make, training, group, program);
    }

private:
    std::unique_ptr<TrainingDevice> m_inner;
};

TEST(SkippedUpdates, AreRecordedWithTheirStepAndTheScaleFromThenOn)
{
    RankFixture fixture(120, 20); // six steps an epoch: the last one is skipped
    const DeviceFactory inner = fixture.factories.device;
    fixture.factories.device = [&](Device device) { return std::make_unique<SkippingDevice>(inner(device)); };
    expectSuccess(fixture.train(1));
    const auto skipped = only<StepSkipped>(fixture.journal(1, 0));
    EXPECT_THAT(skipped, ::testing::ElementsAre(StepSkipped{2, 32768}, StepSkipped{5, 16384},
                                                StepSkipped{8, 8192}, StepSkipped{11, 4096}));
    EXPECT_EQ(only<StepFinished>(fixture.journal(1, 0)).size(), 12U) << "their steps are there all the same";
    EXPECT_EQ(newestOf(fixture).position.optimizerSteps, 8);
}

} // namespace
} // namespace lockstep
