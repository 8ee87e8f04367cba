// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/kernels/batch_norm.h"
#include "tests/engine/compute/kernels/kernel_fixture.h"

#include <algorithm>

namespace lockstep {
namespace {

class NormTest : public NhwcKernelTest {
protected:
    struct Moments {
        Values mean;
        Values squares;
    };
    static Moments momentsOf(const Values& x, std::size_t rows, std::size_t channels)
    {
        Moments m{Values(channels), Values(channels)};
        for (std::size_t i = 0; i < rows * channels; ++i)
            m.mean[i % channels] += x[i] / static_cast<double>(rows);
        for (std::size_t i = 0; i < rows * channels; ++i)
            m.squares[i % channels] += std::pow(x[i] - m.mean[i % channels], 2);
        return m;
    }
    static double clampedValue(Clamp clamp, double value)
    {
        if (clamp != Clamp::None)
            value = std::max(value, 0.0);
        return clamp == Clamp::Relu6 ? std::min(value, 6.0) : value;
    }
    static bool inside(Clamp clamp, double y)
    {
        return clamp == Clamp::None || (y > 0 && (clamp == Clamp::Relu || y < 6));
    }
};

TEST_P(NormTest, MomentsOfAnyShapeEvenFarFromZero)
{
    for (const auto& [rows, channels] :
         {std::pair{1, 3}, {7, 16}, {300, 20}, {130, 67}, {65, 600}, {2000, 5}})
        for (const double offset : {0.0, 100.0}) {
            Values x = draw(count(rows * channels));
            for (double& each : x)
                each += offset;
            const Buffer in = buffer(x);
            x = in.values();
            Values mean(count(channels));
            Values squares(count(channels));
            k.moments(in.data(), rows, channels, mean.data(), squares.data());
            const Moments wanted = momentsOf(x, count(rows), count(channels));
            expectSums(mean, wanted.mean, 1e-6);
            expectSums(squares, wanted.squares, 1e-6);
        }
    double mean = 5;
    double squares = 5;
    k.moments(nullptr, 0, 1, &mean, &squares);
    EXPECT_EQ(mean, 0);
    EXPECT_EQ(squares, 0);
}

TEST_P(NormTest, PartsMergeToTheMomentsOfAll)
{
    const int channels = 5;
    const Values x = draw(count(40 * channels));
    std::int64_t rows = 0;
    Values mean(channels, 99);
    Values squares(channels, 99);
    const Buffer in = buffer(x);
    Values partMean(channels);
    Values partSquares(channels);
    for (const auto& [from, to] : {std::pair{0, 0}, {0, 13}, {13, 13}, {13, 40}}) {
        const Buffer part = buffer(Values(x.begin() + from * channels, x.begin() + to * channels));
        k.moments(part.data(), to - from, channels, partMean.data(), partSquares.data());
        mergeMoments(rows, mean.data(), squares.data(), to - from, partMean.data(), partSquares.data(),
                     channels);
    }
    const Moments wanted = momentsOf(x, 40, channels);
    EXPECT_EQ(rows, 40);
    expectSums(mean, wanted.mean, 1e-6);
    expectSums(squares, wanted.squares, 1e-6);
}

TEST_P(NormTest, NormalizesWithResidualAndClamp)
{
    for (const int channels : {3, 16, 37, 128})
        for (const Clamp clamp : {Clamp::None, Clamp::Relu, Clamp::Relu6})
            for (const int residual : {0, 1, 2}) {
                const std::size_t C = count(channels);
                const std::size_t rows = 150;
                const Values x = draw(rows * C);
                const Values r = draw(rows * C);
                const auto center = drawFloats(C);
                const auto scale = drawFloats(C, -4, 4);
                const auto bias = drawFloats(C);
                const auto rScale = drawFloats(C);
                const Buffer in = buffer(x);
                const Buffer rest = buffer(r);
                Buffer out = buffer(rows * C);
                Normalize n{.rows = rows,
                            .channels = channels,
                            .x = in.data(),
                            .affine = {center.data(), scale.data(), bias.data()},
                            .residual = nullptr,
                            .residualAffine = {},
                            .clamp = clamp,
                            .y = out.data()};
                if (residual > 0)
                    n.residual = rest.data();
                if (residual == 2)
                    n.residualAffine = {bias.data(), rScale.data(), center.data()};
                k.normalize(n);
                Values wanted(rows * C);
                for (std::size_t i = 0; i < wanted.size(); ++i) {
                    const std::size_t c = i % C;
                    double value = (x[i] - double{center[c]}) * double{scale[c]} + double{bias[c]};
                    if (residual == 1)
                        value += r[i];
                    if (residual == 2)
                        value += (r[i] - double{bias[c]}) * double{rScale[c]} + double{center[c]};
                    wanted[i] = clampedValue(clamp, value);
                }
                expectNear(out.values(), wanted);
            }
}

TEST_P(NormTest, GradientSumsAndMaskedGradient)
{
    for (const int channels : {3, 20, 64, 131})
        for (const Clamp clamp : {Clamp::None, Clamp::Relu, Clamp::Relu6})
            for (const bool two : {false, true}) {
                const std::size_t C = count(channels);
                const std::size_t rows = 90;
                const Values x = draw(rows * C);
                const Values dy = draw(rows * C);
                const Values dy2 = draw(rows * C);
                Values y = draw(rows * C, -3, 9);
                for (double& each : y)
                    each = clampedValue(clamp, each);
                const auto center = drawFloats(C);
                const auto slope = drawFloats(C);
                const auto xSlope = drawFloats(C);
                const auto offset = drawFloats(C);
                Values g(rows * C);
                Values sums(2 * C);
                Values dx(rows * C);
                for (std::size_t i = 0; i < g.size(); ++i) {
                    const std::size_t c = i % C;
                    g[i] = inside(clamp, y[i]) ? dy[i] + (two ? dy2[i] : 0) : 0;
                    sums[c] += g[i];
                    sums[C + c] += g[i] * (x[i] - double{center[c]});
                    dx[i] = double{slope[c]} * g[i] + double{xSlope[c]} * (x[i] - double{center[c]}) +
                            double{offset[c]};
                }
                const Buffer in = buffer(x);
                const Buffer first = buffer(dy);
                const Buffer second = buffer(dy2);
                const Buffer known = buffer(y);
                Buffer masked = buffer(rows * C);
                Buffer result = buffer(rows * C);
                NormGradient n{.rows = rows,
                               .channels = channels,
                               .x = in.data(),
                               .dy = first.data(),
                               .dy2 = two ? second.data() : nullptr,
                               .y = clamp == Clamp::None ? nullptr : known.data(),
                               .clamp = clamp,
                               .masked = nullptr};
                Values got(2 * C, 5);
                k.normGradientSums(n, center.data(), got.data());
                expectSums(got, sums);
                k.normGradient(n, center.data(), slope.data(), xSlope.data(), offset.data(), result.data());
                expectNear(result.values(), dx);
                n.masked = masked.data();
                k.normGradientSums(n, center.data(), got.data());
                expectSums(got, sums);
                expectNear(masked.values(), g);
                k.normGradient(n, center.data(), slope.data(), xSlope.data(), offset.data(), masked.data());
                // What was stored has been rounded once more.
                expectNear(masked.values(), dx, e == Element::Bfloat16 ? 0.04 : 3e-6);
            }
}

TEST_P(NormTest, TrainsABatchNormAsItsDefinitionSays)
{
    // Loss: sum of y * t. Gradients by central differences of the definition in double precision.
    const std::size_t C = 3;
    const std::size_t rows = 12;
    const Values x = draw(rows * C);
    const Values t = draw(rows * C);
    const std::vector<float> weight{1.5f, -0.5f, 0.75f};
    const std::vector<float> bias{0.25f, 0.5f, -1};
    const auto forward = [&](const Values& at, const std::vector<float>& w, const std::vector<float>& b) {
        const Moments m = momentsOf(at, rows, C);
        double loss = 0;
        for (std::size_t i = 0; i < at.size(); ++i) {
            const std::size_t c = i % C;
            loss += t[i] * ((at[i] - m.mean[c]) / std::sqrt(m.squares[c] / rows + 1e-5) * double{w[c]} +
                            double{b[c]});
        }
        return loss;
    };
    Values mean(C);
    Values squares(C);
    const Buffer in = buffer(x);
    k.moments(in.data(), rows, 3, mean.data(), squares.data());
    std::vector<float> center(C), inverse(C), scale(C), slope(C), xSlope(C), offset(C), weightGradient(C),
        biasGradient(C, 3);
    std::vector<float> runningMean(C, 1), runningVariance(C, 2);
    const BatchNormState state{center.data(), inverse.data(), scale.data()};
    batchNormForward(rows, mean.data(), squares.data(), weight.data(), 3, 1e-5, 0.1, state,
                     runningMean.data(), runningVariance.data());
    const Buffer dy = buffer(t);
    const NormGradient n{.rows = rows, .channels = 3, .x = in.data(), .dy = dy.data()};
    Values sums(2 * C);
    Buffer dx = buffer(rows * C);
    k.normGradientSums(n, center.data(), sums.data());
    batchNormBackward(rows, sums.data(), state, 3, slope.data(), xSlope.data(), offset.data(),
                      weightGradient.data(), biasGradient.data(), false);
    k.normGradient(n, center.data(), slope.data(), xSlope.data(), offset.data(), dx.data());
    Values wanted(rows * C);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        Values up = x;
        Values down = x;
        up[i] += 1e-5;
        down[i] -= 1e-5;
        wanted[i] = (forward(up, weight, bias) - forward(down, weight, bias)) / 2e-5;
    }
    expectNear(dx.values(), wanted, 1e-5);
    for (std::size_t c = 0; c < C; ++c) {
        auto up = weight;
        up[c] += 0.5f;
        EXPECT_NEAR(double{weightGradient[c]}, (forward(x, up, bias) - forward(x, weight, bias)) / 0.5, 1e-4);
        auto shifted = bias;
        shifted[c] += 0.5f;
        EXPECT_NEAR(double{biasGradient[c]}, (forward(x, weight, shifted) - forward(x, weight, bias)) / 0.5,
                    1e-4);
        EXPECT_NEAR(double{runningMean[c]}, 0.9 + 0.1 * mean[c], 1e-6);
        EXPECT_NEAR(double{runningVariance[c]}, 1.8 + 0.1 * squares[c] / 11, 1e-6);
    }
}

/// One sample of 1x1 maps: n / (n - 1) of PyTorch's formula is infinite.
TEST(BatchNorm, KeepsItsRunningVarianceWhenItSeesOneValue)
{
    const double mean[] = {3, -1};
    const double squares[] = {0, 0};
    const std::vector<float> weight{1.5f, 2};
    std::vector<float> center(2), inverse(2), scale(2), runningMean{1, 1}, runningVariance{2, 0.5f};
    const BatchNormState state{center.data(), inverse.data(), scale.data()};
    batchNormForward(1, mean, squares, weight.data(), 2, 1e-5, 0.1, state, runningMean.data(),
                     runningVariance.data());
    EXPECT_EQ(runningVariance, (std::vector<float>{2, 0.5f}));
    EXPECT_FLOAT_EQ(runningMean[0], 1.2f);
    EXPECT_FLOAT_EQ(runningMean[1], 0.8f);
    EXPECT_EQ(center, (std::vector<float>{3, -1}));
    EXPECT_FLOAT_EQ(inverse[0], 316.22777f);
}

TEST_P(NormTest, PoolingStemEqualsNormThenPool)
{
    for (const auto& [channels, size] : {std::pair{64, 9}, {5, 8}, {20, 7}}) {
        const Side side{.in = size, .out = (size - 1) / 2 + 1, .kernel = 3, .stride = 2, .padding = 1};
        const Windows w{.samples = 2, .channels = channels, .rows = side, .columns = side};
        const std::size_t C = count(channels);
        const std::size_t ins = count(w.inRows()) * C;
        const std::size_t outs = count(w.outRows()) * C;
        const Buffer x = buffer(draw(ins));
        const Buffer dy = buffer(draw(outs));
        const Buffer dy2 = buffer(draw(outs));
        const auto center = drawFloats(C), scale = drawFloats(C), bias = drawFloats(C), slope = drawFloats(C),
                   xSlope = drawFloats(C), offset = drawFloats(C);
        const ChannelAffine affine{center.data(), scale.data(), bias.data()};
        Buffer y = buffer(outs);
        Buffer winnerX = buffer(outs);
        std::vector<std::uint8_t> winners(outs);
        k.normalizePool(w, x.data(), affine, y.data(), winners.data(), winnerX.data());
        Values sums(2 * C);
        Buffer dx = buffer(ins);
        k.normPoolGradientSums(w, dy.data(), dy2.data(), y.data(), winnerX.data(), center.data(),
                               sums.data());
        k.normPoolGradient(w, x.data(), dy.data(), dy2.data(), winners.data(), center.data(), slope.data(),
                           xSlope.data(), offset.data(), dx.data());
        // The same in separate steps and in f32, where nothing is rounded between them.
        const NhwcKernels& f = nhwcKernels(std::get<0>(GetParam()), Element::Float32);
        const Buffer x32(Element::Float32, x.values());
        Values g = dy.values();
        const Values g2 = dy2.values();
        for (std::size_t i = 0; i < outs; ++i)
            g[i] += g2[i];
        const Buffer g32(Element::Float32, g);
        Buffer map(Element::Float32, ins), pooled(Element::Float32, outs), dMap(Element::Float32, ins),
            dx32(Element::Float32, ins);
        f.normalize({.rows = w.inRows(),
                     .channels = channels,
                     .x = x32.data(),
                     .affine = affine,
                     .clamp = Clamp::Relu,
                     .y = map.data()});
        f.maxPool(w, map.data(), pooled.data(), winners.data());
        expectNear(y.values(), pooled.values());
        f.maxPoolGradient(w, g32.data(), winners.data(), dMap.data(), Output::Overwrite);
        const NormGradient n{.rows = w.inRows(),
                             .channels = channels,
                             .x = x32.data(),
                             .dy = dMap.data(),
                             .y = map.data(),
                             .clamp = Clamp::Relu};
        Values wanted(2 * C);
        f.normGradientSums(n, center.data(), wanted.data());
        f.normGradient(n, center.data(), slope.data(), xSlope.data(), offset.data(), dx32.data());
        expectSums(sums, wanted);
        expectNear(dx.values(), dx32.values());
    }
}

LOCKSTEP_TEST_ALL_KERNELS(NormTest);

} // namespace
} // namespace lockstep
