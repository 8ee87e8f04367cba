// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/zoo/zoo.h"

#include <algorithm>

namespace lockstep {

namespace {

LayerId unit(Graph& graph, LayerId x, const std::string& name, int channels, int kernel, int stride = 1)
{
    x = graph.clipConvolution(
        x, name + ".conv3d",
        {.channels = channels, .kernel = {kernel, kernel}, .stride = {stride, stride}, .bias = false});
    x = graph.batchNorm(x, name + ".bn", {.epsilon = 0.001, .momentum = 0.01});
    return graph.relu(x, name + ".relu");
}

/// Channels as in table 1 of the Inception paper.
struct MixedChannels {
    int one;         ///< 1x1x1
    int firstReduce; ///< 1x1x1 before the first 3x3x3
    int first;
    int secondReduce; ///< 1x1x1 before the second 3x3x3
    int second;
    int pool; ///< 1x1x1 after the pooling
};

LayerId mixed(Graph& graph, LayerId input, const std::string& name, const MixedChannels& row)
{
    const LayerId one = unit(graph, input, name + ".b0", row.one, 1);
    LayerId first = unit(graph, input, name + ".b1a", row.firstReduce, 1);
    first = unit(graph, first, name + ".b1b", row.first, 3);
    LayerId second = unit(graph, input, name + ".b2a", row.secondReduce, 1);
    second = unit(graph, second, name + ".b2b", row.second, 3);
    LayerId pool = graph.clipMaxPool(input, name + ".b3a", {.kernel = {3, 3}});
    pool = unit(graph, pool, name + ".b3b", row.pool, 1);
    return graph.concat({one, first, second, pool}, name + ".concat");
}

} // namespace

/// Two-stream I3D's network for clips [Carreira, Zisserman: Quo vadis, action recognition? 2017]:
/// Inception-v1 with its windows inflated to cubes, for clips of three channels (rgb) or two (flow). Tensors
/// have the names of the PyTorch port, piergiaj/pytorch-i3d. The average pooling's window covers the whole
/// map, and two frames if there are so many; the logits are averaged over those windows.
Graph makeI3d(const Shape& sample, int classes)
{
    Graph graph("i3d");
    const ClipMaxPoolLayer halvePictures{.kernel = {1, 3}, .stride = {1, 2}};
    LayerId x = graph.input(sample);
    x = unit(graph, x, "Conv3d_1a_7x7", 64, 7, 2);
    x = graph.clipMaxPool(x, "MaxPool3d_2a_3x3", halvePictures);
    x = unit(graph, x, "Conv3d_2b_1x1", 64, 1);
    x = unit(graph, x, "Conv3d_2c_3x3", 192, 3);
    x = graph.clipMaxPool(x, "MaxPool3d_3a_3x3", halvePictures);
    x = mixed(graph, x, "Mixed_3b", {64, 96, 128, 16, 32, 32});
    x = mixed(graph, x, "Mixed_3c", {128, 128, 192, 32, 96, 64});
    x = graph.clipMaxPool(x, "MaxPool3d_4a_3x3", {.kernel = {3, 3}, .stride = {2, 2}});
    x = mixed(graph, x, "Mixed_4b", {192, 96, 208, 16, 48, 64});
    x = mixed(graph, x, "Mixed_4c", {160, 112, 224, 24, 64, 64});
    x = mixed(graph, x, "Mixed_4d", {128, 128, 256, 24, 64, 64});
    x = mixed(graph, x, "Mixed_4e", {112, 144, 288, 32, 64, 64});
    x = mixed(graph, x, "Mixed_4f", {256, 160, 320, 32, 128, 128});
    x = graph.clipMaxPool(x, "MaxPool3d_5a_2x2", {.kernel = {2, 2}, .stride = {2, 2}});
    x = mixed(graph, x, "Mixed_5b", {256, 160, 320, 32, 128, 128});
    x = mixed(graph, x, "Mixed_5c", {384, 192, 384, 48, 128, 128});
    const auto frames = static_cast<int>(graph.layer(x).output[1]);
    // Adaptive pooling of n places to n - 1 averages neighbours.
    x = graph.averagePool(x, "avg_pool", {.frames = std::max(1, frames - 1)});
    x = graph.dropout(x, "dropout", {.probability = 0.5});
    x = graph.clipConvolution(x, "logits.conv3d", {.channels = classes});
    graph.averagePool(x, "mean");
    return graph;
}

} // namespace lockstep
