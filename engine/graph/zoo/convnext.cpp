// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/zoo/zoo.h"

#include <array>
#include <numeric>

namespace lockstep {

// ConvNeXt [Liu et al.: A ConvNet for the 2020s. 2022] for samples of 32 pixels or more.

namespace {

/// Depthwise 7x7, norm, a linear layer to four times the channels and back at every pixel; all of it scaled,
/// sometimes dropped, and added to the input.
LayerId block(Graph& graph, LayerId input, const std::string& name, double dropProbability)
{
    const auto channels = static_cast<int>(graph.layer(input).output[0]);
    // A module's own parameters come before those of the modules in it.
    graph.reserveParameters(name + ".layer_scale", 1);
    LayerId x = graph.convolution(input, name + ".block.0",
                                  {.channels = channels, .kernel = 7, .padding = 3, .groups = channels});
    x = graph.layerNorm(x, name + ".block.2");
    x = graph.convolution(x, name + ".block.3", {.channels = 4 * channels, .flatWeight = true});
    x = graph.activation(x, name + ".block.4", Activation::Gelu);
    x = graph.convolution(x, name + ".block.5", {.channels = channels, .flatWeight = true});
    x = graph.layerScale(x, name + ".layer_scale");
    if (dropProbability > 0)
        x = graph.stochasticDepth(x, name + ".stochastic_depth", {.probability = dropProbability});
    return graph.add(x, input, name + ".add");
}

/// `width`: channels of the first stage; each further one has twice as many. The probability that a block is
/// dropped rises from 0 in the first to `drop` in the last.
Graph convnext(const char* name, int width, const std::array<int, 4>& blocks, double drop,
               const Shape& sample, int classes)
{
    Graph graph(name,
                {.convolution = truncatedNormal(0.02), .linear = truncatedNormal(0.02), .zeroBias = true});
    LayerId x = graph.input(sample);
    x = graph.convolution(x, "features.0.0", {.channels = width, .kernel = 4, .stride = 4});
    x = graph.layerNorm(x, "features.0.1");
    int place = 1;
    const auto next = [&] { return "features." + std::to_string(place++); };
    const int last = std::accumulate(blocks.begin(), blocks.end(), 0) - 1;
    int done = 0;
    for (std::size_t stage = 0; stage < blocks.size(); ++stage) {
        if (stage > 0) {
            const std::string halve = next();
            x = graph.layerNorm(x, halve + ".0");
            x = graph.convolution(x, halve + ".1", {.channels = width << stage, .kernel = 2, .stride = 2});
        }
        const std::string inStage = next();
        for (int i = 0; i < blocks[stage]; ++i)
            x = block(graph, x, inStage + "." + std::to_string(i), drop * done++ / last);
    }
    x = graph.averagePool(x, "avgpool");
    x = graph.layerNorm(x, "classifier.0");
    graph.linear(x, "classifier.2", {.features = classes});
    return graph;
}

} // namespace

Graph makeConvnextTiny(const Shape& sample, int classes)
{
    return convnext("convnext_tiny", 96, {3, 3, 9, 3}, 0.1, sample, classes);
}

Graph makeConvnextBase(const Shape& sample, int classes)
{
    return convnext("convnext_base", 128, {3, 3, 27, 3}, 0.5, sample, classes);
}

} // namespace lockstep
