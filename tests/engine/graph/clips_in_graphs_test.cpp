// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/graph/graph_checks.h"

#include <algorithm>
#include <cmath>

namespace lockstep {
namespace {

TEST(Graph, InfersLayersOfClips)
{
    Graph graph("clips");
    const LayerId input = graph.input({2, 9, 16, 11});
    EXPECT_EQ(graph.inputShape(), Shape({2, 9, 16, 11}));
    const LayerId halved =
        graph.clipConvolution(input, "c", {.channels = 6, .kernel = {7, 5}, .stride = {2, 2}, .bias = false});
    EXPECT_EQ(graph.layer(halved).output, Shape({6, 5, 8, 6}));
    EXPECT_EQ(graph.layer(halved).flops, 2 * (2 * 7 * 5 * 5) * 6 * (5 * 8 * 6));
    EXPECT_EQ(graph.layer(halved).activationBytes, 6 * 5 * 8 * 6 * 4);
    LayerId x = graph.batchNorm(halved, "bn");
    x = graph.relu(x, "relu");
    const LayerId pooled = graph.clipMaxPool(x, "p", {.kernel = {1, 3}, .stride = {1, 2}});
    EXPECT_EQ(graph.layer(pooled).output, Shape({6, 5, 4, 3}));
    EXPECT_EQ(graph.layer(pooled).flops, 9 * 6 * 5 * 4 * 3);
    const LayerId joined = graph.concat({pooled, graph.slice(pooled, "s", {.first = 1, .channels = 4})}, "j");
    EXPECT_EQ(graph.layer(joined).output, Shape({10, 5, 4, 3}));
    EXPECT_EQ(graph.layer(graph.channelShuffle(joined, "sh", {.groups = 5})).output, Shape({10, 5, 4, 3}));
    x = graph.add(graph.dropout(joined, "d", {}), joined, "a");
    const LayerId average = graph.averagePool(x, "avg", {.height = 2, .width = 1, .frames = 4});
    EXPECT_EQ(graph.layer(average).output, Shape({10, 4, 2, 1}));
    // Frames 0-1, 1-2, 2-3 and 3-4 of 5.
    EXPECT_EQ(graph.layer(average).flops, 10 * 8 * 4 * 3);
    graph.linear(average, "fc", {.features = 3});
    EXPECT_EQ(parameterNames(graph), (std::vector<std::string>{"c.weight 6x2x7x5x5", "bn.weight 6",
                                                               "bn.bias 6", "fc.weight 3x80", "fc.bias 3"}));
    EXPECT_DOUBLE_EQ(graph.parameters()[0].initial.scale, 1 / std::sqrt(2 * 7 * 5 * 5.0))
        << "the fan in of a cube";
}

TEST(Graph, PadsClipsAsTensorflowDoes)
{
    // tf.nn's "SAME": of the padding in all, (ceil(size / stride) - 1) * stride + kernel - size, half comes
    // before.
    EXPECT_EQ(samePadding(224, 7, 2), 2) << "and 3 after";
    EXPECT_EQ(samePadding(225, 7, 2), 3) << "and 3 after";
    EXPECT_EQ(samePadding(112, 3, 2), 0) << "and 1 after";
    EXPECT_EQ(samePadding(113, 3, 2), 1);
    EXPECT_EQ(samePadding(28, 3, 1), 1);
    EXPECT_EQ(samePadding(7, 2, 2), 0) << "and 1 after";
    EXPECT_EQ(samePadding(8, 2, 2), 0);
    EXPECT_EQ(samePadding(1, 7, 2), 3);
    EXPECT_EQ(samePadding(9, 1, 4), 0) << "windows apart";
}

TEST(Graph, RefusesPicturesForClipsAndTheReverse)
{
    const Shape clip{3, 4, 8, 8};
    const Shape picture{3, 8, 8};
    expectRefused({
        {"Layer c of the model reads a tensor of shape 3x8x8; it needs channels, frames, height and width",
         [&](Graph& g) { g.clipConvolution(g.input(picture), "c", {.channels = 2}); }},
        {"Layer p of the model reads a tensor of shape 3x8x8; it needs channels, frames",
         [&](Graph& g) { g.clipMaxPool(g.input(picture), "p", {}); }},
        {"Layer c of the model reads a tensor of shape 3x4x8x8; it needs channels, height and width",
         [&](Graph& g) { g.convolution(g.input(clip), "c", {.channels = 2}); }},
        {"Layer p of the model reads a tensor of shape 3x4x8x8",
         [&](Graph& g) { g.maxPool(g.input(clip), "p"); }},
        {"Layer s of the model reads a tensor of shape 3x4x8x8",
         [&](Graph& g) { g.subsample(g.input(clip), "s", {}); }},
        {"Layer s of the model reads a tensor of shape 3x4x8x8",
         [&](Graph& g) { g.layerScale(g.input(clip), "s", {}); }},
        {"Layer b of the model reads a tensor of shape 4", [](Graph& g) { g.batchNorm(g.input({4}), "b"); }},
        {"only their channels may differ",
         [&](Graph& g) {
             const LayerId x = g.input(clip);
             g.concat({x, g.clipMaxPool(x, "p", {.kernel = {2, 1}, .stride = {2, 1}})}, "j");
         }},
        {"kernel is 0",
         [&](Graph& g) {
             g.clipConvolution(g.input(clip), "c", {.channels = 2, .kernel = {0, 1}});
         }},
        {"stride is 0",
         [&](Graph& g) {
             g.clipMaxPool(g.input(clip), "p", {.stride = {1, 0}});
         }},
        {"channels is 0", [&](Graph& g) { g.clipConvolution(g.input(clip), "c", {}); }},
        {"frames is 0", [&](Graph& g) { g.averagePool(g.input(clip), "a", {.frames = 0}); }},
        {"The samples have the shape 1x1x1x1x1",
         [](Graph& g) {
             g.input({1, 1, 1, 1, 1});
         }},
    });
}

TEST(Zoo, NormsAndDropoutOfI3dAreThePortsOnes)
{
    const Graph graph = makeModel("i3d", {2, 9, 32, 32}, 10);
    int norms = 0;
    for (const Layer& layer : graph.layers())
        if (const auto* norm = std::get_if<BatchNormLayer>(&layer.kind)) {
            EXPECT_EQ(norm->epsilon, 1e-3);
            EXPECT_EQ(norm->momentum, 0.01);
            ++norms;
        }
    EXPECT_EQ(norms, 57);
    const auto dropout = std::find_if(graph.layers().begin(), graph.layers().end(),
                                      [](const Layer& layer) { return layer.name == "dropout"; });
    EXPECT_EQ(std::get<DropoutLayer>(dropout->kind).probability, 0.5);
}

TEST(Zoo, PicturesAndClipsAreNotMixedUp)
{
    const auto refusal = [](const char* model, const Shape& sample) {
        try {
            makeModel(model, sample, 10);
        } catch (const EngineError& error) {
            EXPECT_EQ(error.code(), ExitCode::InvalidExperiment);
            EXPECT_EQ(error.error().key, "model.name");
            return std::string(error.what());
        }
        return std::string("accepted");
    };
    EXPECT_THAT(refusal("i3d", {3, 224, 224}),
                testing::AllOf(testing::HasSubstr("The model i3d learns clips"),
                               testing::HasSubstr("3x224x224"), testing::HasSubstr("resnet18")));
    EXPECT_THAT(refusal("i3d", {784}), testing::HasSubstr("The model i3d learns clips"));
    EXPECT_THAT(refusal("resnet18", {3, 16, 64, 64}),
                testing::AllOf(testing::HasSubstr("The model resnet18 learns pictures"),
                               testing::HasSubstr("3x16x64x64"),
                               testing::HasSubstr("a model of clips: i3d")));
}

} // namespace
} // namespace lockstep
