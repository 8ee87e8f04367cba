// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/support/emulated_cuda/plain_products.h"

#include <gtest/gtest.h>

#include <random>
#include <tuple>

/// What the emulated device's libraries compute, against the definition.
namespace lockstep {
namespace {

using namespace testing;
using cuda::ConvolutionPass;
using cuda::ConvolutionShape;

std::vector<float> randomFloats(std::int64_t count, unsigned seed)
{
    std::mt19937 engine(seed);
    std::uniform_real_distribution<float> values(-1, 1);
    std::vector<float> floats(static_cast<std::size_t>(count));
    for (float& value : floats)
        value = values(engine);
    return floats;
}

double inner(const std::vector<float>& a, const std::vector<float>& b)
{
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        sum += double{a[i]} * double{b[i]};
    return sum;
}

/// One element of y, straight from the definition.
double outputAt(const ConvolutionShape& s, const std::vector<float>& x, const std::vector<float>& w,
                int sample, int frame, int row, int column, int channel)
{
    const int inputs = s.inChannels / s.groups;
    const int group = channel / (s.outChannels / s.groups);
    double sum = 0;
    for (int f = 0; f < s.frames.kernel; ++f)
        for (int r = 0; r < s.rows.kernel; ++r)
            for (int c = 0; c < s.columns.kernel; ++c)
                for (int i = 0; i < inputs; ++i) {
                    const int xf = frame * s.frames.stride - s.frames.padding + f;
                    const int xr = row * s.rows.stride - s.rows.padding + r;
                    const int xc = column * s.columns.stride - s.columns.padding + c;
                    if (xf < 0 || xf >= s.frames.in || xr < 0 || xr >= s.rows.in || xc < 0 ||
                        xc >= s.columns.in)
                        continue;
                    const int at =
                        (((sample * s.frames.in + xf) * s.rows.in + xr) * s.columns.in + xc) * s.inChannels +
                        group * inputs + i;
                    const int weight =
                        (((channel * s.frames.kernel + f) * s.rows.kernel + r) * s.columns.kernel + c) *
                            inputs +
                        i;
                    sum +=
                        double{x[static_cast<std::size_t>(at)]} * double{w[static_cast<std::size_t>(weight)]};
                }
    return sum;
}

class PlainConvolutions : public ::testing::TestWithParam<ConvolutionShape> {};

TEST_P(PlainConvolutions, ForwardIsTheDefinition)
{
    const ConvolutionShape& s = GetParam();
    const std::vector<float> x = randomFloats(s.inputElements(), 1);
    const std::vector<float> w = randomFloats(s.weightElements(), 2);
    const std::vector<float> y = convolve(s, ConvolutionPass::Forward, x.data(), w.data());
    std::size_t at = 0;
    for (int sample = 0; sample < s.samples; ++sample)
        for (int frame = 0; frame < s.frames.out; ++frame)
            for (int row = 0; row < s.rows.out; ++row)
                for (int column = 0; column < s.columns.out; ++column)
                    for (int channel = 0; channel < s.outChannels; ++channel)
                        ASSERT_NEAR(y[at++], outputAt(s, x, w, sample, frame, row, column, channel), 1e-4);
    EXPECT_EQ(at, y.size());
}

/// Both are the transposes of forward, which is linear in x and in w.
TEST_P(PlainConvolutions, BackwardIsTheTransposeOfForward)
{
    const ConvolutionShape& s = GetParam();
    const std::vector<float> x = randomFloats(s.inputElements(), 1);
    const std::vector<float> w = randomFloats(s.weightElements(), 2);
    const std::vector<float> dy = randomFloats(s.outputElements(), 3);
    const double expected = inner(convolve(s, ConvolutionPass::Forward, x.data(), w.data()), dy);
    EXPECT_NEAR(inner(convolve(s, ConvolutionPass::BackwardData, dy.data(), w.data()), x), expected, 1e-2);
    EXPECT_NEAR(inner(convolve(s, ConvolutionPass::BackwardWeights, x.data(), dy.data()), w), expected, 1e-2);
}

INSTANTIATE_TEST_SUITE_P(Shapes, PlainConvolutions,
                         ::testing::Values(ConvolutionShape{.samples = 2,
                                                            .inChannels = 3,
                                                            .outChannels = 5,
                                                            .rows = {9, 5, 3, 2, 1},
                                                            .columns = {8, 4, 3, 2, 1}},
                                           ConvolutionShape{.samples = 3,
                                                            .inChannels = 6,
                                                            .outChannels = 4,
                                                            .groups = 2,
                                                            .rows = {5, 5, 3, 1, 1},
                                                            .columns = {11, 11, 3, 1, 1}},
                                           ConvolutionShape{.samples = 2,
                                                            .inChannels = 4,
                                                            .outChannels = 4,
                                                            .groups = 4,
                                                            .rows = {7, 7, 5, 1, 2},
                                                            .columns = {7, 7, 5, 1, 2}},
                                           // Padded by one place more after the map than before it.
                                           ConvolutionShape{.samples = 1,
                                                            .inChannels = 3,
                                                            .outChannels = 2,
                                                            .frames = {6, 3, 3, 2, 0},
                                                            .rows = {8, 4, 7, 2, 2},
                                                            .columns = {8, 4, 7, 2, 2}},
                                           ConvolutionShape{.samples = 1,
                                                            .inChannels = 2,
                                                            .outChannels = 7,
                                                            .rows = {1, 1, 1, 1, 0},
                                                            .columns = {100, 100, 1, 1, 0}}));

class PlainMatrixProducts : public ::testing::TestWithParam<std::tuple<bool, bool>> {};

TEST_P(PlainMatrixProducts, AreTheDefinition)
{
    const auto [transposeA, transposeB] = GetParam();
    constexpr std::int64_t m = 5, n = 7, k = 66;
    const std::vector<float> a = randomFloats(m * k, 1);
    const std::vector<float> b = randomFloats(k * n, 2);
    const MatrixView left = transposeA ? MatrixView{a.data(), 1, m} : MatrixView{a.data(), k, 1};
    const MatrixView right = transposeB ? MatrixView{b.data(), 1, k} : MatrixView{b.data(), n, 1};
    std::vector<float> c(static_cast<std::size_t>(m * n), 2);
    addProduct(m, n, k, left, right, c.data(), n);
    for (std::int64_t i = 0; i < m; ++i)
        for (std::int64_t j = 0; j < n; ++j) {
            double sum = 2;
            for (std::int64_t p = 0; p < k; ++p)
                sum += double{a[static_cast<std::size_t>(transposeA ? p * m + i : i * k + p)]} *
                       double{b[static_cast<std::size_t>(transposeB ? j * k + p : p * n + j)]};
            EXPECT_NEAR(c[static_cast<std::size_t>(i * n + j)], sum, 1e-4);
        }
}

INSTANTIATE_TEST_SUITE_P(Transposes, PlainMatrixProducts,
                         ::testing::Combine(::testing::Bool(), ::testing::Bool()));

} // namespace
} // namespace lockstep
