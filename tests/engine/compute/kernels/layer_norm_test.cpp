// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/compute/kernels/kernel_fixture.h"

namespace lockstep {
namespace {

class LayerNormTest : public NhwcKernelTest {
protected:
    static Values layerNormOf(const Values& x, std::size_t C, const std::vector<float>& weight,
                              const std::vector<float>& bias)
    {
        Values y(x.size());
        for (std::size_t row = 0; row < x.size() / C; ++row) {
            double mean = 0;
            double variance = 0;
            for (std::size_t c = 0; c < C; ++c)
                mean += x[row * C + c] / static_cast<double>(C);
            for (std::size_t c = 0; c < C; ++c)
                variance += std::pow(x[row * C + c] - mean, 2) / static_cast<double>(C);
            for (std::size_t c = 0; c < C; ++c)
                y[row * C + c] = (x[row * C + c] - mean) / std::sqrt(variance + 1e-6) * double{weight[c]} +
                                 double{bias[c]};
        }
        return y;
    }
};

TEST_P(LayerNormTest, AgreesWithTheDefinition)
{
    for (const auto& [rows, channels] : {std::pair{0, 4}, {5, 96}, {3, 17}, {40, 33}, {2, 768}}) {
        const std::size_t C = count(channels);
        Values x = draw(count(rows) * C);
        for (double& each : x)
            each += 8;
        const Buffer in = buffer(x);
        x = in.values();
        const auto weight = drawFloats(C);
        const auto bias = drawFloats(C);
        Buffer y = buffer(x.size());
        std::vector<float> mean(count(rows));
        std::vector<float> inverse(count(rows));
        k.layerNorm(in.data(), rows, channels, weight.data(), bias.data(), 1e-6, y.data(), mean.data(),
                    inverse.data());
        expectNear(y.values(), layerNormOf(x, C, weight, bias), 1e-5);
    }
}

TEST_P(LayerNormTest, GradientsAreTheDerivatives)
{
    for (const int channels : {5, 16, 21}) {
        const std::size_t C = count(channels);
        const std::size_t rows = 35;
        const Values x = draw(rows * C);
        const Values t = draw(rows * C);
        const auto weight = drawFloats(C);
        const auto bias = drawFloats(C);
        const auto loss = [&](const Values& at, const std::vector<float>& w, const std::vector<float>& b) {
            const Values y = layerNormOf(at, C, w, b);
            double total = 0;
            for (std::size_t i = 0; i < y.size(); ++i)
                total += y[i] * t[i];
            return total;
        };
        const Buffer in = buffer(x);
        const Buffer dy = buffer(t);
        Buffer y = buffer(rows * C);
        Buffer dx = buffer(rows * C);
        std::vector<float> mean(rows);
        std::vector<float> inverse(rows);
        Values sums(2 * C, 4);
        k.layerNorm(in.data(), 35, channels, weight.data(), bias.data(), 1e-6, y.data(), mean.data(),
                    inverse.data());
        k.layerNormGradient(in.data(), dy.data(), 35, channels, weight.data(), mean.data(), inverse.data(),
                            dx.data(), Output::Overwrite, sums.data());
        Values wanted(rows * C);
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            Values up = x;
            Values down = x;
            up[i] += 1e-5;
            down[i] -= 1e-5;
            wanted[i] = (loss(up, weight, bias) - loss(down, weight, bias)) / 2e-5;
        }
        expectNear(dx.values(), wanted, 2e-5);
        k.layerNormGradient(in.data(), dy.data(), 35, channels, weight.data(), mean.data(), inverse.data(),
                            dx.data(), Output::Add, sums.data());
        for (double& each : wanted)
            each *= 2;
        expectNear(dx.values(), wanted, 4e-5);
        for (std::size_t c = 0; c < C; ++c) {
            auto up = weight;
            up[c] += 0.5f;
            EXPECT_NEAR(sums[c], (loss(x, up, bias) - loss(x, weight, bias)) / 0.5, 1e-4);
            up = bias;
            up[c] += 0.5f;
            EXPECT_NEAR(sums[C + c], (loss(x, weight, up) - loss(x, weight, bias)) / 0.5, 1e-4);
        }
    }
}

TEST_P(LayerNormTest, ScaledBranchAndItsGradients)
{
    for (const int channels : {7, 96})
        for (const int kind : {0, 1, 2, 3}) {
            const std::size_t C = count(channels);
            const std::size_t pixels = 11;
            const std::size_t n = 3 * pixels * C;
            const Values x = draw(n);
            const Values r = draw(n);
            const Values dy = draw(n);
            const auto factors = drawFloats(C);
            const std::vector<float> whole{0, 1.25f, 2};
            const bool byChannel = kind % 2 == 1;
            const bool bySample = kind / 2 == 1;
            Values y(n);
            Values dx(n);
            Values sums(C);
            for (std::size_t i = 0; i < n; ++i) {
                const double sample = bySample ? double{whole[i / (pixels * C)]} : 1;
                const double factor = sample * (byChannel ? double{factors[i % C]} : 1);
                y[i] = factor * x[i] + (kind == 3 ? r[i] : 0);
                dx[i] = factor * dy[i];
                sums[i % C] += sample * x[i] * dy[i];
            }
            const Buffer in = buffer(x);
            const Buffer rest = buffer(r);
            const Buffer gradient = buffer(dy);
            Buffer out = buffer(n);
            const ScaledAdd a{.samples = 3,
                              .pixels = pixels,
                              .channels = channels,
                              .x = in.data(),
                              .channelFactors = byChannel ? factors.data() : nullptr,
                              .sampleFactors = bySample ? whole.data() : nullptr,
                              .residual = kind == 3 ? rest.data() : nullptr,
                              .y = out.data()};
            k.scaledAdd(a);
            expectNear(out.values(), y);
            Values got(C, 3);
            k.scaledAddGradient(a, gradient.data(), out.data(), Output::Overwrite, got.data());
            expectNear(out.values(), dx);
            expectSums(got, sums);
            k.scaledAddGradient(a, gradient.data(), out.data(), Output::Add, nullptr);
            for (double& each : dx)
                each *= 2;
            expectNear(out.values(), dx);
        }
}

LOCKSTEP_TEST_ALL_KERNELS(LayerNormTest);

} // namespace
} // namespace lockstep
