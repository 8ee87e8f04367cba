// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/optim/schedule.h"
#include "tests/engine/compute/reference_tensors.h"

#include <gmock/gmock.h>

#include <cmath>

namespace lockstep {
namespace {

ScheduleSpec every(double epochs, double factor)
{
    ScheduleSpec spec;
    spec.kind = ScheduleKind::Step;
    spec.every = epochs;
    spec.factor = factor;
    return spec;
}

ScheduleSpec milestones(std::vector<double> epochs, double factor, std::vector<double> rates = {})
{
    ScheduleSpec spec;
    spec.kind = ScheduleKind::MultiStep;
    spec.milestones = std::move(epochs);
    spec.factor = factor;
    spec.rates = std::move(rates);
    return spec;
}

ScheduleSpec cosine(double floor)
{
    ScheduleSpec spec;
    spec.kind = ScheduleKind::Cosine;
    spec.floor = floor;
    return spec;
}

/// That every step of 6 epochs of 7 steps has the rate of PyTorch's scheduler.
void expectTorchs(const std::string& name, const ScheduleSpec& spec)
{
    TrainingSpec training;
    training.learningRate = 0.4;
    training.epochs = 6;
    training.schedule = spec;
    const LearningRateSchedule schedule(training, 7, 1);
    const std::vector<float> expected = readReference("rules").at("schedule/" + name);
    ASSERT_EQ(expected.size(), 42u);
    for (std::size_t step = 0; step < expected.size(); ++step)
        EXPECT_NEAR(schedule.rate(static_cast<int>(step / 7), static_cast<std::int64_t>(step % 7)),
                    static_cast<double>(expected[step]), 1e-7)
            << name << ", step " << step;
}

TEST(Schedule, StepIsTorchs)
{
    expectTorchs("step", every(2, 0.3));
}

TEST(Schedule, MultiStepWithAFactorIsTorchs)
{
    expectTorchs("multi-step", milestones({1, 3, 4}, 0.2));
}

TEST(Schedule, CosineIsTorchs)
{
    expectTorchs("cosine", cosine(0.01));
}

TEST(Schedule, WarmUpIsTorchsLinearOne)
{
    ScheduleSpec spec;
    spec.warmupEpochs = 2;
    expectTorchs("warmup", spec);
}

TrainingSpec trainingWith(double rate, int epochs, const ScheduleSpec& spec)
{
    TrainingSpec training;
    training.learningRate = rate;
    training.epochs = epochs;
    training.schedule = spec;
    return training;
}

/// Goyal and others, "Accurate, Large Minibatch SGD" (2017), section 5.1: 8192 images over 256 GPUs, 0.1 for
/// each 256 images, linear warm-up over 5 epochs, a tenth after epochs 30, 60 and 80.
TEST(Schedule, ReproducesTheTableOfGoyal)
{
    const std::int64_t steps = 156;
    ScheduleSpec spec = milestones({30, 60, 80}, 0.1);
    spec.warmupEpochs = 5;
    spec.scaleWithWorldSize = true;
    const LearningRateSchedule schedule(trainingWith(0.1 * 32 / 256, 90, spec), steps, 256);
    EXPECT_NEAR(schedule.rate(0, 0), 3.2 / static_cast<double>(5 * steps), 1e-12);
    EXPECT_NEAR(schedule.rate(2, steps / 2 - 1), 1.6, 1e-12);
    for (const auto& [epoch, rate] : std::vector<std::pair<int, double>>{{5, 3.2},
                                                                         {29, 3.2},
                                                                         {30, 0.32},
                                                                         {59, 0.32},
                                                                         {60, 0.032},
                                                                         {79, 0.032},
                                                                         {80, 0.0032},
                                                                         {89, 0.0032}}) {
        EXPECT_NEAR(schedule.rate(epoch, 0), rate, 1e-12) << epoch;
        EXPECT_NEAR(schedule.rate(epoch, steps - 1), rate, 1e-12) << epoch;
    }
}

/// An explicit rate from each boundary on, as TensorFlow's piecewise_constant takes them; boundaries within
/// epochs.
TEST(Schedule, MultiStepTakesExplicitRates)
{
    const auto training = trainingWith(0.001, 4, milestones({0.5, 1.1, 3}, 1, {0.0005, 0.002, 1e-5}));
    const LearningRateSchedule schedule(training, 10, 1);
    const std::vector<std::pair<int, double>> table = {{0, 0.001},  {4, 0.001},  {5, 0.0005}, {10, 0.0005},
                                                       {11, 0.002}, {29, 0.002}, {30, 1e-5},  {39, 1e-5}};
    for (const auto& [step, rate] : table)
        EXPECT_EQ(schedule.rate(step / 10, step % 10), rate) << step;
}

/// 0.7 of 10 steps is 6.999999999999999 in doubles, 3 * 0.1 epochs are 0.30000000000000004.
TEST(Schedule, BoundariesAreMetThoughDecimalsAreRounded)
{
    const auto once = trainingWith(1, 1, milestones({0.7}, 0.1));
    EXPECT_EQ(LearningRateSchedule(once, 10, 1).rate(0, 6), 1);
    EXPECT_DOUBLE_EQ(LearningRateSchedule(once, 10, 1).rate(0, 7), 0.1);
    const auto steps = trainingWith(1, 1, every(0.1, 0.5));
    for (int step = 0; step < 10; ++step)
        EXPECT_DOUBLE_EQ(LearningRateSchedule(steps, 10, 1).rate(0, step), std::pow(0.5, step)) << step;
}

TEST(Schedule, CosineEndsJustAboveItsFloorAndStaysThere)
{
    const auto training = trainingWith(0.5, 3, cosine(0.125));
    const LearningRateSchedule schedule(training, 100, 1);
    EXPECT_EQ(schedule.rate(0, 0), 0.5);
    EXPECT_NEAR(schedule.rate(1, 50), 0.3125, 1e-12);
    EXPECT_GT(schedule.rate(2, 99), 0.125);
    EXPECT_LT(schedule.rate(2, 99), 0.12502);
    EXPECT_EQ(schedule.rate(3, 0), 0.125);
    EXPECT_EQ(schedule.rate(10000, 0), 0.125);
}

/// At the same fraction of an epoch, whatever the number of its steps; the last step of a warm-up has the
/// full rate.
TEST(Schedule, IsOneOfTheEpochAndItsFractionHoweverManyStepsItHas)
{
    for (const ScheduleSpec& spec : {every(1.5, 0.3), milestones({0.5, 2.25}, 0.1), cosine(0.01)}) {
        const TrainingSpec training = trainingWith(0.4, 4, spec);
        for (int epoch = 0; epoch < 4; ++epoch)
            for (int quarter = 0; quarter < 4; ++quarter)
                EXPECT_DOUBLE_EQ(LearningRateSchedule(training, 4, 3).rate(epoch, quarter),
                                 LearningRateSchedule(training, 1000, 1).rate(epoch, 250 * quarter))
                    << static_cast<int>(spec.kind) << " " << epoch << " " << quarter;
    }
    ScheduleSpec warm;
    warm.warmupEpochs = 2;
    for (const std::int64_t steps : {1, 7, 100}) {
        EXPECT_DOUBLE_EQ(LearningRateSchedule(trainingWith(0.4, 4, warm), steps, 1).rate(1, steps - 1), 0.4);
        EXPECT_LT(LearningRateSchedule(trainingWith(0.4, 4, warm), steps, 1).rate(0, steps - 1), 0.21);
    }
}

TEST(Schedule, IsFiniteAndNeverNegativeWhateverTheSettings)
{
    for (const ScheduleKind kind :
         {ScheduleKind::Constant, ScheduleKind::Step, ScheduleKind::MultiStep, ScheduleKind::Cosine})
        for (const double small : {1e-300, 1e-9, 0.3, 1.0, 100000.0})
            for (const std::int64_t perEpoch : {std::int64_t{1}, std::int64_t{3}, std::int64_t{1} << 40}) {
                ScheduleSpec spec = milestones({small}, std::min(small, 1.0));
                spec.kind = kind;
                spec.every = small;
                spec.floor = 1000;
                spec.warmupEpochs = small;
                spec.scaleWithWorldSize = true;
                const LearningRateSchedule schedule(trainingWith(1000, 100000, spec), perEpoch, 4096);
                for (const int epoch : {0, 1, 99999})
                    for (const std::int64_t step : {std::int64_t{0}, perEpoch - 1}) {
                        EXPECT_TRUE(std::isfinite(schedule.rate(epoch, step))) << small << " " << step;
                        EXPECT_GE(schedule.rate(epoch, step), 0);
                    }
            }
}

} // namespace
} // namespace lockstep
