// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/error.h"
#include "engine/graph/graph.h"
#include "engine/graph/zoo/zoo.h"
#include "engine/protocol/experiment.h"

#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lockstep {
namespace {

std::vector<std::string> parameterNames(const Graph& graph)
{
    std::vector<std::string> names;
    for (const ParameterSpec& parameter : graph.parameters())
        names.push_back(parameter.name + " " + toString(parameter.shape));
    return names;
}

TEST(Zoo, OffersTheModelsOfTheProtocol)
{
    std::vector<std::string> names;
    for (const ZooModel& model : zooModels()) {
        names.emplace_back(model.name);
        EXPECT_EQ(makeModel(names.back(), {1, 28, 28}, 10).name(), model.name);
    }
    EXPECT_EQ(names, modelNames());
}

TEST(Zoo, MnistCnnHasThePaddleTutorialsShape)
{
    const Graph graph = makeModel("mnist-cnn", {1, 28, 28}, 10);
    EXPECT_EQ(graph.parameterCount(), 20350);
    EXPECT_EQ(parameterNames(graph), (std::vector<std::string>{"conv1.weight 20x1x5x5", "conv1.bias 20",
                                                               "conv2.weight 20x20x5x5", "conv2.bias 20",
                                                               "fc.weight 10x980", "fc.bias 10"}));
    EXPECT_EQ(graph.inputShape(), Shape({1, 28, 28}));
    EXPECT_EQ(graph.output().output, Shape({10}));
    EXPECT_EQ(graph.layer(3).output, Shape({20, 14, 14}));
    EXPECT_EQ(graph.layer(6).output, Shape({20, 7, 7}));
    EXPECT_EQ(graph.layer(6).activationBytes, 20 * 7 * 7 * 4);
    EXPECT_EQ(graph.layer(1).flops, 2 * 25 * 20 * 28 * 28);
    EXPECT_EQ(graph.layer(4).flops, 2 * 500 * 20 * 14 * 14);
    EXPECT_EQ(graph.parameters()[2].fanIn, 500);
}

TEST(Zoo, LenetHasTheMxnetShape)
{
    const Graph graph = makeModel("lenet", {1, 28, 28}, 10);
    EXPECT_EQ(graph.parameterCount(), 431080);
    EXPECT_EQ(parameterNames(graph),
              (std::vector<std::string>{"conv1.weight 20x1x5x5", "conv1.bias 20", "conv2.weight 50x20x5x5", "conv2.bias 50",
                                        "fc1.weight 500x800", "fc1.bias 500", "fc2.weight 10x500", "fc2.bias 10"}));
    EXPECT_EQ(graph.layer(6).output, Shape({50, 4, 4}));
}

TEST(Zoo, UnknownModelIsRefusedWithTheKnownOnes)
{
    try {
        makeModel("alexnet", {1, 28, 28}, 10);
        FAIL() << "accepted";
    } catch (const EngineError& error) {
        EXPECT_EQ(error.code(), ExitCode::InvalidExperiment);
        EXPECT_EQ(error.error().key, "model.name");
        EXPECT_THAT(error.what(), testing::AllOf(testing::HasSubstr("alexnet"), testing::HasSubstr("mnist-cnn, lenet")));
    }
}

TEST(Graph, InfersStrideAndPadding)
{
    Graph graph("one");
    const LayerId input = graph.input({3, 11, 9});
    const LayerId convolution = graph.convolution(input, "c", {.channels = 4, .kernel = 3, .stride = 2, .padding = 1});
    EXPECT_EQ(graph.layer(convolution).output, Shape({4, 6, 5}));
    EXPECT_EQ(graph.layer(graph.maxPool(convolution, "p", {.kernel = 3, .stride = 2})).output, Shape({4, 2, 2}));
    EXPECT_EQ(graph.flops(), 2 * 27 * 4 * 30 + 16 * 9);
}

struct Refused {
    const char* named;
    std::function<void(Graph&)> build;
};

TEST(Graph, RefusesWhatDoesNotFitAndNamesTheLayer)
{
    const std::vector<Refused> cases{
        {"c", [](Graph& g) { g.convolution(g.input({1, 4, 4}), "c", {.channels = 2, .kernel = 5}); }},
        {"c", [](Graph& g) { g.convolution(g.input({1, 4, 4}), "c", {.channels = 0, .kernel = 3}); }},
        {"c", [](Graph& g) { g.convolution(g.input({1, 4, 4}), "c", {.channels = 1, .kernel = 3, .stride = 0}); }},
        {"c", [](Graph& g) { g.convolution(g.input({1, 4, 4}), "c", {.channels = 1, .kernel = 3, .padding = -1}); }},
        {"c", [](Graph& g) { g.convolution(g.input({16}), "c", {.channels = 1, .kernel = 1}); }},
        {"p", [](Graph& g) { g.maxPool(g.input({1, 1, 1}), "p"); }},
        {"f", [](Graph& g) { g.linear(g.input({4}), "f", {.features = 0}); }},
        {"r", [](Graph& g) { g.relu(g.relu(g.input({4}), "r"), "r"); }},
        {"4x4", [](Graph& g) { g.input({4, 4}); }},
        {"input", [](Graph& g) { g.input({1, 0, 4}); }},
    };
    for (const Refused& each : cases) {
        Graph graph("wrong");
        try {
            each.build(graph);
            ADD_FAILURE() << "accepted " << each.named;
        } catch (const EngineError& error) {
            EXPECT_EQ(error.code(), ExitCode::InvalidExperiment);
            EXPECT_THAT(error.what(), testing::HasSubstr(each.named));
        }
    }
}

} // namespace
} // namespace lockstep
