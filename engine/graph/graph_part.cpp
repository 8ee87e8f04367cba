// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/graph_part.h"

#include "engine/core/error.h"

#include <algorithm>
#include <map>

namespace lockstep {
namespace {

/// Appends a layer of that kind to a graph, whose own rules then find the same shapes and parameters again.
struct Append {
    Graph& graph;
    const std::vector<LayerId>& from;
    const std::string& name;

    LayerId operator()(const InputLayer&) const
    {
        LOCKSTEP_CHECK(false && "an input behind the first layer");
    }
    LayerId operator()(const ConvolutionLayer& layer) const
    {
        return graph.convolution(from[0], name, layer);
    }
    LayerId operator()(const ClipConvolutionLayer& layer) const
    {
        return graph.clipConvolution(from[0], name, layer);
    }
    LayerId operator()(const LinearLayer& layer) const { return graph.linear(from[0], name, layer); }
    LayerId operator()(const BatchNormLayer& layer) const { return graph.batchNorm(from[0], name, layer); }
    LayerId operator()(const LayerNormLayer& layer) const { return graph.layerNorm(from[0], name, layer); }
    LayerId operator()(const LayerScaleLayer& layer) const { return graph.layerScale(from[0], name, layer); }
    LayerId operator()(const MaxPoolLayer& layer) const { return graph.maxPool(from[0], name, layer); }
    LayerId operator()(const ClipMaxPoolLayer& layer) const
    {
        return graph.clipMaxPool(from[0], name, layer);
    }
    LayerId operator()(const AdaptiveAveragePoolLayer& layer) const
    {
        return graph.averagePool(from[0], name, layer);
    }
    LayerId operator()(const ActivationLayer& layer) const
    {
        return graph.activation(from[0], name, layer.function);
    }
    LayerId operator()(const AddLayer&) const { return graph.add(from[0], from[1], name); }
    LayerId operator()(const ConcatLayer&) const { return graph.concat(from, name); }
    LayerId operator()(const SliceLayer& layer) const { return graph.slice(from[0], name, layer); }
    LayerId operator()(const ChannelShuffleLayer& layer) const
    {
        return graph.channelShuffle(from[0], name, layer);
    }
    LayerId operator()(const DropoutLayer& layer) const { return graph.dropout(from[0], name, layer); }
    LayerId operator()(const StochasticDepthLayer& layer) const
    {
        return graph.stochasticDepth(from[0], name, layer);
    }
    LayerId operator()(const SubsampleLayer& layer) const { return graph.subsample(from[0], name, layer); }
};

/// The one layer before `first` that it and those behind it read.
LayerId crossingInto(const Graph& graph, LayerId first, LayerId end)
{
    LayerId crossing = -1;
    for (LayerId id = first; id < end; ++id)
        for (const LayerId input : graph.layer(id).inputs)
            if (input < first) {
                LOCKSTEP_CHECK(crossing < 0 || crossing == input);
                crossing = input;
            }
    LOCKSTEP_CHECK(crossing >= 0);
    return crossing;
}

/// In the order that they have in the whole, whatever that of the layers is.
void reserveInOrder(const Graph& whole, LayerId first, LayerId end, Graph& part)
{
    std::map<std::size_t, const Layer*> ordered;
    for (LayerId id = first; id < end; ++id)
        if (!whole.layer(id).parameters.empty())
            ordered[whole.layer(id).firstParameter] = &whole.layer(id);
    for (const auto& [at, layer] : ordered)
        part.reserveParameters(layer->name, layer->parameters.size());
}

} // namespace

GraphPart partOf(const Graph& graph, LayerId first, LayerId end)
{
    const auto count = static_cast<LayerId>(graph.layers().size());
    LOCKSTEP_CHECK(first >= 0 && first < end && end <= count);
    GraphPart part{Graph(graph.name()), first > 0, end<count, first> 0 ? first - 1 : 0};
    const LayerId input = first > 0 ? crossingInto(graph, first, end) : 0;
    std::map<LayerId, LayerId> places; // of layers of the whole in the part
    places[input] = part.graph.input(graph.layer(input).output);
    reserveInOrder(graph, first, end, part.graph);
    for (LayerId id = std::max(first, 1); id < end; ++id) {
        const Layer& layer = graph.layer(id);
        std::vector<LayerId> from;
        for (const LayerId each : layer.inputs)
            from.push_back(places.at(each));
        places[id] = std::visit(Append{part.graph, from, layer.name}, layer.kind);
        for (const AuxiliaryHead& head : graph.auxiliaryHeads())
            if (head.logits == id)
                part.graph.auxiliaryHead(places[id], head.weight);
    }
    return part;
}

} // namespace lockstep
