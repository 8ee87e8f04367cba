// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/kernels/batch_norm.h"
#include "tests/engine/compute/cuda/kernels/device_kernel_fixture.h"

#include <limits>

namespace lockstep::cuda {
namespace {

struct Rows {
    int rows;
    int channels;
    std::size_t elements() const
    {
        return static_cast<std::size_t>(rows) * static_cast<std::size_t>(channels);
    }
};
constexpr Rows kRows[] = {{1, 3}, {7, 16}, {1000, 20}, {130, 65}, {65, 600}, {5000, 1}, {9000, 8}};
constexpr Clamp kClamps[] = {Clamp::None, Clamp::Relu, Clamp::Relu6};

class DeviceBatchNormTest : public DeviceKernelTest {
protected:
    struct Moments {
        std::vector<double> mean, squares;
    };
    static Moments momentsOf(const Values& x, const Rows& r)
    {
        const std::size_t channels = count(r.channels);
        Moments m{std::vector<double>(channels), std::vector<double>(channels)};
        for (std::size_t i = 0; i < x.size(); ++i)
            m.mean[i % channels] += static_cast<double>(x[i]) / r.rows;
        for (std::size_t i = 0; i < x.size(); ++i)
            m.squares[i % channels] += std::pow(static_cast<double>(x[i]) - m.mean[i % channels], 2);
        return m;
    }
    /// Parameters, running statistics and coefficients on the device.
    struct Norm {
        Norm(DeviceBatchNormTest& test, int channels)
            : weight(test.drawFloats(count(channels), 0.5f, 2)), bias(test.drawFloats(count(channels))),
              weights(test.floats(weight)), biases(test.floats(bias)),
              runningMean(test.floats(Values(count(channels), 0.25f))),
              runningVariance(test.floats(Values(count(channels), 2))), batches(test.floats(Values{7})),
              center(test.floats(count(channels))), inverse(test.floats(count(channels))),
              scale(test.floats(count(channels)))
        {
        }
        BatchNormTensors tensors() const
        {
            return {weights.floats(), biases.floats(), runningMean.floats(), runningVariance.floats(),
                    batches.floats()};
        }
        cuda::BatchNormState state() const { return {center.floats(), inverse.floats(), scale.floats()}; }
        ChannelAffine affine() const { return {center.floats(), scale.floats(), biases.floats()}; }

