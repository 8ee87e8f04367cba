// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/zoo/zoo.h"

namespace lockstep {

/// AlexNet for one device [Krizhevsky: One weird trick for parallelizing convolutional neural networks.
/// 2014], as torchvision has it: with adaptive pooling, so that any sample of 63 pixels or more fits.
Graph makeAlexnet(const Shape& sample, int classes)
{
    Graph graph("alexnet");
    LayerId x = graph.input(sample);

    x = graph.convolution(x, "features.0", {.channels = 64, .kernel = 11, .stride = 4, .padding = 2});
    x = graph.relu(x, "features.1");
    x = graph.maxPool(x, "features.2", {.kernel = 3, .stride = 2});
    x = graph.convolution(x, "features.3", {.channels = 192, .kernel = 5, .padding = 2});
    x = graph.relu(x, "features.4");
    x = graph.maxPool(x, "features.5", {.kernel = 3, .stride = 2});
    x = graph.convolution(x, "features.6", {.channels = 384, .kernel = 3, .padding = 1});
    x = graph.relu(x, "features.7");
    x = graph.convolution(x, "features.8", {.channels = 256, .kernel = 3, .padding = 1});
    x = graph.relu(x, "features.9");
    x = graph.convolution(x, "features.10", {.channels = 256, .kernel = 3, .padding = 1});
    x = graph.relu(x, "features.11");
    x = graph.maxPool(x, "features.12", {.kernel = 3, .stride = 2});
    x = graph.averagePool(x, "avgpool", {.height = 6, .width = 6});

    x = graph.dropout(x, "classifier.0", {.probability = 0.5});
    x = graph.linear(x, "classifier.1", {.features = 4096});
    x = graph.relu(x, "classifier.2");
    x = graph.dropout(x, "classifier.3", {.probability = 0.5});
    x = graph.linear(x, "classifier.4", {.features = 4096});
    x = graph.relu(x, "classifier.5");
    graph.linear(x, "classifier.6", {.features = classes});
    return graph;
}

} // namespace lockstep
