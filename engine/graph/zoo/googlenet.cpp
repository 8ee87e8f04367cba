// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/zoo/zoo.h"

namespace lockstep {

namespace {

/// A row of table 1 of the paper.
struct Inception {
    int one;         ///< 1x1
    int threeReduce; ///< 1x1 before the 3x3
    int three;
    int fiveReduce; ///< 1x1 before the "5x5"
    int five;
    int pool; ///< 1x1 after the pooling
};

LayerId convolutionNormRelu(Graph& graph, LayerId x, const std::string& name, int channels, int kernel,
                            int stride = 1)
{
    x = graph.convolution(
        x, name + ".conv",
        {.channels = channels, .kernel = kernel, .stride = stride, .padding = kernel / 2, .bias = false});
    x = graph.batchNorm(x, name + ".bn", {.epsilon = 0.001});
    return graph.relu(x, name + ".relu");
}

LayerId inception(Graph& graph, LayerId input, const std::string& name, const Inception& row)
{
    const LayerId one = convolutionNormRelu(graph, input, name + ".branch1", row.one, 1);
    LayerId three = convolutionNormRelu(graph, input, name + ".branch2.0", row.threeReduce, 1);
    three = convolutionNormRelu(graph, three, name + ".branch2.1", row.three, 3);
    // The paper's kernel of this branch is 5x5; torchvision's weights, and so its network, have 3x3.
    LayerId five = convolutionNormRelu(graph, input, name + ".branch3.0", row.fiveReduce, 1);
    five = convolutionNormRelu(graph, five, name + ".branch3.1", row.five, 3);
    LayerId pool =
        graph.maxPool(input, name + ".branch4.0", {.kernel = 3, .stride = 1, .padding = 1, .ceil = true});
    pool = convolutionNormRelu(graph, pool, name + ".branch4.1", row.pool, 1);
    return graph.concat({one, three, five, pool}, name + ".concat");
}

void auxiliaryHead(Graph& graph, LayerId x, const std::string& name, int classes)
{
    x = graph.averagePool(x, name + ".avgpool", {.height = 4, .width = 4});
    x = convolutionNormRelu(graph, x, name + ".conv", 128, 1);
    x = graph.linear(x, name + ".fc1", {.features = 1024});
    x = graph.relu(x, name + ".relu");
    x = graph.dropout(x, name + ".dropout", {.probability = 0.7});
    x = graph.linear(x, name + ".fc2", {.features = classes});
    graph.auxiliaryHead(x, 0.3);
}

} // namespace

/// GoogLeNet with batch norm [Szegedy et al.: Going deeper with convolutions. 2014], as torchvision has it,
/// for samples of 15 pixels or more. Two auxiliary heads help in training, each with 0.3 of its loss.
Graph makeGooglenet(const Shape& sample, int classes)
{
    Graph graph("googlenet", {.convolution = truncatedNormal(0.01), .linear = truncatedNormal(0.01)});
    const MaxPoolLayer halve{.kernel = 3, .stride = 2, .ceil = true};
    LayerId x = graph.input(sample);
    x = convolutionNormRelu(graph, x, "conv1", 64, 7, 2);
    x = graph.maxPool(x, "maxpool1", halve);
    x = convolutionNormRelu(graph, x, "conv2", 64, 1);
    x = convolutionNormRelu(graph, x, "conv3", 192, 3);
    x = graph.maxPool(x, "maxpool2", halve);
    x = inception(graph, x, "inception3a", {64, 96, 128, 16, 32, 32});
    x = inception(graph, x, "inception3b", {128, 128, 192, 32, 96, 64});
    x = graph.maxPool(x, "maxpool3", halve);
    const LayerId a = x = inception(graph, x, "inception4a", {192, 96, 208, 16, 48, 64});
    x = inception(graph, x, "inception4b", {160, 112, 224, 24, 64, 64});
    x = inception(graph, x, "inception4c", {128, 128, 256, 24, 64, 64});
    const LayerId d = x = inception(graph, x, "inception4d", {112, 144, 288, 32, 64, 64});
    x = inception(graph, x, "inception4e", {256, 160, 320, 32, 128, 128});
    x = graph.maxPool(x, "maxpool4", {.kernel = 2, .stride = 2, .ceil = true});
    x = inception(graph, x, "inception5a", {256, 160, 320, 32, 128, 128});
    x = inception(graph, x, "inception5b", {384, 192, 384, 48, 128, 128});
    auxiliaryHead(graph, a, "aux1", classes);
    auxiliaryHead(graph, d, "aux2", classes);
    x = graph.averagePool(x, "avgpool");
    x = graph.dropout(x, "dropout", {.probability = 0.2});
    graph.linear(x, "fc", {.features = classes});
    return graph;
}

} // namespace lockstep
