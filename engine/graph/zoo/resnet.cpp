// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/zoo/zoo.h"

#include <array>

namespace lockstep {

// Residual networks for ImageNet [He, Zhang, Ren, Sun: Deep residual learning for image recognition. 2015],
// with the stride of a bottleneck in its 3x3 convolution as in torchvision. They take samples of any size.

namespace {

enum class Block { Basic, Bottleneck };

/// A convolution without bias and its norm: "layer1.0.conv1", "layer1.0.bn1".
LayerId convolutionNorm(Graph& graph, LayerId x, const std::string& block, const std::string& number,
                        ConvolutionLayer convolution)
{
    convolution.bias = false;
    x = graph.convolution(x, block + "conv" + number, convolution);
    return graph.batchNorm(x, block + "bn" + number);
}

/// What is added to the residual: the input, through a 1x1 convolution where the shape changes.
LayerId shortcut(Graph& graph, LayerId x, const std::string& block, int channels, int stride)
{
    if (stride == 1 && graph.layer(x).output[0] == channels)
        return x;
    x = graph.convolution(x, block + "downsample.0", {.channels = channels, .stride = stride, .bias = false});
    return graph.batchNorm(x, block + "downsample.1");
}

LayerId basic(Graph& graph, LayerId input, const std::string& block, int width, int stride)
{
    LayerId x = convolutionNorm(graph, input, block, "1",
                                {.channels = width, .kernel = 3, .stride = stride, .padding = 1});
    x = graph.relu(x, block + "relu1");
    x = convolutionNorm(graph, x, block, "2", {.channels = width, .kernel = 3, .padding = 1});
    x = graph.add(x, shortcut(graph, input, block, width, stride), block + "add");
    return graph.relu(x, block + "relu2");
}

LayerId bottleneck(Graph& graph, LayerId input, const std::string& block, int width, int stride)
{
    LayerId x = convolutionNorm(graph, input, block, "1", {.channels = width});
    x = graph.relu(x, block + "relu1");
    x = convolutionNorm(graph, x, block, "2",
                        {.channels = width, .kernel = 3, .stride = stride, .padding = 1});
    x = graph.relu(x, block + "relu2");
    x = convolutionNorm(graph, x, block, "3", {.channels = 4 * width});
    x = graph.add(x, shortcut(graph, input, block, 4 * width, stride), block + "add");
    return graph.relu(x, block + "relu3");
}

Graph resnet(const char* name, Block kind, const std::array<int, 4>& blocks, const Shape& sample, int classes)
{
    Graph graph(name, {.convolution = kaimingNormalFanOut});
    LayerId x = graph.input(sample);
    x = convolutionNorm(graph, x, "", "1", {.channels = 64, .kernel = 7, .stride = 2, .padding = 3});
    x = graph.relu(x, "relu");
    x = graph.maxPool(x, "maxpool", {.kernel = 3, .stride = 2, .padding = 1});
    int width = 64;
    for (std::size_t stage = 0; stage < blocks.size(); ++stage, width *= 2)
        for (int i = 0; i < blocks[stage]; ++i) {
            const std::string block = "layer" + std::to_string(stage + 1) + "." + std::to_string(i) + ".";
            const int stride = stage > 0 && i == 0 ? 2 : 1;
            x = (kind == Block::Basic ? basic : bottleneck)(graph, x, block, width, stride);
        }
    x = graph.averagePool(x, "avgpool");
    graph.linear(x, "fc", {.features = classes});
    return graph;
}

} // namespace

Graph makeResnet18(const Shape& sample, int classes)
{
    return resnet("resnet18", Block::Basic, {2, 2, 2, 2}, sample, classes);
}

Graph makeResnet34(const Shape& sample, int classes)
{
    return resnet("resnet34", Block::Basic, {3, 4, 6, 3}, sample, classes);
}

Graph makeResnet50(const Shape& sample, int classes)
{
    return resnet("resnet50", Block::Bottleneck, {3, 4, 6, 3}, sample, classes);
}

Graph makeResnet101(const Shape& sample, int classes)
{
    return resnet("resnet101", Block::Bottleneck, {3, 4, 23, 3}, sample, classes);
}

Graph makeResnet152(const Shape& sample, int classes)
{
    return resnet("resnet152", Block::Bottleneck, {3, 8, 36, 3}, sample, classes);
}

} // namespace lockstep
