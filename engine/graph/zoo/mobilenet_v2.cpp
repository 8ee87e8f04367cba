// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/zoo/zoo.h"

namespace lockstep {

namespace {

/// A row of table 2 of the paper.
struct Bottlenecks {
    int expansion;
    int channels;
    int count;
    int stride; ///< of the first
};

constexpr Bottlenecks kRows[] = {
    {1, 16, 1, 1}, {6, 24, 2, 2}, {6, 32, 3, 2}, {6, 64, 4, 2}, {6, 96, 3, 1}, {6, 160, 3, 2}, {6, 320, 1, 1},
};

/// torchvision's Conv2dNormActivation: modules 0, 1 and 2 of `name`.
LayerId convolutionNormRelu6(Graph& graph, LayerId x, const std::string& name, ConvolutionLayer layer)
{
    layer.bias = false;
    x = graph.convolution(x, name + ".0", layer);
    x = graph.batchNorm(x, name + ".1");
    return graph.activation(x, name + ".2", Activation::Relu6);
}

/// An inverted residual: expand, filter each channel, project without activation.
LayerId bottleneck(Graph& graph, LayerId input, const std::string& name, int expansion, int channels,
                   int stride)
{
    const auto inputChannels = static_cast<int>(graph.layer(input).output[0]);
    const int hidden = inputChannels * expansion;
    int place = 0;
    const auto next = [&] { return name + ".conv." + std::to_string(place++); };
    LayerId x = input;
    if (expansion != 1)
        x = convolutionNormRelu6(graph, x, next(), {.channels = hidden});
    x = convolutionNormRelu6(
        graph, x, next(),
        {.channels = hidden, .kernel = 3, .stride = stride, .padding = 1, .groups = hidden});
    x = graph.convolution(x, next(), {.channels = channels, .bias = false});
    x = graph.batchNorm(x, next());
    return stride == 1 && channels == inputChannels ? graph.add(input, x, name + ".add") : x;
}

} // namespace

/// MobileNetV2 [Sandler et al.: MobileNetV2: inverted residuals and linear bottlenecks. 2018], for samples of
/// any size.
Graph makeMobilenetV2(const Shape& sample, int classes)
{
    Graph graph("mobilenet_v2",
                {.convolution = kaimingNormalFanOut, .linear = normal(0.01), .zeroBias = true});
    int place = 0;
    const auto next = [&] { return "features." + std::to_string(place++); };
    LayerId x = graph.input(sample);
    x = convolutionNormRelu6(graph, x, next(), {.channels = 32, .kernel = 3, .stride = 2, .padding = 1});
    for (const Bottlenecks& row : kRows)
        for (int i = 0; i < row.count; ++i)
            x = bottleneck(graph, x, next(), row.expansion, row.channels, i == 0 ? row.stride : 1);
    x = convolutionNormRelu6(graph, x, next(), {.channels = 1280});
    x = graph.averagePool(x, "avgpool");
    x = graph.dropout(x, "classifier.0", {.probability = 0.2});
    graph.linear(x, "classifier.1", {.features = classes});
    return graph;
}

} // namespace lockstep
