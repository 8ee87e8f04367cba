// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/zoo/zoo.h"

#include <array>

namespace lockstep {

// ShuffleNet V2 [Ma, Zhang, Zheng, Sun: ShuffleNet V2: practical guidelines for efficient CNN architecture
// design. 2018] for samples of any size.

namespace {

/// The modules of one nn.Sequential, numbered as they come.
class Sequence {
public:
    Sequence(Graph& graph, LayerId from, std::string name)
        : m_graph(graph), m_at(from), m_name(std::move(name))
    {
    }

    Sequence& pointwise(int channels) { return convolution({.channels = channels, .bias = false}); }
    Sequence& depthwise(int stride)
    {
        const auto channels = static_cast<int>(m_graph.layer(m_at).output[0]);
        return convolution({.channels = channels,
                            .kernel = 3,
                            .stride = stride,
                            .padding = 1,
                            .groups = channels,
                            .bias = false});
    }
    Sequence& convolution(const ConvolutionLayer& layer)
    {
        m_at = m_graph.convolution(m_at, next(), layer);
        m_at = m_graph.batchNorm(m_at, next());
        return *this;
    }
    Sequence& relu()
    {
        m_at = m_graph.relu(m_at, next());
        return *this;
    }
    LayerId end() const { return m_at; }

private:
    std::string next() { return m_name + "." + std::to_string(m_place++); }

    Graph& m_graph;
    LayerId m_at;
    std::string m_name;
    int m_place = 0;
};

/// Figure 3 (c) of the paper: half of the channels passes unchanged.
LayerId unit(Graph& graph, LayerId x, const std::string& name, int channels)
{
    const int half = channels / 2;
    const LayerId left = graph.slice(x, name + ".left", {.first = 0, .channels = half});
    const LayerId right = graph.slice(x, name + ".right", {.first = half, .channels = half});
    Sequence branch(graph, right, name + ".branch2");
    branch.pointwise(half).relu().depthwise(1).pointwise(half).relu();
    x = graph.concat({left, branch.end()}, name + ".concat");
    return graph.channelShuffle(x, name + ".shuffle", {.groups = 2});
}

/// Figure 3 (d): half the height and width, both branches from all channels.
LayerId downsampling(Graph& graph, LayerId x, const std::string& name, int channels)
{
    const int half = channels / 2;
    Sequence left(graph, x, name + ".branch1");
    left.depthwise(2).pointwise(half).relu();
    Sequence right(graph, x, name + ".branch2");
    right.pointwise(half).relu().depthwise(2).pointwise(half).relu();
    x = graph.concat({left.end(), right.end()}, name + ".concat");
    return graph.channelShuffle(x, name + ".shuffle", {.groups = 2});
}

/// Table 5 of the paper; `channels`: of the stages 2, 3 and 4.
Graph shufflenet(const char* name, const std::array<int, 3>& channels, const Shape& sample, int classes)
{
    constexpr std::array<int, 3> kUnits{4, 8, 4};
    Graph graph(name);
    Sequence first(graph, graph.input(sample), "conv1");
    first.convolution({.channels = 24, .kernel = 3, .stride = 2, .padding = 1, .bias = false}).relu();
    LayerId x = graph.maxPool(first.end(), "maxpool", {.kernel = 3, .stride = 2, .padding = 1});
    for (std::size_t stage = 0; stage < kUnits.size(); ++stage)
        for (int i = 0; i < kUnits[stage]; ++i)
            x = (i == 0 ? downsampling : unit)(
                graph, x, "stage" + std::to_string(stage + 2) + "." + std::to_string(i), channels[stage]);
    Sequence last(graph, x, "conv5");
    last.pointwise(1024).relu();
    x = graph.averagePool(last.end(), "globalpool");
    graph.linear(x, "fc", {.features = classes});
    return graph;
}

} // namespace

Graph makeShufflenetV2x05(const Shape& sample, int classes)
{
    return shufflenet("shufflenet_v2_x0_5", {48, 96, 192}, sample, classes);
}

Graph makeShufflenetV2x10(const Shape& sample, int classes)
{
    return shufflenet("shufflenet_v2_x1_0", {116, 232, 464}, sample, classes);
}

} // namespace lockstep
