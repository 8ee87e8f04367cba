// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/amx/convolution.h"
#include "engine/compute/cpu/amx/grid.h"
#include "engine/compute/cpu/bfloat16.h"
#include "engine/core/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace lockstep {
namespace {

ConvolutionShape shapeOf(int in, int out, int height, int width, int kernel, int stride, int padding)
{
    return {.inChannels = in,
            .outChannels = out,
            .inHeight = height,
            .inWidth = width,
            .outHeight = (height + 2 * padding - kernel) / stride + 1,
            .outWidth = (width + 2 * padding - kernel) / stride + 1,
            .kernelRows = kernel,
            .kernelColumns = kernel,
            .stride = stride,
            .paddingTop = padding,
            .paddingLeft = padding};
}

std::vector<ConvolutionShape> shapes()
{
    std::vector<ConvolutionShape> all{
        shapeOf(32, 32, 9, 11, 3, 1, 1),  shapeOf(64, 32, 7, 7, 3, 1, 1),   shapeOf(32, 64, 10, 9, 3, 2, 1),
        shapeOf(32, 32, 8, 8, 1, 1, 0),   shapeOf(32, 64, 9, 8, 1, 2, 0),   shapeOf(64, 32, 12, 12, 5, 1, 2),
        shapeOf(32, 32, 13, 17, 5, 3, 1), shapeOf(3, 64, 20, 23, 7, 2, 3),  shapeOf(3, 32, 9, 9, 3, 1, 1),
        shapeOf(1, 32, 28, 28, 5, 1, 2),  shapeOf(192, 160, 5, 5, 3, 1, 1), shapeOf(32, 32, 40, 3, 3, 1, 0),
        shapeOf(256, 256, 3, 3, 3, 1, 1), shapeOf(20, 50, 12, 12, 5, 1, 0), shapeOf(1, 6, 12, 12, 5, 1, 2),
        shapeOf(58, 24, 9, 9, 1, 1, 0),   shapeOf(40, 33, 9, 8, 3, 2, 1),
    };
    // A kernel cut to the taps that ever meet the map.
    ConvolutionShape cut = shapeOf(32, 64, 1, 1, 1, 1, 0);
    cut.inHeight = 2;
    cut.inWidth = 2;
    cut.kernelRows = 2;
    cut.kernelColumns = 2;
    all.push_back(cut);
    ConvolutionShape uneven = shapeOf(32, 32, 6, 6, 3, 1, 1);
    uneven.kernelRows = 1;
    uneven.paddingTop = 0;
    all.push_back(uneven);
    return all;
}

class Maps {
public:
    Maps(std::int64_t pixels, int channels, Random& random)
        : m_channels(channels), m_values(static_cast<std::size_t>(pixels * channels))
    {
        for (Bfloat16& each : m_values)
            each = toBfloat16(random.uniform(-1, 1));
    }
    const void* data() const { return m_values.data(); }
    double at(std::int64_t pixel, int channel) const
    {
        return static_cast<double>(toFloat(m_values[static_cast<std::size_t>(pixel * m_channels + channel)]));
    }

private:
    int m_channels;
    std::vector<Bfloat16> m_values;
};

/// body(output pixel, input pixel, tap) wherever the kernel meets the map.
template <typename Body>
void forTaps(const ConvolutionShape& c, int samples, const Body& body)
{
    for (int s = 0; s < samples; ++s)
        for (int out = 0; out < c.outPixels(); ++out)
            for (int tap = 0; tap < c.taps(); ++tap) {
                const int row = out / c.outWidth * c.stride - c.paddingTop + tap / c.kernelColumns;
                const int column = out % c.outWidth * c.stride - c.paddingLeft + tap % c.kernelColumns;
                if (row >= 0 && row < c.inHeight && column >= 0 && column < c.inWidth)
                    body(s * c.outPixels() + out, s * c.inPixels() + row * c.inWidth + column, tap);
            }
}

struct Scratch {
    explicit Scratch(std::int64_t bytes) : memory(static_cast<std::size_t>(bytes) + 128, 0xff) {}
    void* data()
    {
        const auto at = reinterpret_cast<std::uintptr_t>(memory.data());
        return memory.data() + (64 - at % 64);
    }
    std::vector<std::uint8_t> memory; ///< filled with NaN
};

/// On processors without AMX there is nothing to compute, and that is what must be said.
bool amxMissing()
{
    if (amxAvailable())
        return false;
    EXPECT_FALSE(AmxConvolution::supports(shapeOf(32, 32, 8, 8, 3, 1, 1), ConvolutionPass::BackwardWeights));
    return true;
}

TEST(AmxConvolution, SaysWhatItSupports)
{
    if (amxMissing())
        return;
    const auto weights = ConvolutionPass::BackwardWeights;
    for (const ConvolutionShape& c : shapes())
        EXPECT_TRUE(AmxConvolution::supports(c, weights));
    const auto data = ConvolutionPass::BackwardData;
    EXPECT_TRUE(AmxConvolution::supports(shapeOf(32, 64, 8, 8, 3, 1, 1), data));
    EXPECT_FALSE(AmxConvolution::supports(shapeOf(32, 20, 8, 8, 3, 1, 1), data));
    EXPECT_FALSE(AmxConvolution::supports(shapeOf(48, 32, 8, 8, 3, 1, 1), data));
}

TEST(AmxConvolution, BackwardWeightsAgreesWithDoublePrecision)
{
    if (amxMissing())
        return;
    Random random(3);
    for (const ConvolutionShape& c : shapes())
        for (const int samples : {1, 3}) {
            SCOPED_TRACE(testing::Message()
                         << c.inChannels << " to " << c.outChannels << ", " << c.inHeight << "x" << c.inWidth
                         << ", kernel " << c.kernelRows << ", stride " << c.stride);
            const Maps x(samples * c.inPixels(), c.inChannels, random);
            const Maps dy(samples * c.outPixels(), c.outChannels, random);
            const auto count =
                static_cast<std::size_t>(c.taps()) * static_cast<std::size_t>(c.inChannels * c.outChannels);
            std::vector<double> wanted(count);
            forTaps(c, samples, [&](std::int64_t out, std::int64_t in, int tap) {
                for (int k = 0; k < c.outChannels; ++k)
                    for (int i = 0; i < c.inChannels; ++i)
                        wanted[static_cast<std::size_t>((tap * c.outChannels + k) * c.inChannels + i)] +=
                            dy.at(out, k) * x.at(in, i);
            });
            const AmxConvolution convolution(c);
            Scratch scratch(convolution.scratchBytes(ConvolutionPass::BackwardWeights));
            const auto in = static_cast<std::size_t>(wholeBlocks(c.inChannels));
            const auto out = static_cast<std::size_t>(wholeBlocks(c.outChannels));
            std::vector<float> got(static_cast<std::size_t>(c.taps()) * in * out,
                                   std::numeric_limits<float>::quiet_NaN());
            convolution.backwardWeights(samples, x.data(), dy.data(), got.data(), scratch.data());
            for (std::size_t i = 0; i < count; ++i) {
                const std::size_t row = i / static_cast<std::size_t>(c.inChannels);
                const std::size_t tap = row / static_cast<std::size_t>(c.outChannels);
                const std::size_t at = (tap * out + row % static_cast<std::size_t>(c.outChannels)) * in +
                                       i % static_cast<std::size_t>(c.inChannels);
                ASSERT_NEAR(static_cast<double>(got[at]), wanted[i], 1e-4) << i;
            }
        }
}

/// A random weight, rounded to bf16, {out, in, row, column}.
std::vector<float> drawWeight(const ConvolutionShape& c, Random& random)
{
    std::vector<float> weight(static_cast<std::size_t>(c.taps() * c.inChannels * c.outChannels));
    for (float& each : weight)
        each = toFloat(toBfloat16(random.uniform(-1, 1)));
    return weight;
}

WeightStrides stridesOf(const ConvolutionShape& c)
{
    return {std::int64_t{c.taps()} * c.inChannels, c.taps(), c.kernelColumns};
}

TEST(AmxConvolution, BackwardDataAgreesWithDoublePrecision)
{
    if (amxMissing())
        return;
    Random random(5);
    for (const ConvolutionShape& c : shapes())
        for (const int samples : {0, 1, 5}) {
            if (!AmxConvolution::supports(c, ConvolutionPass::BackwardData))
                continue;
            SCOPED_TRACE(testing::Message()
                         << c.inChannels << " to " << c.outChannels << ", " << c.inHeight << "x" << c.inWidth
                         << ", kernel " << c.kernelRows << ", stride " << c.stride);
            const auto weight = drawWeight(c, random);
            const Maps dy(samples * c.outPixels(), c.outChannels, random);
            std::vector<double> wanted(static_cast<std::size_t>(samples * c.inPixels() * c.inChannels));
            forTaps(c, samples, [&](std::int64_t out, std::int64_t in, int tap) {
                for (int k = 0; k < c.outChannels; ++k)
                    for (int i = 0; i < c.inChannels; ++i)
                        wanted[static_cast<std::size_t>(in * c.inChannels + i)] +=
                            dy.at(out, k) *
                            double{weight[static_cast<std::size_t>((k * c.inChannels + i) * c.taps() + tap)]};
            });
            const AmxConvolution convolution(c);
            Scratch packed(convolution.packedBytes());
            convolution.pack(weight.data(), stridesOf(c), packed.data());
            Scratch scratch(convolution.scratchBytes(ConvolutionPass::BackwardData));
            std::vector<Bfloat16> dx(wanted.size() + 64, Bfloat16{0x1234});
            convolution.backwardData(samples, dy.data(), packed.data(), dx.data(), scratch.data());
            for (std::size_t i = 0; i < wanted.size(); ++i)
                ASSERT_NEAR(static_cast<double>(toFloat(dx[i])), wanted[i],
                            1e-4 + 0x1p-8 * std::fabs(wanted[i]))
                    << i;
            for (std::size_t i = wanted.size(); i < dx.size(); ++i)
                ASSERT_EQ(dx[i].bits, 0x1234) << "written behind the end";
        }
}

TEST(AmxConvolution, NoSamplesGiveZeros)
{
    if (amxMissing())
        return;
    const AmxConvolution convolution(shapeOf(32, 32, 8, 8, 3, 1, 1));
    std::vector<float> got(9 * 32 * 32, 5);
    convolution.backwardWeights(0, nullptr, nullptr, got.data(), nullptr);
    EXPECT_EQ(got, std::vector<float>(got.size(), 0));
}

TEST(PhaseGrid, TapsAreShiftsThatNeverReachAnotherRow)
{
    for (const ConvolutionShape& c : shapes()) {
        const PhaseGrid grid(c);
        const int samples = 2;
        Random random(1);
        const Maps in(samples * c.inPixels(), c.inChannels, random);
        const Maps out(samples * c.outPixels(), c.outChannels, random);
        const auto* ins = static_cast<const Bfloat16*>(in.data());
        const auto* outs = static_cast<const Bfloat16*>(out.data());
        const Bfloat16 zero;
        const auto count = static_cast<int>(samples * grid.pixels());
        std::vector<const Bfloat16*> outPixels(static_cast<std::size_t>(count));
        grid.outPixels(0, count, samples, outs, c.outChannels, &zero, outPixels.data());
        std::vector<std::vector<std::int64_t>> met(
            static_cast<std::size_t>(samples * c.outPixels()),
            std::vector<std::int64_t>(static_cast<std::size_t>(c.taps()), -1));
        for (const PhaseGrid::Phase& phase : grid.phases()) {
            std::vector<const Bfloat16*> inPixels(
                static_cast<std::size_t>(count + grid.before() + grid.after()));
            grid.inPixels(phase, -grid.after(), static_cast<int>(inPixels.size()), samples, ins, c.inChannels,
                          &zero, inPixels.data());
            for (int q = 0; q < count; ++q)
                for (const PhaseGrid::Tap& tap : phase.taps) {
                    const Bfloat16* from = inPixels[static_cast<std::size_t>(q + tap.shift + grid.after())];
                    const Bfloat16* to = outPixels[static_cast<std::size_t>(q)];
                    if (from != &zero && to != &zero)
                        met[static_cast<std::size_t>((to - outs) / c.outChannels)]
                           [static_cast<std::size_t>(tap.index)] = (from - ins) / c.inChannels;
                }
        }
        forTaps(c, samples, [&](std::int64_t o, std::int64_t i, int tap) {
            std::int64_t& found = met[static_cast<std::size_t>(o)][static_cast<std::size_t>(tap)];
            ASSERT_EQ(found, i);
            found = -1;
        });
        for (const auto& taps : met)
            for (const std::int64_t found : taps)
                ASSERT_EQ(found, -1) << "a tap met what it should not";
    }
}

} // namespace
} // namespace lockstep
