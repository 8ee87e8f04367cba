// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/cpu_program.h"
#include "engine/compute/cpu/kernels/kernels.h"
#include "engine/core/error.h"
#include "engine/core/random.h"
#include "engine/graph/graph.h"
#include "tests/engine/compute/program_values.h"
#include "tests/engine/support/device_program.h"
#include "tests/engine/support/precision.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <tuple>

namespace lockstep {
namespace {

constexpr int kBatch = 11;

/// A batch of pixels and the floats that they mean.
struct Pictures {
    explicit Pictures(Shape shape) : sample(std::move(shape)), elements(count(sample.elements()))
    {
        scale.channels = count(sample[0]);
        scale.gain = {0.0171247f, 0.0175070f, 0.0174292f};
        scale.offset = {-2.1179f, -2.0357f, -1.8044f};
        Random random(5);
        for (std::size_t i = 0; i < kBatch * elements; ++i)
            pixels.push_back(static_cast<std::uint8_t>(random.below(256)));
        const PixelValues meaning = pixelValues(scale);
        const std::size_t plane = elements / scale.channels;
        for (std::size_t i = 0; i < kBatch; ++i)
            for (std::size_t c = 0; c < scale.channels; ++c)
                for (std::size_t p = 0; p < plane; ++p)
                    floats.push_back(meaning[c][pixels[i * elements + p * scale.channels + c]]);
        for (int i = 0; i < kBatch; ++i)
            labels.push_back(i % 10);
    }
    static std::size_t count(std::int64_t n) { return static_cast<std::size_t>(n); }
    BatchView view(int samples, bool asPixels) const
    {
        const Samples all = asPixels ? Samples(pixels, scale) : Samples(floats);
        return {.inputs = all.part(0, count(samples) * elements),
                .labels = std::span(labels).first(count(samples)),
                .scalars = {.count = samples, .divisor = static_cast<double>(samples)}};
    }
    Shape sample;
    std::size_t elements;
    PixelScale scale;
    std::vector<std::uint8_t> pixels;
    std::vector<float> floats;
    std::vector<std::int32_t> labels;
};

/// Colours: three convolutions deep, small enough for every kind of program.
Graph smallNet(const Shape& sample)
{
    Graph g("small");
    LayerId x = g.input(sample);
    x = g.relu(g.convolution(x, "first", {.channels = 8, .kernel = 5}), "first_relu");
    x = g.maxPool(x, "first_pool", {.kernel = 2, .stride = 2});
    x = g.relu(g.linear(x, "hidden", {.features = 20}), "hidden_relu");
    g.linear(x, "logits", {.features = 10});
    return g;
}

Graph clipNet(const Shape& sample)
{
    Graph g("clips");
    LayerId x = g.input(sample);
    x = g.clipConvolution(x, "first", {.channels = 8, .kernel = {3, 3}, .stride = {2, 2}});
    x = g.averagePool(g.relu(x, "relu"), "average", {.height = 1, .width = 1, .frames = 1});
    g.linear(x, "logits", {.features = 10});
    return g;
}

std::vector<float> trained(Program& program, const BatchView& batch)
{
    program.forward(batch, Phase::Training);
    std::vector<float> all(program.logits().begin(), program.logits().end());
    program.backward(Gradients::Overwrite, {});
    const std::vector<float> gradients = flatValuesOf(program.gradients());
    all.insert(all.end(), gradients.begin(), gradients.end());
    return all;
}

void expectSameBits(const Graph& graph, const Pictures& pictures, Program& program)
{
    initializeParameters(graph, program, 3);
    for (const int samples : {kBatch, 1, 4}) {
        const std::vector<float> floats = trained(program, pictures.view(samples, false));
        const std::vector<float> pixels = trained(program, pictures.view(samples, true));
        ASSERT_EQ(floats.size(), pixels.size());
        EXPECT_EQ(std::memcmp(floats.data(), pixels.data(), floats.size() * sizeof(float)), 0)
            << samples << " samples";
    }
}

void expectSameBits(const Graph& graph, const Pictures& pictures, const ProgramOptions& options,
                    CpuKernels kernels)
{
    const auto compile = [&] { return compileForCpu(graph, options, kernels); };
    if (!isRefused(options.precision, compile))
        expectSameBits(graph, pictures, *compile());
}

void expectSameBitsOnTheDevice(const Graph& graph, const Pictures& pictures, const ProgramOptions& options)
{
    const auto compile = [&] { return testing::DeviceProgram(graph, options); };
    if (!isRefused(options.precision, compile))
        expectSameBits(graph, pictures, *compile());
}

class PixelInputs : public ::testing::TestWithParam<std::tuple<int, Precision>> {
protected:
    ProgramOptions options() const
    {
        return {.batch = kBatch, .threads = std::get<0>(GetParam()), .precision = std::get<1>(GetParam())};
    }
};

TEST_P(PixelInputs, AreTheFloatsThatTheyMean)
{
    const Pictures pictures({3, 20, 20});
    expectSameBits(smallNet(pictures.sample), pictures, options(), CpuKernels::OneDnn);
    const Pictures gray({1, 20, 20});
    expectSameBits(smallNet(gray.sample), gray, options(), CpuKernels::OneDnn);
}

TEST_P(PixelInputs, AreTheFloatsThatTheyMeanOnTheDevice)
{
    for (const std::int64_t channels : {1, 3}) {
        const Pictures pictures({channels, 20, 20});
        expectSameBitsOnTheDevice(smallNet(pictures.sample), pictures, options());
    }
    const Pictures clips({2, 5, 12, 10});
    expectSameBitsOnTheDevice(clipNet(clips.sample), clips, options());
}

/// Lanes hold f32 alone.
class PixelInputsInLanes : public ::testing::TestWithParam<int> {};

TEST_P(PixelInputsInLanes, AreTheFloatsThatTheyMean)
{
    const ProgramOptions options{.batch = kBatch, .threads = GetParam()};
    for (const std::int64_t channels : {1, 3}) {
        const Pictures pictures({channels, 20, 20});
        if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
            expectSameBits(smallNet(pictures.sample), pictures, options, CpuKernels::Avx2Lanes);
        if (nhwcKernels(Element::Float32).name == std::string("AVX-512"))
            expectSameBits(smallNet(pictures.sample), pictures, options, CpuKernels::Avx512Lanes);
    }
}

TEST_P(PixelInputs, AreTheFloatsThatTheyMeanInClips)
{
    for (const std::int64_t channels : {2, 3}) {
        const Pictures clips({channels, 5, 12, 10});
        expectSameBits(clipNet(clips.sample), clips, options(), CpuKernels::Automatic);
    }
}

INSTANTIATE_TEST_SUITE_P(Threads, PixelInputs,
                         ::testing::Combine(::testing::Values(1, 2, 3),
                                            ::testing::Values(Precision::Float32, Precision::BFloat16)));

INSTANTIATE_TEST_SUITE_P(Threads, PixelInputsInLanes, ::testing::Values(1, 2, 3));

TEST(PixelInputsOfAnotherKind, AreRefused)
{
    const Pictures gray({1, 20, 20});
    const Graph graph = smallNet({1, 20, 20});
    const auto program = compileForCpu(graph, {.batch = kBatch}, CpuKernels::Automatic);
    BatchView view = gray.view(1, true);
    PixelScale scale = gray.scale;
    scale.channels = 2;
    view.inputs = Samples(view.inputs.pixels(), scale);
    EXPECT_THROW(program->forward(view, Phase::Training), EngineError);
}

} // namespace
} // namespace lockstep
