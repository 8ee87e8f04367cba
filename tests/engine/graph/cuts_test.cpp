// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/error.h"
#include "engine/graph/cuts.h"
#include "engine/protocol/experiment.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <limits>
#include <set>

namespace lockstep {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Graph model(const std::string& name)
{
    if (framesMadeFor(name) > 0)
        return makeModel(name, {3, 16, 112, 112}, 10);
    const bool isSmall = name == "lenet" || name == "mnist-cnn";
    return makeModel(name, isSmall ? Shape{1, 28, 28} : Shape{3, 224, 224}, 10);
}

std::vector<std::string> namesOf(const Graph& graph, const std::vector<LayerId>& layers)
{
    std::vector<std::string> names;
    for (const LayerId id : layers)
        names.push_back(graph.layer(id).name);
    return names;
}

/// What the layers from `cut` on read of those before, by looking at every pair.
std::set<LayerId> crossingAt(const Graph& graph, LayerId cut)
{
    std::set<LayerId> read;
    for (LayerId id = cut; id < static_cast<LayerId>(graph.layers().size()); ++id)
        for (const LayerId input : graph.layer(id).inputs)
            if (input < cut)
                read.insert(input);
    return read;
}

std::int64_t flopsOf(const Graph& graph, LayerId from, LayerId to)
{
    std::int64_t flops = 0;
    for (LayerId id = from; id < to; ++id)
        flops += graph.layer(id).flops;
    return flops;
}

std::int64_t mostFlops(const Graph& graph, std::vector<LayerId> cuts)
{
    cuts.push_back(static_cast<LayerId>(graph.layers().size()));
    std::int64_t most = 0;
    LayerId from = 0;
    for (const LayerId to : cuts) {
        most = std::max(most, flopsOf(graph, from, to));
        from = to;
    }
    return most;
}

template <typename Spec>
std::vector<std::string> entriesOf(const std::vector<Spec>& specs)
{
    std::vector<std::string> entries;
    for (const Spec& each : specs)
        entries.push_back(each.name + " " + toString(each.shape));
    return entries;
}

template <typename Entry>
void append(std::vector<Entry>& to, const std::vector<Entry>& more)
{
    to.insert(to.end(), more.begin(), more.end());
}

/// The parts hold every layer once, as it is in the whole, and the parameters in the whole's order.
void expectWhole(const Graph& whole, const std::vector<LayerId>& cuts)
{
    const std::vector<GraphPart> parts = cutGraph(whole, cuts);
    std::vector<std::string> layers;
    std::vector<std::string> parameters;
    std::vector<std::string> buffers;
    std::size_t heads = 0;
    std::int64_t flops = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const Graph& part = parts[i].graph;
        EXPECT_EQ(parts[i].follows, i > 0);
        EXPECT_EQ(parts[i].precedes, i + 1 < parts.size());
        for (std::size_t at = i > 0 ? 1 : 0; at < part.layers().size(); ++at) {
            const Layer& layer = part.layers()[at];
            const Layer& original = whole.layer(parts[i].firstLayer + static_cast<LayerId>(at));
            EXPECT_EQ(layer.name, original.name);
            EXPECT_EQ(toString(layer.output), toString(original.output)) << layer.name;
            EXPECT_EQ(layer.kind.index(), original.kind.index()) << layer.name;
            EXPECT_EQ(layer.trainingOnly, original.trainingOnly) << layer.name;
            EXPECT_EQ(layer.flops, original.flops) << layer.name;
            layers.push_back(layer.name);
            flops += layer.flops;
        }
        append(parameters, entriesOf(part.parameters()));
        append(buffers, entriesOf(part.buffers()));
        heads += part.auxiliaryHeads().size();
    }
    std::vector<std::string> all;
    for (const Layer& layer : whole.layers())
        all.push_back(layer.name);
    EXPECT_EQ(layers, all);
    EXPECT_EQ(parameters, entriesOf(whole.parameters()));
    EXPECT_EQ(buffers, entriesOf(whole.buffers()));
    EXPECT_EQ(heads, whole.auxiliaryHeads().size());
    EXPECT_EQ(flops, flopsOf(whole, 0, static_cast<LayerId>(whole.layers().size())));
}

class Cuts : public ::testing::TestWithParam<std::string> {};

TEST_P(Cuts, CrossOneTensor)
{
    const Graph graph = model(GetParam());
    const std::vector<LayerId> cuts = possibleCuts(graph);
    EXPECT_FALSE(cuts.empty());
    for (const LayerId cut : cuts) {
        const std::set<LayerId> crossing = crossingAt(graph, cut);
        ASSERT_EQ(crossing.size(), 1u) << graph.layer(cut).name;
        EXPECT_EQ(crossingBytes(graph, cut), graph.layer(*crossing.begin()).output.elements() * 4);
    }
}

