// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/compute/kernels/kernel_fixture.h"

#include <limits>

namespace lockstep {
namespace {

class ElementwiseTest : public NhwcKernelTest {
protected:
    static double activated(Activation function, double x)
    {
        switch (function) {
        case Activation::Relu:
            return std::max(x, 0.0);
        case Activation::Relu6:
            return std::min(std::max(x, 0.0), 6.0);
        case Activation::Tanh:
            return std::tanh(x);
        case Activation::Gelu:
            break;
        }
        return x * 0.5 * (1 + std::erf(x / std::sqrt(2.0)));
    }
};

constexpr std::size_t kCounts[] = {0, 1, 15, 16, 17, 67, 200};
constexpr Activation kFunctions[] = {Activation::Relu, Activation::Relu6, Activation::Tanh, Activation::Gelu};

TEST_P(ElementwiseTest, RoundsToNearestEven)
{
    std::vector<float> x{
        1,         1 + 0x1p-8f, 1 + 0x1p-8f + 0x1p-20f, 1 + 3 * 0x1p-8f, -1 - 0x1p-8f, 1e38f, 3.4e38f,
        0x1p-130f, -0.0f};
    const std::vector<float> wanted{
        1, 1, 1 + 0x1p-7f, 1 + 0x1p-6f, -1, 1e38f, std::numeric_limits<float>::infinity(), 0x1p-130f, -0.0f};
    for (int i = 0; i < 30; ++i)
        x.push_back(std::numeric_limits<float>::quiet_NaN());
    Buffer y = buffer(x.size());
    k.fromFloat(x.data(), y.data(), static_cast<std::int64_t>(x.size()));
    const Values got = y.values();
    for (std::size_t i = 0; i < x.size(); ++i)
        if (i >= wanted.size())
            EXPECT_TRUE(std::isnan(got[i]));
        else if (e == Element::Float32)
            EXPECT_EQ(got[i], double{x[i]});
        else
            EXPECT_EQ(got[i], double{i == 5 ? toFloat(toBfloat16(1e38f)) : wanted[i]}) << i;
}

TEST_P(ElementwiseTest, ConvertsToFloatAndAdds)
{
    for (const std::size_t n : kCounts) {
        const Values x = draw(n);
        const Buffer in = buffer(x);
        std::vector<float> y(n, 2);
        k.toFloat(in.data(), y.data(), static_cast<std::int64_t>(n), Output::Add);
        for (std::size_t i = 0; i < n; ++i)
            EXPECT_FLOAT_EQ(y[i], static_cast<float>(x[i] + 2));
        k.toFloat(in.data(), y.data(), static_cast<std::int64_t>(n), Output::Overwrite);
        for (std::size_t i = 0; i < n; ++i)
            EXPECT_EQ(double{y[i]}, x[i]);
    }
}

TEST_P(ElementwiseTest, TurnsImagesAndMaps)
{
    for (const auto& [samples, channels, pixels] :
         {std::tuple{2, 3, 35}, {3, 1, 20}, {2, 40, 50}, {1, 5, 1}, {0, 3, 4}}) {
        const std::size_t n = count(samples * channels * pixels);
        const Values nchw = draw(n);
        Values nhwc(n);
        for (int s = 0; s < samples; ++s)
            for (int c = 0; c < channels; ++c)
                for (int p = 0; p < pixels; ++p)
                    nhwc[count((s * pixels + p) * channels + c)] =
                        nchw[count((s * channels + c) * pixels + p)];
        const std::vector<float> images(nchw.begin(), nchw.end());
        Buffer y = buffer(n);
        k.imagesToNhwc(images.data(), y.data(), samples, channels, pixels);
        EXPECT_EQ(y.values(), nhwc);
        const Buffer from = buffer(nhwc);
        k.nhwcToNchw(from.data(), y.data(), samples, channels, pixels, Output::Overwrite);
        EXPECT_EQ(y.values(), nchw);
        Buffer sum = buffer(nhwc);
        k.nchwToNhwc(y.data(), sum.data(), samples, channels, pixels, Output::Add);
        for (double& each : nhwc)
            each *= 2;
        EXPECT_EQ(sum.values(), nhwc);
    }
}

TEST_P(ElementwiseTest, ScalesPixelsWithTwoRoundings)
{
    const PixelScale scale{
        .channels = 1, .gain = {0.0171247f, 0.0175070f, -3.1f, 1e-7f}, .offset = {-2.1179f, -2.0357f, 9, 0}};
    for (std::size_t channels = 1; channels <= kMaxPixelChannels; ++channels)
        for (const std::size_t pixels : {0u, 1u, 5u, 256u, 1000u}) {
            PixelScale some = scale;
            some.channels = channels;
            std::vector<std::uint8_t> x(pixels * channels);
            Values wanted(x.size());
            for (std::size_t i = 0; i < x.size(); ++i) {
                x[i] = static_cast<std::uint8_t>(i / channels + i % channels);
                // Both are exact in double before they are rounded.
                const auto product = static_cast<float>(x[i] * static_cast<double>(scale.gain[i % channels]));
                const auto sum = static_cast<float>(static_cast<double>(product) +
                                                    static_cast<double>(scale.offset[i % channels]));
                wanted[i] = static_cast<double>(e == Element::Float32 ? sum : toFloat(toBfloat16(sum)));
            }
            Buffer y = buffer(x.size());
            k.scalePixels(x.data(), some, y.data(), static_cast<std::int64_t>(pixels));
            EXPECT_EQ(y.values(), wanted) << channels << " channels, " << pixels << " pixels";
        }
}

TEST_P(ElementwiseTest, ActivatesWithinAMillionth)
{
    for (const Activation function : kFunctions)
        for (const std::size_t n : kCounts) {
            const Values x = draw(n, -12, 12);
            const Buffer in = buffer(x);
            Buffer out = buffer(n);
            k.activate(function, in.data(), out.data(), static_cast<std::int64_t>(n));
            Values wanted(n);
            for (std::size_t i = 0; i < n; ++i)
                wanted[i] = activated(function, x[i]);
            expectNear(out.values(), wanted, 1e-6);
        }
}

TEST_P(ElementwiseTest, ActivationGradientsAreTheDerivatives)
{
    for (const Activation function : kFunctions)
        for (const Output output : {Output::Overwrite, Output::Add}) {
            const std::size_t n = 203;
            const Values x = draw(n, -8, 8);
            const Values dy = draw(n);
            Values known(n);
            for (std::size_t i = 0; i < n; ++i)
                known[i] = function == Activation::Gelu ? x[i] : activated(function, x[i]);
            const Buffer at = buffer(known);
            known = at.values();
            Values wanted(n);
            for (std::size_t i = 0; i < n; ++i) {
                const double h = 1e-6;
                const double slope =
                    function == Activation::Tanh
                        ? 1 - known[i] * known[i]
                        : (activated(function, x[i] + h) - activated(function, x[i] - h)) / (2 * h);
                wanted[i] = dy[i] * slope + (output == Output::Add ? 1 : 0);
            }
            const Buffer gradient = buffer(dy);
            Buffer dx = buffer(Values(n, 1));
            k.activationGradient(function, at.data(), gradient.data(), dx.data(),
                                 static_cast<std::int64_t>(n), output);
            expectNear(dx.values(), wanted, 4e-6);
        }
}

TEST_P(ElementwiseTest, NotANumberStays)
{
    const Buffer x = buffer(Values(20, std::nan("")));
    Buffer y = buffer(20);
    for (const Activation function : {Activation::Relu, Activation::Relu6}) {
        k.activate(function, x.data(), y.data(), 20);
        for (const double each : y.values())
            EXPECT_TRUE(std::isnan(each));
    }
}

TEST_P(ElementwiseTest, AddsClampsAndAccumulates)
{
    for (const std::size_t n : kCounts) {
        const Values a = draw(n, -5, 5);
        const Values b = draw(n, -5, 5);
        const Buffer first = buffer(a);
        Buffer second = buffer(b);
        const auto size = static_cast<std::int64_t>(n);
        for (const Clamp clamp : {Clamp::None, Clamp::Relu, Clamp::Relu6}) {
            Buffer y = buffer(n);
            Values wanted(n);
            Values gradient(n);
            k.add(first.data(), second.data(), y.data(), size, clamp);
            for (std::size_t i = 0; i < n; ++i) {
                const double sum = a[i] + b[i];
                wanted[i] = clamp == Clamp::None
                                ? sum
                                : activated(clamp == Clamp::Relu ? Activation::Relu : Activation::Relu6, sum);
            }
            expectNear(y.values(), wanted);
            const Values known = y.values();
            for (std::size_t i = 0; i < n; ++i)
                gradient[i] = clamp == Clamp::None || (known[i] > 0 && (clamp == Clamp::Relu || known[i] < 6))
                                  ? a[i]
                                  : 0;
            Buffer dx = buffer(n);
            k.clampGradient(y.data(), first.data(), dx.data(), size, clamp, Output::Overwrite);
            expectNear(dx.values(), gradient);
            k.clampGradient(y.data(), first.data(), dx.data(), size, clamp, Output::Add);
            for (double& each : gradient)
                each *= 2;
            expectNear(dx.values(), gradient);
        }
        k.accumulate(first.data(), second.data(), size);
        Values wanted(n);
        for (std::size_t i = 0; i < n; ++i)
            wanted[i] = a[i] + b[i];
        expectNear(second.values(), wanted);
    }
}

TEST_P(ElementwiseTest, ColumnSums)
{
    for (const auto& [rows, channels] : {std::pair{0, 3}, {500, 3}, {70, 64}, {33, 1000}, {300, 17}}) {
        const Values x = draw(count(rows * channels));
        Values wanted(count(channels));
        for (std::size_t i = 0; i < x.size(); ++i)
            wanted[i % count(channels)] += x[i];
        const Buffer in = buffer(x);
        Values got(count(channels), 9);
        k.columnSums(in.data(), rows, channels, got.data());
        expectSums(got, wanted);
    }
}

TEST_P(ElementwiseTest, DropoutDrawsThePhiloxWordsOfEachElement)
{
    const DropoutMask mask{
        .probability = 0.3, .seed = 0x1234567890abcdefu, .layer = 5, .step = 17, .firstSample = 40};
    const std::size_t elements = 150;
    const Values x = draw(3 * elements, 1, 2);
    const Buffer in = buffer(x);
    Buffer y = buffer(x.size());
    k.dropout(mask, in.data(), y.data(), 3, elements, Output::Overwrite);
    Values wanted(x.size());
    for (std::uint32_t s = 0; s < 3; ++s)
        for (std::uint32_t i = 0; i < elements; ++i) {
            const auto words = philox4x32({16 * (i / 64) + i % 16, 5, 40 + s, 17},
                                          {0x90abcdefu ^ 0x5bd1e995u, 0x12345678u ^ 0x27d4eb2fu});
            const bool kept = double{static_cast<float>(words[i / 16 % 4] >> 8)} * 0x1p-24 >= 0.3;
            wanted[s * elements + i] = kept ? x[s * elements + i] / 0.7 : 0;
        }
    expectNear(y.values(), wanted);
    // The second sample alone, as another worker would have it.
    Buffer alone = buffer(elements);
    DropoutMask second = mask;
    second.firstSample = 41;
    const Buffer part = buffer(Values(x.begin() + 150, x.begin() + 300));
    k.dropout(second, part.data(), alone.data(), 1, elements, Output::Overwrite);
    expectNear(alone.values(), Values(wanted.begin() + 150, wanted.begin() + 300));
}

TEST_P(ElementwiseTest, DropoutKeepsTheExpectedShare)
{
    const std::size_t n = 100000;
    const Buffer ones = buffer(Values(n, 1));
    for (const double probability : {0.0, 0.2, 0.5, 1.0}) {
        Buffer y = buffer(n);
        k.dropout({.probability = probability, .seed = 3}, ones.data(), y.data(), 1, n, Output::Overwrite);
        double kept = 0;
        for (const double each : y.values())
            kept += each != 0 ? 1 : 0;
        EXPECT_NEAR(kept / n, 1 - probability, 0.006);
    }
}

TEST(StochasticDepth, DropsWholeSamplesAtTheExpectedRate)
{
    int dropped = 0;
    for (int step = 0; step < 500; ++step)
        for (int sample = 0; sample < 20; ++sample) {
            const float factor =
                stochasticDepthFactor({.probability = 0.25, .seed = 1, .layer = 2, .step = step}, sample);
            EXPECT_TRUE(factor == 0 || factor == 1 / 0.75f);
            dropped += factor == 0 ? 1 : 0;
        }
    EXPECT_NEAR(dropped / 10000.0, 0.25, 0.02);
    EXPECT_EQ(stochasticDepthFactor({.probability = 0}, 0), 1);
}

LOCKSTEP_TEST_ALL_KERNELS(ElementwiseTest);

} // namespace
} // namespace lockstep
