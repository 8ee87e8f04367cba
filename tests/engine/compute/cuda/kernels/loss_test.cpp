// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/loss.h"
#include "tests/engine/compute/cuda/kernels/device_kernel_fixture.h"

namespace lockstep::cuda {
namespace {

class DeviceLossTest : public ::testing::TestWithParam<lockstep::testing::ThreadOrder> {
protected:
    DeviceLossTest() { lockstep::testing::setThreadOrder(GetParam()); }

    struct Head {
        LossKind kind = LossKind::CrossEntropy;
        double smoothing = 0;
        double weight = 1;
        bool scored = true;
        bool scaled = false;
        int classes = 10;
        Values logits{};
        std::vector<std::int32_t> labels{};
        int samples() const { return static_cast<int>(labels.size()); }
    };
    struct Result {
        LossBlock loss;
        Values derivative;
    };

    Head draw(int samples, int classes, float range = 3)
    {
        Head head{.classes = classes};
        for (int i = 0; i < samples * classes; ++i)
            head.logits.push_back(random.uniform(-range, range));
        for (int i = 0; i < samples; ++i)
            head.labels.push_back(
                static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(classes))));
        return head;
    }
    Result run(const Head& head, const LossBlock& before = {})
    {
        const DeviceBuffer logits(queue, Element::Float32, head.logits, 1);
        const DeviceBuffer derivative(queue, Element::Float32, Values(head.logits.size(), 77), 1);
        const DeviceArray<std::int32_t> labels(queue, head.labels);
        StepBlock stepValues;
        stepValues.derivativeScale = 0.25f;
        const DeviceArray<StepBlock> step(queue, {stepValues});
        LossScale scaleValues;
        scaleValues.scale = 1024;
        const DeviceArray<LossScale> scale(queue, {scaleValues});
        const DeviceArray<LossBlock> loss(queue, {before});
        const DeviceArray<std::byte> scratch(
            queue, std::vector<std::byte>(static_cast<std::size_t>(lossScratch(head.samples()))));
        sampleLosses(queue, {.kind = head.kind,
                             .smoothing = head.smoothing,
                             .weight = head.weight,
                             .scored = head.scored,
                             .samples = head.samples(),
                             .classes = head.classes,
                             .logits = logits.floats(),
                             .labels = labels.data(),
                             .derivative = derivative.floats(),
                             .step = step.data(),
                             .scale = head.scaled ? scale.data() : nullptr,
                             .loss = loss.data(),
                             .scratch = scratch.data()});
        return {loss.values().at(0), derivative.values()};
    }
    /// What the CPU makes of the same.
    static Result wanted(const Head& head)
    {
        Result result;
        const auto classes = static_cast<std::size_t>(head.classes);
        Values derivative(classes);
        for (std::size_t s = 0; s < head.labels.size(); ++s) {
            const SampleLoss loss =
                sampleLoss(head.kind, head.smoothing, std::span(head.logits).subspan(s * classes, classes),
                           head.labels[s], derivative);
            result.loss.lossSum += head.weight * loss.loss;
            result.loss.correct += loss.rank == 0 && head.scored ? 1 : 0;
            result.loss.correctTop5 += loss.rank < 5 && head.scored ? 1 : 0;
            for (const float each : derivative)
                result.derivative.push_back(each * static_cast<float>(head.weight) * 0.25f *
                                            (head.scaled ? 1024.0f : 1.0f));
        }
        return result;
    }
    static void expectSame(const Result& got, const Result& wanted)
    {
        if (std::isnan(wanted.loss.lossSum))
            EXPECT_TRUE(std::isnan(got.loss.lossSum));
        else if (std::isinf(wanted.loss.lossSum))
            EXPECT_EQ(got.loss.lossSum, wanted.loss.lossSum);
        else
            EXPECT_NEAR(got.loss.lossSum, wanted.loss.lossSum, 1e-6 * (1 + std::fabs(wanted.loss.lossSum)));
        EXPECT_EQ(got.loss.correct, wanted.loss.correct);
        EXPECT_EQ(got.loss.correctTop5, wanted.loss.correctTop5);
        EXPECT_EQ(got.loss.badLabels, 0);
        ASSERT_EQ(got.derivative.size(), wanted.derivative.size());
        for (std::size_t i = 0; i < got.derivative.size(); ++i)
            if (std::isnan(wanted.derivative[i]))
                EXPECT_TRUE(std::isnan(got.derivative[i])) << i;
            else if (std::isinf(wanted.derivative[i]))
                EXPECT_EQ(got.derivative[i], wanted.derivative[i]) << i;
            else
                EXPECT_NEAR(got.derivative[i], wanted.derivative[i],
                            2e-6 * std::fabs(wanted.derivative[i]) + 1e-7)
                    << i;
    }