TEST_P(Cuts, LeaveNoPlaceOut)
{
    const Graph graph = model(GetParam());
    const std::vector<LayerId> cuts = possibleCuts(graph);
    const std::set<LayerId> listed(cuts.begin(), cuts.end());
    for (LayerId id = 1; id < static_cast<LayerId>(graph.layers().size()); ++id) {
        const Layer& layer = graph.layer(id);
        const bool isConvolution = std::holds_alternative<ConvolutionLayer>(layer.kind) ||
                                   std::holds_alternative<ClipConvolutionLayer>(layer.kind) ||
                                   std::holds_alternative<LinearLayer>(layer.kind);
        const bool isBehindParameters = id > 1 && !graph.layer(1).parameters.empty();
        if (isConvolution && isBehindParameters && !layer.trainingOnly && graph.auxiliaryHeads().empty()) {
            EXPECT_EQ(listed.contains(id), crossingAt(graph, id).size() == 1) << layer.name;
        }
    }
}

TEST_P(Cuts, PartsAreTheWhole)
{
    const Graph graph = model(GetParam());
    const std::vector<LayerId> cuts = possibleCuts(graph);
    for (const LayerId cut : cuts)
        expectWhole(graph, {cut});
    expectWhole(graph, cuts);
    expectWhole(graph, {});
}

TEST_P(Cuts, AreChosenAsByTryingAll)
{
    const Graph graph = model(GetParam());
    const std::vector<LayerId> cuts = possibleCuts(graph);
    std::int64_t bestOfTwo = std::numeric_limits<std::int64_t>::max();
    std::int64_t bestOfThree = bestOfTwo;
    for (std::size_t i = 0; i < cuts.size(); ++i) {
        bestOfTwo = std::min(bestOfTwo, mostFlops(graph, {cuts[i]}));
        for (std::size_t k = i + 1; k < cuts.size(); ++k)
            bestOfThree = std::min(bestOfThree, mostFlops(graph, {cuts[i], cuts[k]}));
    }
    EXPECT_EQ(chooseCuts(graph, 1).size(), 0u);
    EXPECT_EQ(mostFlops(graph, chooseCuts(graph, 2)), bestOfTwo);
    if (cuts.size() > 1) {
        EXPECT_EQ(mostFlops(graph, chooseCuts(graph, 3)), bestOfThree);
    }
}

INSTANTIATE_TEST_SUITE_P(OfEveryModel, Cuts, ::testing::ValuesIn(modelNames()), [](const auto& each) {
    std::string name = each.param;
    std::ranges::replace(name, '-', '_');
    return name;
});

TEST(NamedCuts, OfAlexnet)
{
    const Graph graph = model("alexnet");
    EXPECT_THAT(namesOf(graph, possibleCuts(graph)),
                ElementsAre("features.2", "features.3", "features.5", "features.6", "features.8",
                            "features.10", "features.12", "avgpool", "classifier.0", "classifier.1",
                            "classifier.3", "classifier.4", "classifier.6"));
    const std::vector<std::string> names{"features.6", "classifier.1"};
    EXPECT_EQ(namesOf(graph, namedCuts(graph, names)), names);
}

/// A block of a residual network ends where its addition does.
TEST(NamedCuts, OfResnetAreBetweenItsBlocks)
{
    const Graph graph = model("resnet18");
    EXPECT_THAT(namesOf(graph, possibleCuts(graph)),
                ElementsAre("maxpool", "layer1.0.conv1", "layer1.1.conv1", "layer2.0.conv1", "layer2.1.conv1",
                            "layer3.0.conv1", "layer3.1.conv1", "layer4.0.conv1", "layer4.1.conv1", "avgpool",
                            "fc"));
}

std::string refusalOf(const Graph& graph, const std::vector<std::string>& names)
{
    try {
        namedCuts(graph, names);
    } catch (const EngineError& error) {
        EXPECT_EQ(error.code(), ExitCode::InvalidExperiment);
        return error.what();
    }
    return {};
}

TEST(NamedCuts, AreRefusedByNameWithThosePossible)
{
    const Graph graph = model("resnet18");
    EXPECT_THAT(refusalOf(graph, {"layer1.0.conv2"}),
                AllOf(HasSubstr("\"layer1.0.conv2\""), HasSubstr("layer1.1.conv1, layer2.0.conv1")));
    EXPECT_THAT(refusalOf(graph, {"nothing"}), HasSubstr("\"nothing\""));
    EXPECT_THAT(refusalOf(graph, {"fc", "layer2.0.conv1"}), HasSubstr("\"layer2.0.conv1\""));
    EXPECT_THAT(refusalOf(graph, {"fc", "fc"}), HasSubstr("each one once"));
    EXPECT_THROW(chooseCuts(graph, 13), EngineError);
    EXPECT_EQ(chooseCuts(graph, 12), possibleCuts(graph));
}

} // namespace
} // namespace lockstep
