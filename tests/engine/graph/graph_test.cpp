// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/error.h"
#include "engine/graph/graph.h"
#include "tests/engine/graph/graph_checks.h"

#include <cmath>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lockstep {
namespace {

TEST(Zoo, MnistCnnHasThePaddleTutorialsShape)
{
    const Graph graph = makeModel("mnist-cnn", {1, 28, 28}, 10);
    EXPECT_EQ(graph.parameterCount(), 20350);
    EXPECT_EQ(parameterNames(graph),
              (std::vector<std::string>{"conv1.weight 20x1x5x5", "conv1.bias 20", "conv2.weight 20x20x5x5",
                                        "conv2.bias 20", "fc.weight 10x980", "fc.bias 10"}));
    EXPECT_EQ(graph.inputShape(), Shape({1, 28, 28}));
    EXPECT_EQ(graph.output().output, Shape({10}));
    EXPECT_EQ(graph.layer(3).output, Shape({20, 14, 14}));
    EXPECT_EQ(graph.layer(6).output, Shape({20, 7, 7}));
    EXPECT_EQ(graph.layer(6).activationBytes, 20 * 7 * 7 * 4);
    EXPECT_EQ(graph.layer(1).flops, 2 * 25 * 20 * 28 * 28);
    EXPECT_EQ(graph.layer(4).flops, 2 * 500 * 20 * 14 * 14);
    EXPECT_EQ(graph.parameters()[2].initial.kind, Initializer::Kind::Uniform);
    EXPECT_DOUBLE_EQ(graph.parameters()[2].initial.scale, 1 / std::sqrt(500.0));
    EXPECT_DOUBLE_EQ(graph.parameters()[3].initial.scale, 1 / std::sqrt(500.0)) << "the bias, as its weight";
}

TEST(Zoo, LenetHasTheMxnetShape)
{
    const Graph graph = makeModel("lenet", {1, 28, 28}, 10);
    EXPECT_EQ(graph.parameterCount(), 431080);
    EXPECT_EQ(parameterNames(graph),
              (std::vector<std::string>{"conv1.weight 20x1x5x5", "conv1.bias 20", "conv2.weight 50x20x5x5",
                                        "conv2.bias 50", "fc1.weight 500x800", "fc1.bias 500",
                                        "fc2.weight 10x500", "fc2.bias 10"}));
    EXPECT_EQ(graph.layer(6).output, Shape({50, 4, 4}));
}

TEST(Graph, InfersConvolutions)
{
    Graph graph("one");
    const LayerId input = graph.input({4, 11, 9});
    const LayerId strided =
        graph.convolution(input, "c", {.channels = 6, .kernel = 3, .stride = 2, .padding = 1});
    EXPECT_EQ(graph.layer(strided).output, Shape({6, 6, 5}));
    EXPECT_EQ(graph.layer(strided).flops, 2 * 36 * 6 * 30);
    const LayerId grouped = graph.convolution(
        strided, "g", {.channels = 4, .kernel = 3, .padding = 1, .groups = 2, .bias = false});
    EXPECT_EQ(graph.layer(grouped).output, Shape({4, 6, 5}));
    EXPECT_EQ(graph.layer(grouped).flops, 2 * 27 * 4 * 30);
    const LayerId flat = graph.convolution(grouped, "f", {.channels = 8, .flatWeight = true});
    EXPECT_EQ(graph.layer(flat).output, Shape({8, 6, 5}));
    EXPECT_EQ(graph.layer(flat).flops, 2 * 4 * 8 * 30);
    EXPECT_EQ(parameterNames(graph),
              (std::vector<std::string>{"c.weight 6x4x3x3", "c.bias 6", "g.weight 4x3x3x3", "f.weight 8x4",
                                        "f.bias 8"}));
}

TEST(Graph, InfersPoolings)
{
    Graph graph("pools");
    const LayerId input = graph.input({2, 11, 8});
    const auto pooled = [&](const char* name, MaxPoolLayer layer) {
        return graph.layer(graph.maxPool(input, name, layer)).output;
    };
    EXPECT_EQ(pooled("floor", {.kernel = 3, .stride = 2}), Shape({2, 5, 3}));
    EXPECT_EQ(pooled("ceil", {.kernel = 3, .stride = 2, .ceil = true}), Shape({2, 5, 4}));
    EXPECT_EQ(pooled("padded", {.kernel = 3, .stride = 2, .padding = 1}), Shape({2, 6, 4}));
    // The last window would begin in the right padding: PyTorch leaves it out.
    EXPECT_EQ(pooled("outside", {.kernel = 2, .stride = 3, .padding = 1, .ceil = true}), Shape({2, 4, 3}));
    // A single window that overhangs.
    EXPECT_EQ(pooled("overhanging", {.kernel = 12, .stride = 5, .ceil = true}), Shape({2, 1, 1}));
    const LayerId average = graph.averagePool(input, "average", {.height = 3, .width = 2});
    EXPECT_EQ(graph.layer(average).output, Shape({2, 3, 2}));
    // Rows 0-3, 3-7 and 7-10 of 11; columns 0-3 and 4-7 of 8.
    EXPECT_EQ(graph.layer(average).flops, 2 * (4 + 5 + 4) * (4 + 4));
    EXPECT_EQ(graph.layer(graph.averagePool(average, "larger", {.height = 7, .width = 7})).output,
              Shape({2, 7, 7}));
}

TEST(Graph, InfersNormsWithTheirBuffers)
{
    Graph graph("norms");
    LayerId x = graph.input({6, 4, 5});
    x = graph.batchNorm(x, "bn1");
    x = graph.layerNorm(x, "ln");
    x = graph.layerScale(x, "scale", {.initial = 0.5});
    x = graph.batchNorm(x, "bn2");
    x = graph.linear(x, "fc", {.features = 7});
    x = graph.layerNorm(x, "last");
    EXPECT_EQ(graph.layer(x).output, Shape({7}));
    EXPECT_EQ(parameterNames(graph),
              (std::vector<std::string>{"bn1.weight 6", "bn1.bias 6", "ln.weight 6", "ln.bias 6",
                                        "scale 6x1x1", "bn2.weight 6", "bn2.bias 6", "fc.weight 7x120",
                                        "fc.bias 7", "last.weight 7", "last.bias 7"}));
    std::vector<std::string> names;
    for (const BufferSpec& buffer : graph.buffers())
        names.push_back(buffer.name + " " + toString(buffer.shape));
    EXPECT_EQ(names, (std::vector<std::string>{"bn1.running_mean 6", "bn1.running_var 6",
                                               "bn1.num_batches_tracked 1", "bn2.running_mean 6",
                                               "bn2.running_var 6", "bn2.num_batches_tracked 1"}));
    EXPECT_EQ(graph.layer(4).firstBuffer, 3u);
    EXPECT_EQ(graph.layer(4).firstParameter, 5u);
    const std::vector<ParameterSpec> parameters = graph.parameters();
    EXPECT_EQ(parameters[0].initial.scale, 1);
    EXPECT_EQ(parameters[1].initial.scale, 0);
    EXPECT_EQ(parameters[4].initial.scale, 0.5);
}

TEST(Graph, InfersWhatMovesChannels)
{
    Graph graph("moves");
    const LayerId input = graph.input({6, 5, 4});
    const LayerId slice = graph.slice(input, "slice", {.first = 2, .channels = 3});
    EXPECT_EQ(graph.layer(slice).output, Shape({3, 5, 4}));
    const LayerId concat = graph.concat({slice, input, slice}, "concat");
    EXPECT_EQ(graph.layer(concat).output, Shape({12, 5, 4}));
    EXPECT_EQ(graph.layer(graph.channelShuffle(concat, "shuffle", {.groups = 3})).output, Shape({12, 5, 4}));
    const LayerId subsample = graph.subsample(concat, "subsample", {.stride = 2, .before = 1, .after = 2});
    EXPECT_EQ(graph.layer(subsample).output, Shape({15, 3, 2}));
    EXPECT_EQ(graph.flops(), 0) << "moving is no work";
    const LayerId dropout = graph.dropout(subsample, "dropout", {});
    const LayerId depth = graph.stochasticDepth(dropout, "depth", {.probability = 0.25});
    EXPECT_EQ(graph.layer(graph.add(depth, subsample, "add")).output, Shape({15, 3, 2}));
    EXPECT_EQ(graph.flops(), 2 * 15 * 3 * 2);
}

TEST(Graph, PlacesReservedParameters)
{
    Graph graph("reserved", {.convolution = kaimingNormalFanOut, .zeroBias = true});
    LayerId x = graph.input({3, 4, 4});
    graph.reserveParameters("scale", 1);
    x = graph.convolution(x, "conv", {.channels = 8, .kernel = 3});
    x = graph.layerScale(x, "scale");
    x = graph.linear(x, "fc", {.features = 2});
    graph.initialize(1, {Initializer::Kind::Constant, 4});
    EXPECT_EQ(parameterNames(graph),
              (std::vector<std::string>{"scale 8x1x1", "conv.weight 8x3x3x3", "conv.bias 8", "fc.weight 2x32",
                                        "fc.bias 2"}));
    EXPECT_EQ(graph.layer(1).firstParameter, 1u);
    EXPECT_EQ(graph.layer(2).firstParameter, 0u);
    EXPECT_EQ(graph.parameters()[1].initial.kind, Initializer::Kind::Normal);
    EXPECT_DOUBLE_EQ(graph.parameters()[1].initial.scale, std::sqrt(2.0 / 72));
    EXPECT_EQ(graph.parameters()[2].initial.kind, Initializer::Kind::Constant);
    EXPECT_EQ(graph.parameters()[2].initial.scale, 0);
    EXPECT_EQ(graph.parameters()[4].initial.scale, 4);
}

TEST(Graph, CountsAuxiliaryHeadsApart)
{
    Graph graph("heads");
    const LayerId trunk = graph.relu(graph.input({3, 4, 4}), "trunk");
    const LayerId branch = graph.relu(trunk, "branch");
    const LayerId head = graph.linear(branch, "head", {.features = 2});
    graph.auxiliaryHead(head, 0.5);
    const LayerId output = graph.linear(trunk, "output", {.features = 2});
    EXPECT_TRUE(graph.layer(branch).trainingOnly);
    EXPECT_TRUE(graph.layer(head).trainingOnly);
    EXPECT_FALSE(graph.layer(trunk).trainingOnly);
    EXPECT_FALSE(graph.layer(output).trainingOnly);
    EXPECT_EQ(graph.parameters().size(), 4u);
    EXPECT_EQ(graph.parameterCount(), 98);
    EXPECT_EQ(graph.flops(), 48 + 2 * 48 * 2);
}

TEST(Graph, RefusesWrongInputsAndNames)
{
    expectRefused({
        {"4x4",
         [](Graph& g) {
             g.input({4, 4});
         }},
        {"input of the model: size is 0",
         [](Graph& g) {
             g.input({1, 0, 4});
         }},
        {"size is 16777217", [](Graph& g) { g.input({16777217}); }},
        {"are named \"r\"", [](Graph& g) { g.relu(g.relu(g.input({4}), "r"), "r"); }},
        {"are named \"\"", [](Graph& g) { g.relu(g.input({4}), ""); }},
    });
}

TEST(Graph, RefusesWrongConvolutionsAndLinearLayers)
{
    expectRefused({
        {"Layer c of the model: its window of 5 is larger than its input of 1x4x4",
         [](Graph& g) {
             g.convolution(g.input({1, 4, 4}), "c", {.channels = 2, .kernel = 5});
         }},
        {"channels is 0",
         [](Graph& g) {
             g.convolution(g.input({1, 4, 4}), "c", {.channels = 0, .kernel = 3});
         }},
        {"kernel is 0",
         [](Graph& g) {
             g.convolution(g.input({1, 4, 4}), "c", {.channels = 1, .kernel = 0});
         }},
        {"stride is 0",
         [](Graph& g) {
             g.convolution(g.input({1, 4, 4}), "c", {.channels = 1, .stride = 0});
         }},
        {"padding is -1",
         [](Graph& g) {
             g.convolution(g.input({1, 4, 4}), "c", {.channels = 1, .padding = -1});
         }},
        {"groups is 0",
         [](Graph& g) {
             g.convolution(g.input({1, 4, 4}), "c", {.channels = 1, .groups = 0});
         }},
        {"groups is 2, which does not divide its 3 channels",
         [](Graph& g) {
             g.convolution(g.input({3, 4, 4}), "c", {.channels = 2, .groups = 2});
         }},
        {"groups is 3, which does not divide its 4 channels",
         [](Graph& g) {
             g.convolution(g.input({3, 4, 4}), "c", {.channels = 4, .groups = 3});
         }},
        {"needs channels, height and width",
         [](Graph& g) { g.convolution(g.input({16}), "c", {.channels = 1}); }},
        {"features is 0", [](Graph& g) { g.linear(g.input({4}), "f", {.features = 0}); }},
        {"features is -3", [](Graph& g) { g.linear(g.input({4}), "f", {.features = -3}); }},
    });
}

TEST(Graph, RefusesWrongNormsAndPoolings)
{
    const double nan = std::nan("");
    expectRefused({
        {"Layer b of the model reads a tensor of shape 4", [](Graph& g) { g.batchNorm(g.input({4}), "b"); }},
        {"its epsilon is 0",
         [](Graph& g) {
             g.batchNorm(g.input({4, 1, 1}), "b", {.epsilon = 0});
         }},
        {"its epsilon is",
         [&](Graph& g) {
             g.batchNorm(g.input({4, 1, 1}), "b", {.epsilon = nan});
         }},
        {"its momentum is 1.5",
         [](Graph& g) {
             g.batchNorm(g.input({4, 1, 1}), "b", {.momentum = 1.5});
         }},
        {"its epsilon is -1", [](Graph& g) { g.layerNorm(g.input({4}), "n", {.epsilon = -1}); }},
        {"Layer s of the model reads", [](Graph& g) { g.layerScale(g.input({4}), "s"); }},
        {"Layer p of the model: its window of 2",
         [](Graph& g) {
             g.maxPool(g.input({1, 1, 1}), "p");
         }},
        {"kernel is 0",
         [](Graph& g) {
             g.maxPool(g.input({1, 4, 4}), "p", {.kernel = 0});
         }},
        {"stride is 0",
         [](Graph& g) {
             g.maxPool(g.input({1, 4, 4}), "p", {.stride = 0});
         }},
        {"padding is 2; expected 0 to 1",
         [](Graph& g) {
             g.maxPool(g.input({1, 4, 4}), "p", {.kernel = 3, .padding = 2});
         }},
        {"Layer p of the model reads", [](Graph& g) { g.maxPool(g.input({4}), "p"); }},
        {"Layer a of the model reads", [](Graph& g) { g.averagePool(g.input({4}), "a"); }},
        {"height is 0",
         [](Graph& g) {
             g.averagePool(g.input({1, 4, 4}), "a", {.height = 0});
         }},
        {"width is 0",
         [](Graph& g) {
             g.averagePool(g.input({1, 4, 4}), "a", {.width = 0});
         }},
    });
}

TEST(Graph, RefusesWrongJoinsAndMoves)
{
    expectRefused({
        {"shapes 1x4x4 and 2x4x4",
         [](Graph& g) {
             const LayerId x = g.input({1, 4, 4});
             g.add(x, g.convolution(x, "c", {.channels = 2}), "a");
         }},
        {"shapes 1x4x4 and 1x2x2",
         [](Graph& g) {
             const LayerId x = g.input({1, 4, 4});
             g.concat({x, g.maxPool(x, "p")}, "j");
         }},
        {"Layer j of the model reads", [](Graph& g) { g.concat({g.input({4})}, "j"); }},
        {"first is 4",
         [](Graph& g) {
             g.slice(g.input({4, 1, 1}), "s", {.first = 4, .channels = 1});
         }},
        {"first is -1",
         [](Graph& g) {
             g.slice(g.input({4, 1, 1}), "s", {.first = -1, .channels = 1});
         }},
        {"channels is 3; expected 1 to 2",
         [](Graph& g) {
             g.slice(g.input({4, 1, 1}), "s", {.first = 2, .channels = 3});
         }},
        {"channels is 0",
         [](Graph& g) {
             g.slice(g.input({4, 1, 1}), "s", {});
         }},
        {"Layer s of the model reads", [](Graph& g) { g.slice(g.input({4}), "s", {.channels = 1}); }},
        {"groups is 3, which does not divide",
         [](Graph& g) {
             g.channelShuffle(g.input({4, 1, 1}), "s", {.groups = 3});
         }},
        {"groups is 0",
         [](Graph& g) {
             g.channelShuffle(g.input({4, 1, 1}), "s", {.groups = 0});
         }},
        {"Layer s of the model reads", [](Graph& g) { g.channelShuffle(g.input({4}), "s", {}); }},
        {"stride is 0",
         [](Graph& g) {
             g.subsample(g.input({4, 2, 2}), "s", {.stride = 0});
         }},
        {"before is -1",
         [](Graph& g) {
             g.subsample(g.input({4, 2, 2}), "s", {.before = -1});
         }},
        {"after is -1",
         [](Graph& g) {
             g.subsample(g.input({4, 2, 2}), "s", {.after = -1});
         }},
        {"Layer s of the model reads", [](Graph& g) { g.subsample(g.input({4}), "s", {}); }},
        {"its probability is 1", [](Graph& g) { g.dropout(g.input({4}), "d", {.probability = 1}); }},
        {"its probability is -0.1", [](Graph& g) { g.dropout(g.input({4}), "d", {.probability = -0.1}); }},
        {"its probability is",
         [](Graph& g) { g.stochasticDepth(g.input({4}), "d", {.probability = std::nan("")}); }},
    });
}

} // namespace
} // namespace lockstep
