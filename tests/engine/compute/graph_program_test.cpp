// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/lowering/graph_program.h"
#include "engine/core/error.h"
#include "engine/core/random.h"
#include "engine/graph/graph.h"
#include "tests/engine/compute/program_values.h"
#include "tests/engine/support/device_program.h"

#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <numeric>

namespace lockstep {
namespace {

using testing::onTestDevice;

constexpr int kClasses = 5;
const Shape kPicture{3, 17, 13};
const Shape kClip{2, 7, 11, 8};

/// Every kind of layer, odd sizes, a shortcut, a head for training alone.
Graph everyLayer(bool norms)
{
    Graph g("every");
    const LayerId input = g.input(kPicture);
    LayerId x = g.convolution(input, "stem", {.channels = 16, .kernel = 3, .stride = 2, .padding = 1});
    x = norms ? g.batchNorm(x, "stem_norm") : x;
    x = g.relu(x, "stem_relu");
    x = g.maxPool(x, "pool", {.kernel = 3, .stride = 2, .padding = 1});
    const LayerId early = x;
    LayerId left = g.slice(x, "left", {.first = 0, .channels = 8});
    LayerId right = g.slice(x, "right", {.first = 8, .channels = 8});
    right = g.convolution(right, "depthwise", {.channels = 8, .kernel = 3, .padding = 1, .groups = 8});
    right = g.activation(right, "six", Activation::Relu6);
    right = g.convolution(right, "grouped",
                          {.channels = 8, .kernel = 3, .padding = 1, .groups = 2, .bias = false});
    right = norms ? g.batchNorm(right, "grouped_norm") : right;
    x = g.channelShuffle(g.concat({left, right}, "concat"), "shuffle", {.groups = 2});
    LayerId branch = g.convolution(x, "wide", {.channels = 24, .kernel = 1, .stride = 2, .bias = false});
    branch = norms ? g.batchNorm(branch, "wide_norm") : branch;
    const LayerId shortcut = g.subsample(x, "shortcut", {.stride = 2, .before = 4, .after = 4});
    x = g.relu(g.add(branch, shortcut, "sum"), "sum_relu");
    LayerId scaled = g.layerNorm(x, "layer_norm");
    scaled = g.activation(g.convolution(scaled, "pointwise", {.channels = 24}), "gelu", Activation::Gelu);
    scaled = g.stochasticDepth(g.layerScale(scaled, "layer_scale", {.initial = 0.5}), "depth",
                               {.probability = 0.3});
    x = g.add(scaled, x, "residual");
    x = g.convolution(x, "last", {.channels = 12, .kernel = 3, .padding = 1});
    x = g.tanh(x, "tanh");
    x = g.averagePool(x, "average", {.height = 2, .width = 2});
    LayerId head = g.averagePool(early, "head_average", {.height = 1, .width = 1});
    head = g.linear(head, "head", {.features = kClasses});
    g.auxiliaryHead(head, 0.3);
    x = g.relu(g.linear(x, "hidden", {.features = 11}), "hidden_relu");
    x = g.dropout(x, "dropout", {.probability = 0.4});
    g.linear(x, "logits", {.features = kClasses});
    return g;
}

/// Every kind of layer of clips, sizes that are padded in every way.
Graph everyClipLayer()
{
    Graph g("clips");
    LayerId x = g.input(kClip);
    x = g.clipConvolution(x, "stem", {.channels = 16, .kernel = {5, 5}, .stride = {2, 2}, .bias = false});
    x = g.relu(g.batchNorm(x, "stem_norm"), "stem_relu");
    x = g.clipMaxPool(x, "within", {.kernel = {1, 3}, .stride = {1, 2}});
    const LayerId narrow = g.relu(g.clipConvolution(x, "narrow", {.channels = 8}), "narrow_relu");
    LayerId wide = g.clipConvolution(x, "wide", {.channels = 24, .kernel = {3, 3}});
    wide = g.relu(g.batchNorm(wide, "wide_norm"), "wide_relu");
    const LayerId pooled = g.clipMaxPool(x, "everywhere", {.kernel = {3, 3}});
    x = g.concat({narrow, g.slice(wide, "slice", {.first = 4, .channels = 16}), pooled}, "concat");
    x = g.channelShuffle(x, "shuffle", {.groups = 2});
    LayerId scaled =
        g.clipConvolution(g.layerNorm(x, "layer_norm"), "times", {.channels = 40, .kernel = {2, 1}});
    scaled = g.stochasticDepth(g.tanh(scaled, "tanh"), "depth", {.probability = 0.3});
    x = g.add(scaled, x, "residual");
    x = g.clipMaxPool(x, "across", {.kernel = {2, 1}, .stride = {2, 1}});
    x = g.averagePool(x, "average", {.height = 2, .width = 1, .frames = 1});
    x = g.dropout(x, "dropout", {.probability = 0.4});
    x = g.relu(g.linear(x, "hidden", {.features = 11}), "hidden_relu");
    g.linear(x, "logits", {.features = kClasses});
    return g;
}

enum class Layers { OfPictures, WithBatchNorm, OfClips };

Graph everyLayer(Layers layers)
{
    return layers == Layers::OfClips ? everyClipLayer() : everyLayer(layers == Layers::WithBatchNorm);
}

struct Batch {
    explicit Batch(Layers layers, int samples, std::uint64_t seed = 1)
        : sample(layers == Layers::OfClips ? kClip : kPicture)
    {
        Random random(seed);
        inputs.resize(static_cast<std::size_t>(samples * sample.elements()));
        for (float& each : inputs)
            each = random.uniform(-1, 1);
        for (int i = 0; i < samples; ++i)
            labels.push_back(static_cast<std::int32_t>(random.below(kClasses)));
    }
    BatchView view(int first, int count, double divisor = 1) const
    {
        const auto n = static_cast<std::size_t>(sample.elements());
        return {.inputs = std::span(inputs).subspan(static_cast<std::size_t>(first) * n,
                                                    static_cast<std::size_t>(count) * n),
                .labels = std::span(labels).subspan(static_cast<std::size_t>(first),
                                                    static_cast<std::size_t>(count)),
                .scalars = {.count = count, .step = 3, .firstSample = 100 + first, .divisor = divisor}};
    }
    Shape sample;
    std::vector<float> inputs;
    std::vector<std::int32_t> labels;
};

constexpr int kBatch = 7;
const auto kIgnore = [](std::size_t) {};

struct Trained {
    explicit Trained(Layers layers, ProgramOptions options = {.batch = kBatch, .threads = 2})
        : graph(everyLayer(layers)), program(graph, options)
    {
        initializeParameters(graph, *program, 5);
    }
    double step(const BatchView& batch, Gradients gradients = Gradients::Overwrite)
    {
        program->forward(batch, Phase::Training);
        program->backward(gradients, kIgnore);
        return program->loss().lossSum;
    }
    std::vector<float> gradients() const { return flatValuesOf(program->gradients()); }
    std::vector<float> statistics() const { return flatValuesOf(program->buffers()); }
    Graph graph;
    testing::DeviceProgram program;
};

class GraphProgram : public ::testing::TestWithParam<Layers> {};

TEST_P(GraphProgram, GradientsAreThoseOfTheLoss)
{
    const Batch batch(GetParam(), kBatch);
    for (double smoothing : {0.0, 0.2}) {
        Trained trained(GetParam(), {.batch = kBatch, .threads = 2, .labelSmoothing = smoothing});
        trained.step(batch.view(0, kBatch));
        Random random(9);
        const std::vector<NamedValues> gradients = valuesOf(trained.program->gradients());
        for (std::size_t index = 0; index < gradients.size(); ++index) {
            const auto& [name, shape, gradient] = gradients[index];
            const std::vector<float> start = valuesOf(trained.program->parameters(), index);
            std::vector<float> moved = start;
            std::vector<float> direction(start.size());
            double slope = 0;
            double length = 0;
            // Along the gradient, with noise: a direction in which the loss changes.
            double norm = 1e-3;
            for (float g : gradient)
                norm = std::max(norm, std::abs(static_cast<double>(g)));
            for (std::size_t i = 0; i < start.size(); ++i) {
                direction[i] = gradient[i] / static_cast<float>(norm) + 0.3f * random.uniform(-1, 1);
                slope += static_cast<double>(direction[i]) * static_cast<double>(gradient[i]);
                length += std::pow(static_cast<double>(direction[i]), 2);
            }
            const double reach = 3e-3 / std::sqrt(length);
            double losses[2];
            for (int side : {0, 1}) {
                for (std::size_t i = 0; i < start.size(); ++i)
                    moved[i] = start[i] + static_cast<float>((side == 0 ? -reach : reach) *
                                                             static_cast<double>(direction[i]));
                trained.program->parameters().write(index, moved);
                losses[side] = lossOf(*trained.program, batch.view(0, kBatch), Phase::Training).lossSum;
            }
            trained.program->parameters().write(index, start);
            const double found = (losses[1] - losses[0]) / (2 * reach);
            EXPECT_NEAR(found, slope, 0.03 * std::abs(slope) + 3e-3 * std::sqrt(length)) << name;
        }
    }
}

TEST_P(GraphProgram, ThreadsAgree)
{
    const Batch batch(GetParam(), kBatch);
    Trained one(GetParam(), {.batch = kBatch, .threads = 1});
    const double loss = one.step(batch.view(0, kBatch));
    for (int threads : {2, 3, 9}) {
        Trained other(GetParam(), {.batch = kBatch, .threads = threads});
        EXPECT_NEAR(other.step(batch.view(0, kBatch)), loss, onTestDevice(1e-5) * loss);
        EXPECT_LT(relativeDistance(other.gradients(), one.gradients()), onTestDevice(2e-5)) << threads;
        if (GetParam() != Layers::OfPictures) {
            EXPECT_LT(relativeDistance(other.statistics(), one.statistics()), onTestDevice(1e-6)) << threads;
        }
    }
}

TEST_P(GraphProgram, EqualRunsGiveEqualBits)
{
    const Batch batch(GetParam(), kBatch);
    std::vector<float> bits[2];
    for (std::vector<float>& each : bits) {
        Trained trained(GetParam());
        for (int count : {7, 5, 1, 7}) {
            trained.step(batch.view(0, count));
            const std::vector<float> gradients = trained.gradients();
            each.insert(each.end(), gradients.begin(), gradients.end());
        }
        const std::vector<float> statistics = trained.statistics();
        each.insert(each.end(), statistics.begin(), statistics.end());
    }
    EXPECT_EQ(bits[0], bits[1]);
}

TEST_P(GraphProgram, GradientsAddUpWhenAsked)
{
    const Batch batch(GetParam(), kBatch);
    Trained trained(GetParam());
    trained.step(batch.view(0, 4, 2));
    const std::vector<float> first = trained.gradients();
    trained.step(batch.view(4, 3, 2));
    std::vector<float> sum = trained.gradients();
    for (std::size_t i = 0; i < sum.size(); ++i)
        sum[i] += first[i];
    trained.step(batch.view(0, 4, 2));
    trained.step(batch.view(4, 3, 2), Gradients::Add);
    EXPECT_LT(relativeDistance(trained.gradients(), sum), onTestDevice(1e-6));
    trained.step(batch.view(0, 0, 2), Gradients::Add);
    EXPECT_LT(relativeDistance(trained.gradients(), sum), onTestDevice(1e-6));
}

TEST_P(GraphProgram, EmptyBatchGivesZerosAndKeepsStatistics)
{
    const Batch batch(GetParam(), kBatch);
    Trained trained(GetParam());
    trained.step(batch.view(0, kBatch));
    const std::vector<float> before = trained.statistics();
    std::vector<std::size_t> order;
    EXPECT_EQ(lossOf(*trained.program, batch.view(0, 0), Phase::Training).lossSum, 0);
    trained.program->backward(Gradients::Overwrite, [&](std::size_t i) { order.push_back(i); });
    EXPECT_THAT(trained.gradients(), ::testing::Each(0.0f));
    EXPECT_EQ(trained.statistics(), before);
    std::sort(order.begin(), order.end());
    std::vector<std::size_t> every(trained.program->parameters().tensors().size());
    std::iota(every.begin(), every.end(), std::size_t{0});
    EXPECT_EQ(order, every);
}

TEST_P(GraphProgram, FinalGradientsStayAsAnnounced)
{
    const Batch batch(GetParam(), kBatch);
    Trained trained(GetParam());
    std::map<std::size_t, std::vector<float>> seen;
    trained.program->forward(batch.view(0, kBatch), Phase::Training);
    trained.program->backward(Gradients::Overwrite, [&](std::size_t i) {
        seen.emplace(i, valuesOf(trained.program->gradients(), i));
    });
    ASSERT_EQ(seen.size(), trained.program->parameters().tensors().size());
    for (const auto& [i, gradient] : seen)
        EXPECT_THAT(gradient, ::testing::ElementsAreArray(valuesOf(trained.program->gradients(), i)));
}

TEST_P(GraphProgram, EvaluationUsesAndKeepsTheRunningStatistics)
{
    const Batch batch(GetParam(), kBatch);
    Trained trained(GetParam());
    trained.step(batch.view(0, kBatch));
    const std::vector<float> before = trained.statistics();
    trained.program->forward(batch.view(0, kBatch), Phase::Evaluation);
    const std::vector<float> whole(trained.program->logits().begin(), trained.program->logits().end());
    EXPECT_EQ(trained.statistics(), before);
    // Each sample's logits do not depend on its neighbours.
    for (int i = 0; i < kBatch; ++i) {
        trained.program->forward(batch.view(i, 1), Phase::Evaluation);
        const std::vector<float> alone(trained.program->logits().begin(), trained.program->logits().end());
        EXPECT_LT(relativeDistance(alone, {whole.begin() + i * kClasses, whole.begin() + (i + 1) * kClasses}),
                  onTestDevice(1e-5))
            << i;
    }
}

TEST_P(GraphProgram, Bfloat16IsCloseToFloat32)
{
    if (!lockstep::testing::servesBfloat16(lockstep::testing::testDevice())) {
        EXPECT_THROW(Trained(GetParam(), {.batch = kBatch, .precision = Precision::BFloat16}), EngineError);
        return;
    }
    const Batch batch(GetParam(), kBatch);
    Trained full(GetParam());
    Trained half(GetParam(), {.batch = kBatch, .threads = 2, .precision = Precision::BFloat16});
    const double loss = full.step(batch.view(0, kBatch));
    EXPECT_NEAR(half.step(batch.view(0, kBatch)), loss, 0.02 * loss);
    EXPECT_LT(relativeDistance(half.gradients(), full.gradients()), 0.08);
    if (GetParam() != Layers::OfPictures) {
        EXPECT_LT(relativeDistance(half.statistics(), full.statistics()), 0.01);
    }
    // A network of which only some layers are there yet would not learn this by heart.
    for (int i = 0; i < 150; ++i) {
        half.step(batch.view(0, kBatch, kBatch));
        for (std::size_t index = 0; index < half.program->parameters().tensors().size(); ++index) {
            std::vector<float> values = valuesOf(half.program->parameters(), index);
            const std::vector<float> gradient = valuesOf(half.program->gradients(), index);
            for (std::size_t at = 0; at < values.size(); ++at)
                values[at] -= 0.1f * gradient[at];
            half.program->parameters().write(index, values);
        }
    }
    EXPECT_LT(lossOf(*half.program, batch.view(0, kBatch), Phase::Training).lossSum, 0.6 * loss);
}

INSTANTIATE_TEST_SUITE_P(, GraphProgram,
                         ::testing::Values(Layers::OfPictures, Layers::WithBatchNorm, Layers::OfClips),
                         [](const auto& each) {
                             switch (each.param) {
                             case Layers::OfPictures:
                                 return "WithoutBatchNorm";
                             case Layers::WithBatchNorm:
                                 return "WithBatchNorm";
                             case Layers::OfClips:
                                 break;
                             }
                             return "OfClips";
                         });

TEST(GraphProgramStatistics, CountBatchesOfTraining)
{
    const Batch batch(Layers::WithBatchNorm, kBatch);
    Trained trained(Layers::WithBatchNorm);
    for (int i = 0; i < 3; ++i)
        trained.step(batch.view(0, kBatch));
    trained.program->forward(batch.view(0, kBatch), Phase::Evaluation);
    int counts = 0;
    const TensorStore& buffers = trained.program->buffers();
    for (std::size_t i = 0; i < buffers.tensors().size(); ++i)
        if (buffers.tensors()[i].stored == TensorInfo::Stored::Int64) {
            EXPECT_EQ(valuesOf(buffers, i)[0], 3) << buffers.tensors()[i].name;
            ++counts;
        }
    EXPECT_EQ(counts, 3);
}

TEST(GraphProgramErrors, AParameterWithoutEffectIsNamed)
{
    Graph g("dead");
    const LayerId x = g.input(kPicture);
    g.convolution(x, "nowhere", {.channels = 4});
    g.linear(x, "logits", {.features = kClasses});
    try {
        makeGraphProgram(g, {.batch = 2});
        FAIL() << "accepted";
    } catch (const EngineError& error) {
        EXPECT_THAT(error.what(), ::testing::HasSubstr("nowhere.weight"));
    }
}

} // namespace
} // namespace lockstep
