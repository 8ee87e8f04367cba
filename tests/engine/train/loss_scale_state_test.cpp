// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// A training goes on in another precision: with or without a loss scale in its checkpoint.
#include "engine/graph/graph.h"
#include "engine/train/model_tensors.h"
#include "engine/train/starting_point.h"
#include "tests/engine/support/scratch_folder.h"

#include <gtest/gtest.h>

namespace lockstep {
namespace {

/// One state tensor, and a loss scale where it is told so.
class SmallOptimizer final : public Optimizer {
public:
    SmallOptimizer(float momentum, const std::optional<float>& scale)
    {
        m_state.add({"w.momentum", {1}}, {momentum});
        if (scale)
            m_state.add({kLossScaleState, {2}}, {*scale, 7});
    }
    void step(double) override {}
    double gradientNorm() override { return 0; }
    TensorStore& state() override { return m_state; }
    std::int64_t steps() override { return 0; }
    void setSteps(std::int64_t) override {}
    float value(std::size_t tensor) const { return m_state.hostView(tensor)[0]; }

private:
    TensorCopy m_state;
};

class LossScaleState : public ::testing::Test {
protected:
    void goOn(const std::optional<float>& saved, SmallOptimizer& optimizer)
    {
        CheckpointStore store(m_folder.path(), 2);
        SmallOptimizer before(0.5f, saved);
        TrainingPosition position;
        position.step = 3;
        position.model = "lenet";
        store.save(modelTensors(*m_program), before.state(), position, Standing::Latest);
        EXPECT_FALSE(
            loadStart(store, std::string(kResumeLatest), position, *m_program, optimizer).checkpoint.empty());
    }

    ScratchFolder m_folder;
    std::unique_ptr<Program> m_program =
        makeComputeBackend({})->compile(makeModel("lenet", {1, 28, 28}, 10), {});
};

TEST_F(LossScaleState, GoesOnWithTheLossScale)
{
    SmallOptimizer after(0, 65536.0f);
    goOn(1024.0f, after);
    EXPECT_EQ(after.value(0), 0.5f);
    EXPECT_EQ(after.value(1), 1024);
}

TEST_F(LossScaleState, GoesOnWithoutInAnotherPrecision)
{
    SmallOptimizer after(0, std::nullopt);
    goOn(1024.0f, after);
    EXPECT_EQ(after.value(0), 0.5f);
}

TEST_F(LossScaleState, BeginsWithItsOwnWhereTheCheckpointHasNone)
{
    SmallOptimizer after(0, 65536.0f);
    goOn(std::nullopt, after);
    EXPECT_EQ(after.value(0), 0.5f);
    EXPECT_EQ(after.value(1), 65536);
}

} // namespace
} // namespace lockstep
