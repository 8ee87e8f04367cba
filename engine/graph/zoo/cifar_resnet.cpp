// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/zoo/zoo.h"

namespace lockstep {

// Residual networks for CIFAR-10 of 6n + 2 layers [He et al. 2015, section 4.2], with shortcuts without
// parameters (option A: every second pixel, new channels 0). Names and first values:
// github.com/akamaster/pytorch_resnet_cifar10.

namespace {

LayerId block(Graph& graph, LayerId input, const std::string& name, int channels, int stride)
{
    LayerId x =
        graph.convolution(input, name + "conv1",
                          {.channels = channels, .kernel = 3, .stride = stride, .padding = 1, .bias = false});
    x = graph.batchNorm(x, name + "bn1");
    x = graph.relu(x, name + "relu1");
    x = graph.convolution(x, name + "conv2",
                          {.channels = channels, .kernel = 3, .padding = 1, .bias = false});
    x = graph.batchNorm(x, name + "bn2");
    LayerId shortcut = input;
    if (stride > 1)
        shortcut = graph.subsample(input, name + "shortcut",
                                   {.stride = stride, .before = channels / 4, .after = channels / 4});
    x = graph.add(x, shortcut, name + "add");
    return graph.relu(x, name + "relu2");
}

Graph cifarResnet(const char* name, int blocks, const Shape& sample, int classes)
{
    Graph graph(name, {.convolution = kaimingNormalFanIn, .linear = kaimingNormalFanIn});
    LayerId x = graph.input(sample);
    x = graph.convolution(x, "conv1", {.channels = 16, .kernel = 3, .padding = 1, .bias = false});
    x = graph.batchNorm(x, "bn1");
    x = graph.relu(x, "relu1");
    int channels = 16;
    for (int stage = 1; stage <= 3; ++stage, channels *= 2)
        for (int i = 0; i < blocks; ++i)
            x = block(graph, x, "layer" + std::to_string(stage) + "." + std::to_string(i) + ".", channels,
                      stage > 1 && i == 0 ? 2 : 1);
    x = graph.averagePool(x, "avgpool");
    graph.linear(x, "linear", {.features = classes});
    return graph;
}

} // namespace

Graph makeResnet8(const Shape& sample, int classes)
{
    return cifarResnet("resnet8", 1, sample, classes);
}

Graph makeResnet20(const Shape& sample, int classes)
{
    return cifarResnet("resnet20", 3, sample, classes);
}

Graph makeResnet32(const Shape& sample, int classes)
{
    return cifarResnet("resnet32", 5, sample, classes);
}

Graph makeResnet56(const Shape& sample, int classes)
{
    return cifarResnet("resnet56", 9, sample, classes);
}

} // namespace lockstep
