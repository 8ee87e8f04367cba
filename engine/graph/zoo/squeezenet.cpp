// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/zoo/zoo.h"

namespace lockstep {

namespace {

/// A fire module: `squeeze` channels, then `expand` from 1x1 and as many from 3x3 windows.
LayerId fire(Graph& graph, LayerId x, const std::string& name, int squeeze, int expand)
{
    x = graph.convolution(x, name + ".squeeze", {.channels = squeeze});
    x = graph.relu(x, name + ".squeeze_activation");
    LayerId one = graph.convolution(x, name + ".expand1x1", {.channels = expand});
    one = graph.relu(one, name + ".expand1x1_activation");
    LayerId three =
        graph.convolution(x, name + ".expand3x3", {.channels = expand, .kernel = 3, .padding = 1});
    three = graph.relu(three, name + ".expand3x3_activation");
    return graph.concat({one, three}, name + ".concat");
}

} // namespace

/// SqueezeNet 1.1 [Iandola et al.: SqueezeNet: AlexNet-level accuracy with 50x fewer parameters. 2016], for
/// samples of 17 pixels or more. Its last convolution gives a map for each class; the logits are their means.
Graph makeSqueezenet11(const Shape& sample, int classes)
{
    Graph graph("squeezenet1_1", {.convolution = kaimingUniform, .zeroBias = true});
    const MaxPoolLayer halve{.kernel = 3, .stride = 2, .ceil = true};
    LayerId x = graph.input(sample);
    x = graph.convolution(x, "features.0", {.channels = 64, .kernel = 3, .stride = 2});
    x = graph.relu(x, "features.1");
    x = graph.maxPool(x, "features.2", halve);
    x = fire(graph, x, "features.3", 16, 64);
    x = fire(graph, x, "features.4", 16, 64);
    x = graph.maxPool(x, "features.5", halve);
    x = fire(graph, x, "features.6", 32, 128);
    x = fire(graph, x, "features.7", 32, 128);
    x = graph.maxPool(x, "features.8", halve);
    x = fire(graph, x, "features.9", 48, 192);
    x = fire(graph, x, "features.10", 48, 192);
    x = fire(graph, x, "features.11", 64, 256);
    x = fire(graph, x, "features.12", 64, 256);
    x = graph.dropout(x, "classifier.0", {.probability = 0.5});
    x = graph.convolution(x, "classifier.1", {.channels = classes});
    graph.initialize(0, {Initializer::Kind::Normal, 0.01});
    x = graph.relu(x, "classifier.2");
    graph.averagePool(x, "classifier.3");
    return graph;
}

} // namespace lockstep
