// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/zoo/zoo.h"

namespace lockstep {

/// MXNet's LeNet: convolutions of 20 and 50 channels, 5x5, each with tanh and 2x2 max-pooling; linear layers
/// of 500 (tanh) and of the classes. 431,080 parameters for 1x28x28 samples of 10 classes.
Graph makeLenet(const Shape& sample, int classes)
{
    Graph graph("lenet");
    LayerId at = graph.input(sample);
    at = graph.convolution(at, "conv1", {.channels = 20, .kernel = 5});
    at = graph.tanh(at, "tanh1");
    at = graph.maxPool(at, "pool1");
    at = graph.convolution(at, "conv2", {.channels = 50, .kernel = 5});
    at = graph.tanh(at, "tanh2");
    at = graph.maxPool(at, "pool2");
    at = graph.linear(at, "fc1", {.features = 500});
    at = graph.tanh(at, "tanh3");
    graph.linear(at, "fc2", {.features = classes});
    return graph;
}

} // namespace lockstep
