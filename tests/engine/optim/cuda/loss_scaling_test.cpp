// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// fp16's loss scale, as the optimiser keeps it; the figures are those of PyTorch's GradScaler.
#include "engine/optim/cuda/device_optimizer.h"
#include "tests/engine/optim/cuda/device_replica_fixture.h"
#include "tests/engine/support/emulated_cuda/fake_runtime.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>

namespace lockstep::cuda {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

class LossScaling : public ::testing::Test {
protected:
    explicit LossScaling(OptimizerKind kind = OptimizerKind::Adam)
    {
        m_spec.optimizer = kind;
        m_spec.weightDecay = 0;
        m_optimizer = makeDeviceOptimizer(m_spec, m_device.replica());
        m_device.values().write(0, std::array{1.0f, 2.0f});
    }

    /// With the gradient {g, 0}, as a loss that is scaled leaves it.
    void step(float g)
    {
        m_device.gradients().write(0, std::array{g * scale(), 0.0f});
        m_optimizer->step(0.5);
    }
    std::array<float, 2> lossScaleState()
    {
        std::array<float, 2> state{};
        m_optimizer->state().read(m_optimizer->state().tensors().size() - 1, state);
        return state;
    }
    float scale() { return lossScaleState()[0]; }
    float firstValue()
    {
        std::array<float, 2> values{};
        m_device.values().read(0, values);
        return values[0];
    }

    TrainingSpec m_spec;
    ReplicaOfShapes m_device{{{"w", {2}}}, true};
    std::unique_ptr<Optimizer> m_optimizer;
};

struct LossScalingOfSgd : LossScaling {
    LossScalingOfSgd() : LossScaling(OptimizerKind::Sgd) {}
};

TEST_F(LossScalingOfSgd, IsTakenOutOfTheGradients)
{
    EXPECT_EQ(scale(), 65536);
    step(3);
    EXPECT_EQ(firstValue(), 1 - 0.5f * 3);
    EXPECT_EQ(m_optimizer->gradientNorm(), 3) << "the norm is without the scale";
}

TEST_F(LossScalingOfSgd, ClipsWhatTheScaleIsTakenOutOf)
{
    m_spec.clipNorm = 1;
    m_optimizer = makeDeviceOptimizer(m_spec, m_device.replica());
    step(4);
    EXPECT_FLOAT_EQ(firstValue(), 0.5f);
    EXPECT_EQ(m_optimizer->gradientNorm(), 4);
}

TEST_F(LossScaling, SkipsAnUpdateWhoseGradientsAreNotFinite)
{
    step(1);
    const float before = firstValue();
    for (const float bad : {kInfinity, -kInfinity, std::numeric_limits<float>::quiet_NaN()}) {
        step(bad);
        EXPECT_EQ(firstValue(), before);
    }
    EXPECT_EQ(m_optimizer->steps(), 1) << "Adam's t counts updates";
    EXPECT_EQ(scale(), 65536 / 8);
    const auto scaling = m_optimizer->lossScaling();
    ASSERT_TRUE(scaling);
    EXPECT_EQ(scaling->skipped, 3);
    EXPECT_EQ(scaling->scale, 65536 / 8);
}

TEST_F(LossScaling, GoesOnAsIfTheSkippedUpdateHadNotBeen)
{
    ReplicaOfShapes other({{"w", {2}}}, true);
    other.values().write(0, std::array{1.0f, 2.0f});
    const auto undisturbed = makeDeviceOptimizer(m_spec, other.replica());
    undisturbed->state().write(2, std::array{32768.0f, 0.0f});
    step(kInfinity);
    for (int i = 1; i <= 3; ++i) {
        const auto g = static_cast<float>(i);
        step(g);
        other.gradients().write(0, std::array{g * 32768, 0.0f});
        undisturbed->step(0.5);
    }
    std::array<float, 2> expected{};
    other.values().read(0, expected);
    EXPECT_EQ(firstValue(), expected[0]);
    EXPECT_EQ(m_optimizer->steps(), undisturbed->steps());
}

TEST_F(LossScaling, GrowsAfterManyUpdatesInARow)
{
    m_optimizer->state().write(2, std::array{1024.0f, 1998.0f});
    step(1);
    EXPECT_EQ(lossScaleState(), (std::array{1024.0f, 1999.0f}));
    step(1);
    EXPECT_EQ(lossScaleState(), (std::array{2048.0f, 0.0f}));
    step(1);
    step(kInfinity);
    EXPECT_EQ(lossScaleState(), (std::array{1024.0f, 0.0f}));
}

TEST_F(LossScaling, StaysAPowerOfTwoHoweverLongGradientsAreBad)
{
    for (int i = 0; i < 100; ++i)
        step(kInfinity);
    EXPECT_EQ(scale(), 1.0f / (1 << 24));
    m_optimizer->state().write(2, std::array{1073741824.0f, 1999.0f});
    step(0);
    EXPECT_EQ(scale(), 1073741824.0f);
}

TEST_F(LossScaling, IsPartOfTheState)
{
    const TensorInfo& last = m_optimizer->state().tensors().back();
    EXPECT_EQ(last.name, kLossScaleState);
    EXPECT_EQ(last.shape, Shape({2}));
}

TEST_F(LossScaling, WaitsForNothingInTheStep)
{
    m_device.gradients().write(0, std::array{1.0f, 1.0f});
    const auto before = lockstep::testing::fakeRuntimeCalls();
    m_optimizer->step(0.1);
    EXPECT_EQ(lockstep::testing::fakeRuntimeCalls().waits, before.waits);
    m_device.queue().wait();
}

} // namespace
} // namespace lockstep::cuda