    Queue queue{0};
    Random random{11};
};

TEST_P(DeviceLossTest, BothLossesAsTheProcessor)
{
    for (const LossKind kind : {LossKind::CrossEntropy, LossKind::SquaredError})
        for (const double smoothing : {0.0, 0.1})
            for (const auto& [samples, classes] : {std::pair{1, 2}, {300, 10}, {5, 1000}, {3, 129}, {2, 1}}) {
                Head head = draw(samples, classes, 20);
                head.kind = kind;
                head.smoothing = smoothing;
                expectSame(run(head), wanted(head));
            }
}

TEST_P(DeviceLossTest, AuxiliaryHeadsAndTheLossScale)
{
    Head head = draw(40, 10);
    head.weight = 0.3;
    head.scored = false;
    head.scaled = true;
    LossBlock before;
    before.lossSum = 100;
    before.correct = 7;
    before.correctTop5 = 9;
    const Result got = run(head, before);
    const Result own = wanted(head);
    EXPECT_NEAR(got.loss.lossSum, 100 + own.loss.lossSum, 1e-5);
    EXPECT_EQ(got.loss.correct, 7);
    EXPECT_EQ(got.loss.correctTop5, 9);
    for (std::size_t i = 0; i < own.derivative.size(); ++i)
        EXPECT_NEAR(got.derivative[i], own.derivative[i], 1e-4);
}

TEST_P(DeviceLossTest, EqualsStandInOrderAndWhatIsNoNumberIsLargerThanAll)
{
    Head head{.classes = 7};
    head.logits = {1, 1,    1, 1,          1, 1, 1,    // all equal: those before the label come first
                   1, 1,    1, 1,          1, 1, 1,    //
                   1, kNan, 0, 0,          0, 0, 0,    // NaN before and after the label, and at it
                   0, 0,    5, 0,          0, 0, kNan, //
                   0, 0,    0, kNan,       0, 0, 0,    //
                   0, 0,    0, kInfinity,  0, 0, 0,    //
                   0, 0,    0, -kInfinity, 0, 0, 0};
    head.labels = {0, 5, 0, 2, 3, 3, 3};
    for (const LossKind kind : {LossKind::CrossEntropy, LossKind::SquaredError})
        for (std::size_t s = 0; s < head.labels.size(); ++s) {
            Head one{.kind = kind, .smoothing = 0.1, .classes = 7};
            one.logits.assign(head.logits.begin() + static_cast<std::ptrdiff_t>(7 * s),
                              head.logits.begin() + static_cast<std::ptrdiff_t>(7 * s + 7));
            one.labels = {head.labels[s]};
            SCOPED_TRACE(s);
            expectSame(run(one), wanted(one));
        }
}

TEST_P(DeviceLossTest, LabelsThatAreNoClassAreCountedAndNotFollowed)
{
    for (const LossKind kind : {LossKind::CrossEntropy, LossKind::SquaredError}) {
        Head head = draw(4, 3);
        head.kind = kind;
        Head valid = head;
        valid.labels.erase(valid.labels.begin() + 1, valid.labels.begin() + 3);
        valid.logits.erase(valid.logits.begin() + 3, valid.logits.begin() + 9);
        head.labels[1] = 3;
        head.labels[2] = -1;
        const Result got = run(head);
        const Result rest = wanted(valid);
        EXPECT_EQ(got.loss.badLabels, 2);
        EXPECT_EQ(got.loss.correct, rest.loss.correct);
        EXPECT_EQ(got.loss.correctTop5, 2);
        EXPECT_NEAR(got.loss.lossSum, rest.loss.lossSum, 1e-6);
        for (std::size_t i = 3; i < 9; ++i)
            EXPECT_EQ(got.derivative[i], 0);
    }
}

TEST_P(DeviceLossTest, NoSamplesLeaveEverythingAsItIs)
{
    LossBlock before;
    before.lossSum = 3;
    EXPECT_EQ(run(Head{}, before).loss.lossSum, 3);
}

INSTANTIATE_TEST_SUITE_P(Threads, DeviceLossTest,
                         ::testing::Values(lockstep::testing::ThreadOrder::Rising,
                                           lockstep::testing::ThreadOrder::Falling));

} // namespace
} // namespace lockstep::cuda