        Values weight, bias;
        DeviceBuffer weights, biases, runningMean, runningVariance, batches, center, inverse, scale;
    };
};

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

class DeviceBatchNormGradientTest : public DeviceBatchNormTest {
protected:
    struct Maps {
        Values x, dy, dy2, y;
    };
    Maps drawMaps(const Rows& r)
    {
        Maps m{draw(r.elements()), draw(r.elements()), draw(r.elements()), draw(r.elements(), -2, 9)};
        for (std::size_t i = 0; i < m.y.size(); i += 5)
            m.y[i] = 0;
        return m;
    }
    /// g, in f32
    static Values gradientOf(const Maps& m, bool two, Clamp clamp)
    {
        Values g = m.dy;
        for (std::size_t i = 0; i < g.size(); ++i) {
            if (two)
                g[i] += m.dy2[i];
            if (clamp != Clamp::None && !(m.y[i] > 0 && (clamp == Clamp::Relu || m.y[i] < 6)))
                g[i] = 0;
        }
        return g;
    }
};

TEST_P(DeviceBatchNormGradientTest, SumsAndSlopes)
{
    for (const Rows& r : kRows)
        for (const bool two : {false, true})
            for (const Clamp clamp : kClamps) {
                const Maps m = drawMaps(r);
                const Norm norm(*this, r.channels);
                const DeviceBuffer x = buffer(m.x);
                const auto memory = scratch(channelSumsScratch(r.rows, r.channels));
                batchNormStatistics(queue, e, x.data(), r.rows, r.channels, {}, norm.tensors(), norm.state(),
                                    memory.data());
                const Values center = norm.center.values();
                const Values inverse = norm.inverse.values();
                const Values scale = norm.scale.values();

                const Values g = gradientOf(m, two, clamp);
                const std::size_t channels = count(r.channels);
                std::vector<double> sums(2 * channels);
                for (std::size_t i = 0; i < g.size(); ++i) {
                    const std::size_t c = i % channels;
                    sums[c] += static_cast<double>(g[i]);
                    sums[channels + c] += static_cast<double>(g[i]) * static_cast<double>(m.x[i] - center[c]);
                }
                std::vector<double> ofWeight(channels), ofBias(channels), xSlope(channels), offset(channels);
                for (std::size_t c = 0; c < channels; ++c) {
                    const double factor = static_cast<double>(inverse[c]);
                    ofBias[c] = 3 + sums[c];
                    ofWeight[c] = 5 + sums[channels + c] * factor;
                    xSlope[c] =
                        -static_cast<double>(scale[c]) * factor * factor * sums[channels + c] / r.rows;
                    offset[c] = -static_cast<double>(scale[c]) * sums[c] / r.rows;
                }

                const DeviceBuffer dy = buffer(m.dy);
                const DeviceBuffer dy2 = buffer(m.dy2);
                const DeviceBuffer y = buffer(m.y);
                const DeviceBuffer slopes = floats(channels);
                const DeviceBuffer xSlopes = floats(channels);
                const DeviceBuffer offsets = floats(channels);
                const DeviceBuffer weightGradient = floats(Values(channels, 5));
                const DeviceBuffer biasGradient = floats(Values(channels, 3));
                const NormGradient n{.rows = r.rows,
                                     .channels = r.channels,
                                     .x = x.data(),
                                     .dy = dy.data(),
                                     .dy2 = two ? dy2.data() : nullptr,
                                     .y = clamp == Clamp::None ? nullptr : y.data(),
                                     .clamp = clamp,
                                     .masked = dy.data()};
                batchNormGradientSums(queue, e, n, norm.tensors(), norm.state(),
                                      {slopes.floats(), xSlopes.floats(), offsets.floats()},
                                      weightGradient.floats(), biasGradient.floats(), Output::Add,
                                      memory.data());
                expectSame(dy.values(), stored(g));
                expectSame(slopes.values(), scale);
                expectNear(weightGradient.values(), ofWeight, 2e-5);
                expectNear(biasGradient.values(), ofBias, 2e-5);
                expectNear(xSlopes.values(), xSlope, 2e-5);
                expectNear(offsets.values(), offset, 2e-5);
            }
}

TEST_P(DeviceBatchNormGradientTest, SecondPassAsTheProcessor)
{
    for (const Rows& r : kRows)
        for (const bool two : {false, true})
            for (const Clamp clamp : kClamps) {
                const Maps m = drawMaps(r);
                const Values center = drawFloats(count(r.channels));
                const Values slope = drawFloats(count(r.channels));
                const Values xSlope = drawFloats(count(r.channels));
                const Values offset = drawFloats(count(r.channels));
                NormGradient n{.rows = r.rows,
                               .channels = r.channels,
                               .x = m.x.data(),
                               .dy = m.dy.data(),
                               .dy2 = two ? m.dy2.data() : nullptr,
                               .y = m.y.data(),
                               .clamp = clamp,
                               .masked = nullptr};
                Values wanted(r.elements());
                cpu.normGradient(n, center.data(), slope.data(), xSlope.data(), offset.data(), wanted.data());

                const DeviceBuffer x = buffer(m.x);
                const DeviceBuffer dy = buffer(m.dy);
                const DeviceBuffer dy2 = buffer(m.dy2);
                const DeviceBuffer y = buffer(m.y);
                const DeviceBuffer centers = floats(center);
                const DeviceBuffer slopes = floats(slope);
                const DeviceBuffer xSlopes = floats(xSlope);
                const DeviceBuffer offsets = floats(offset);
                n.x = x.data();
                n.dy = dy.data();
                n.dy2 = two ? dy2.data() : nullptr;
                n.y = y.data();
                batchNormGradient(queue, e, n, {}, {centers.floats(), nullptr, nullptr},
                                  {slopes.floats(), xSlopes.floats(), offsets.floats()}, x.data(),
                                  Output::Overwrite);
                expectSame(x.values(), stored(wanted));
            }
}

/// To the bit: also where rounding to the element type carries an output onto the clamp's edge.
TEST_P(DeviceBatchNormGradientTest, TakesTheMaskFromTheInputAsFromTheOutput)
{
    for (const Rows& r : kRows)
        for (const Clamp clamp : {Clamp::Relu, Clamp::Relu6}) {
            const Maps m = drawMaps(r);
            const Norm norm(*this, r.channels);
            const DeviceBuffer x = buffer(m.x);
            const DeviceBuffer dy = buffer(m.dy);
            const DeviceBuffer y = buffer(r.elements());
            const auto memory = scratch(channelSumsScratch(r.rows, r.channels));
            batchNormStatistics(queue, e, x.data(), r.rows, r.channels, {}, norm.tensors(), norm.state(),
                                memory.data());
            const DeviceBuffer wide = floats(Values(count(r.channels), 7)); // a good part is beyond 6
            const cuda::BatchNormState state{norm.center.floats(), norm.inverse.floats(), wide.floats()};
            normalize(queue, e,
                      {.rows = r.rows,
                       .channels = r.channels,
                       .x = x.data(),
                       .affine = {norm.center.floats(), wide.floats(), norm.biases.floats()},
                       .clamp = clamp,
                       .y = y.data()});
            const auto gradients = [&](const void* output) {
                const DeviceBuffer slopes = floats(count(r.channels));
                const DeviceBuffer xSlopes = floats(count(r.channels));
                const DeviceBuffer offsets = floats(count(r.channels));
                const DeviceBuffer weight = floats(count(r.channels));
                const DeviceBuffer bias = floats(count(r.channels));
                const DeviceBuffer dx = buffer(r.elements());
                const NormGradient n{.rows = r.rows,
                                     .channels = r.channels,
                                     .x = x.data(),
                                     .dy = dy.data(),
                                     .y = output,
                                     .clamp = clamp};
                const BatchNormSlopes made{slopes.floats(), xSlopes.floats(), offsets.floats()};
                batchNormGradientSums(queue, e, n, norm.tensors(), state, made, weight.floats(),
                                      bias.floats(), Output::Overwrite, memory.data());
                batchNormGradient(queue, e, n, norm.tensors(), state, made, dx.data(), Output::Overwrite);
                return std::vector{weight.values(), bias.values(), dx.values()};
            };
            const std::vector<Values> expected = gradients(y.data());
            const std::vector<Values> found = gradients(nullptr);
            for (std::size_t i = 0; i < expected.size(); ++i)
                expectSame(found[i], expected[i]);
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
LOCKSTEP_TEST_DEVICE_KERNELS(DeviceBatchNormGradientTest);

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
