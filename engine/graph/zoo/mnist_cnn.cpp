// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/zoo/zoo.h"

namespace lockstep {

/// PaddlePaddle's "recognize digits" convolutional network: two times convolution of 20 channels, 5x5,
/// padding 2, ReLU and 2x2 max-pooling; then one linear layer. 20,350 parameters for 1x28x28 samples of 10
/// classes.
Graph makeMnistCnn(const Shape& sample, int classes)
{
    const ConvolutionLayer convolution{.channels = 20, .kernel = 5, .stride = 1, .padding = 2};
    Graph graph("mnist-cnn");
    LayerId at = graph.input(sample);
    at = graph.convolution(at, "conv1", convolution);
    at = graph.relu(at, "relu1");
    at = graph.maxPool(at, "pool1");
    at = graph.convolution(at, "conv2", convolution);
    at = graph.relu(at, "relu2");
    at = graph.maxPool(at, "pool2");
    graph.linear(at, "fc", {.features = classes});
    return graph;
}

} // namespace lockstep
