// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/compute/cuda/kernels/batch_norm_fixture.h"

#include <limits>

namespace lockstep::cuda {
namespace {

TEST_P(DeviceBatchNormTest, StatisticsOfAnyShapeEvenFarFromZero)
{
    const BatchNormLayer layer;
    for (const Rows& r : kRows)
        for (const float offset : {0.0f, 100.0f, -3000.0f}) {
            Values x = draw(r.elements());
            for (float& each : x)
                each = rounded(e, each + offset);
            const Norm norm(*this, r.channels);
            const DeviceBuffer in = buffer(x);
            const auto memory = scratch(channelSumsScratch(r.rows, r.channels));
            batchNormStatistics(queue, e, in.data(), r.rows, r.channels, layer, norm.tensors(), norm.state(),
                                memory.data());
            const Moments m = momentsOf(x, r);
            std::vector<double> inverse, scale, mean, variance;
            for (std::size_t c = 0; c < m.mean.size(); ++c) {
                inverse.push_back(1 / std::sqrt(m.squares[c] / r.rows + layer.epsilon));
                scale.push_back(inverse.back() * static_cast<double>(norm.weight[c]));
                mean.push_back(0.25 + layer.momentum * (m.mean[c] - 0.25));
                variance.push_back(r.rows == 1 ? 2 : 2 + layer.momentum * (m.squares[c] / (r.rows - 1) - 2));
            }
            expectNear(norm.center.values(), m.mean, 1e-6);
            expectNear(norm.inverse.values(), inverse, 1e-5);
            expectNear(norm.scale.values(), scale, 1e-5);
            expectNear(norm.runningMean.values(), mean, 1e-6);
            expectNear(norm.runningVariance.values(), variance, 1e-5);
            expectSame(norm.batches.values(), {8});
        }
}

/// As a library sums them while it convolves.
TEST_P(DeviceBatchNormTest, StatisticsOfSums)
{
    for (const Rows& r : kRows) {
        const Values x = draw(r.elements());
        Values totals(count(r.channels)), squares(count(r.channels));
        for (std::size_t i = 0; i < x.size(); ++i) {
            totals[i % totals.size()] += x[i];
            squares[i % totals.size()] += x[i] * x[i];
        }
        const Norm expected(*this, r.channels);
        const Norm found(*this, r.channels);
        const DeviceBuffer in = buffer(x);
        const DeviceBuffer total = floats(totals);
        const DeviceBuffer square = floats(squares);
        const auto memory = scratch(channelSumsScratch(r.rows, r.channels));
        batchNormStatistics(queue, e, in.data(), r.rows, r.channels, {}, expected.tensors(), expected.state(),
                            memory.data());
        batchNormOfSums(queue, total.floats(), square.floats(), r.rows, r.channels, {}, found.tensors(),
                        found.state());
        const auto near = [&](const DeviceBuffer& a, const DeviceBuffer& b) {
            const Values values = b.values();
            expectNear(a.values(), std::vector<double>(values.begin(), values.end()), 1e-4);
        };
        near(found.center, expected.center);
        if (r.rows > 1) // the deviation of one row is what rounding leaves of its square
            near(found.inverse, expected.inverse);
        near(found.runningMean, expected.runningMean);
        near(found.runningVariance, expected.runningVariance);
        expectSame(found.batches.values(), {8});
    }
}

TEST_P(DeviceBatchNormTest, AConstantChannelHasNoVarianceAndNanIsSeen)
{
    Values x(1000 * 8, rounded(e, 1234.5f));
    for (std::size_t i = 3; i < x.size(); i += 8)
        x[i] = rounded(e, 1e-3f);
    x[8 * 500 + 5] = std::numeric_limits<float>::quiet_NaN();
    const Norm norm(*this, 8);
    const DeviceBuffer in = buffer(x);
    const auto memory = scratch(channelSumsScratch(1000, 8));
    batchNormStatistics(queue, e, in.data(), 1000, 8, {}, norm.tensors(), norm.state(), memory.data());
    const Values center = norm.center.values();
    const Values inverse = norm.inverse.values();
    EXPECT_FLOAT_EQ(inverse[0], static_cast<float>(1 / std::sqrt(1e-5)));
    EXPECT_FLOAT_EQ(center[0], x[0]);
    EXPECT_FLOAT_EQ(inverse[3], inverse[0]);
    EXPECT_TRUE(std::isnan(center[5]));
    EXPECT_TRUE(std::isnan(inverse[5]));
}

TEST_P(DeviceBatchNormTest, EvaluationAndNoRowsUseTheRunningStatistics)
{
    for (const int channels : {1, 20, 300}) {
        const Norm norm(*this, channels);
        const BatchNormLayer layer;
        Values center(count(channels)), inverse(count(channels)), scale(count(channels));
        const Values mean(count(channels), 0.25f);
        const Values variance(count(channels), 2);
        batchNormEvaluation(mean.data(), variance.data(), norm.weight.data(), channels, layer.epsilon,
                            {center.data(), inverse.data(), scale.data()});
        batchNormFromRunning(queue, channels, layer, norm.tensors(), norm.state());
        expectSame(norm.center.values(), center);
        expectSame(norm.inverse.values(), inverse);
        expectSame(norm.scale.values(), scale);

        const Norm other(*this, channels);
        batchNormStatistics(queue, e, nullptr, 0, channels, layer, other.tensors(), other.state(), nullptr);
        expectSame(other.center.values(), center);
        expectSame(other.runningVariance.values(), variance);
        expectSame(other.batches.values(), {7});
    }
}

TEST_P(DeviceBatchNormTest, NormalizesAsTheProcessor)
{
    enum class Second { None, Plain, Affine };
    for (const Rows& r : kRows)
        for (const Clamp clamp : kClamps)
            for (const Second second : {Second::None, Second::Plain, Second::Affine}) {
                const Values x = draw(r.elements());
                const Values residual = draw(r.elements());
                const Values center = drawFloats(count(r.channels));
                const Values scale = drawFloats(count(r.channels));
                const Values bias = drawFloats(count(r.channels));
                Values wanted(r.elements());
                Normalize n;
                n.rows = r.rows;
                n.channels = r.channels;
                n.clamp = clamp;
                n.x = x.data();
                n.y = wanted.data();
                n.affine = {center.data(), scale.data(), bias.data()};
                if (second != Second::None)
                    n.residual = residual.data();
                if (second == Second::Affine)
                    n.residualAffine = {bias.data(), center.data(), scale.data()};
                cpu.normalize(n);

                const DeviceBuffer in = buffer(x);
                const DeviceBuffer other = buffer(residual);
                const DeviceBuffer centers = floats(center);
                const DeviceBuffer scales = floats(scale);
                const DeviceBuffer biases = floats(bias);
                n.x = in.data();
                n.y = in.data();
                n.affine = {centers.floats(), scales.floats(), biases.floats()};
                if (second != Second::None) {
                    n.residual = other.data();
                    n.y = other.data();
                }
                if (second == Second::Affine)
                    n.residualAffine = {biases.floats(), centers.floats(), scales.floats()};
                normalize(queue, e, n);
                expectSame(second == Second::None ? in.values() : other.values(), stored(wanted));
            }
}

TEST_P(DeviceBatchNormTest, BiasesAndTheirGradients)
{
    for (const Rows& r : kRows) {
        const Values x = draw(r.elements());
        const Values bias = drawFloats(count(r.channels));
        const DeviceBuffer in = buffer(x);
        const DeviceBuffer biases = floats(bias);
        const DeviceBuffer out = buffer(r.elements());
        Values wanted(r.elements());
        std::vector<double> sums(count(r.channels), 2);
        for (std::size_t i = 0; i < x.size(); ++i) {
            const float value = x[i] + bias[i % bias.size()];
            wanted[i] = value > 0 ? value : 0;
            sums[i % sums.size()] += static_cast<double>(x[i]);
        }
        addBias(queue, e, in.data(), biases.floats(), out.data(), r.rows, r.channels, Clamp::Relu);
        expectSame(out.values(), stored(wanted));
        addBias(queue, e, in.data(), nullptr, out.data(), r.rows, r.channels, Clamp::None);
        expectSame(out.values(), x);

        const DeviceBuffer gradient = floats(Values(sums.size(), 2));
        const auto memory = scratch(channelSumsScratch(r.rows, r.channels));
        columnSums(queue, e, in.data(), r.rows, r.channels, gradient.floats(), Output::Add, memory.data());
        expectNear(gradient.values(), sums, 1e-5);
        columnSums(queue, e, in.data(), 0, r.channels, gradient.floats(), Output::Overwrite, memory.data());
        expectSame(gradient.values(), Values(sums.size(), 0));
    }
}

LOCKSTEP_TEST_DEVICE_KERNELS(DeviceBatchNormTest);

TEST(ChannelSums, NeedNoLessScratchForMoreRows)
{
    for (const int channels : {1, 3, 20, 65, 512, 2048}) {
        std::int64_t before = 0;
        for (std::int64_t rows = 0; rows < 300'000; rows = rows * 5 / 4 + 1) {
            EXPECT_GE(channelSumsScratch(rows, channels), before);
            before = channelSumsScratch(rows, channels);
        }
    }
}

} // namespace
} // namespace lockstep::cuda
