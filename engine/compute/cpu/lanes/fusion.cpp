// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/lanes/program.h"

namespace lockstep {

namespace {

// Beyond these a block of samples leaves the second-level cache, where oneDNN's layouts do better.
constexpr std::int64_t kLargestMap = 64;
constexpr std::int64_t kMostChannels = 1024;
// Every index into a tensor of the whole batch stays below 2^31.
constexpr std::int64_t kMostElements = std::int64_t{1} << 30;

/// Walks the layers of a chain; the kernels read one layer's output each.
class Fusion {
public:
    Fusion(const Graph& graph, int batch) : m_graph(graph), m_batch(batch) {}

    std::optional<std::vector<LaneOperation>> fuse()
    {
        if (!isChain())
            return std::nullopt;
        if (!m_graph.auxiliaryHeads().empty())
            return std::nullopt;
        while (m_next < m_graph.layers().size())
            if (!takeOperation())
                return std::nullopt;
        if (m_operations.empty() || !std::holds_alternative<LaneLinear>(m_operations.back().kind))
            return std::nullopt;
        setBorders();
        return m_operations;
    }

private:
    const Layer& next() const { return m_graph.layers()[m_next]; }

    template <typename Kind>
    const Kind* take()
    {
        if (m_next == m_graph.layers().size())
            return nullptr;
        const Kind* kind = std::get_if<Kind>(&next().kind);
        if (kind != nullptr)
            ++m_next;
        return kind;
    }

    bool isChain() const
    {
        for (std::size_t i = 1; i < m_graph.layers().size(); ++i)
            if (m_graph.layers()[i].inputs != std::vector<LayerId>{static_cast<LayerId>(i) - 1})
                return false;
        return m_graph.layers().size() > 1;
    }

    LaneActivation takeActivation()
    {
        // Any other activation stays where it is, and is refused as the beginning of an operation.
        const auto* layer =
            m_next < m_graph.layers().size() ? std::get_if<ActivationLayer>(&next().kind) : nullptr;
        if (layer == nullptr || (layer->function != Activation::Relu && layer->function != Activation::Tanh))
            return LaneActivation::None;
        ++m_next;
        return layer->function == Activation::Relu ? LaneActivation::Relu : LaneActivation::Tanh;
    }

    bool takeOperation()
    {
        const Shape input = m_graph.layers()[m_next - 1].output;
        const std::size_t weight = m_parameter;
        m_parameter += 2;
        if (const auto* layer = take<ConvolutionLayer>())
            return addConvolution(*layer, input, m_graph.layers()[m_next - 1].output, weight);
        if (const auto* layer = take<LinearLayer>())
            return addLinear(*layer, input, weight);
        return false;
    }

    bool addConvolution(const ConvolutionLayer& layer, const Shape& input, const Shape& output,
                        std::size_t weight)
    {
        const LaneActivation activation = takeActivation();
        const auto* pool = take<MaxPoolLayer>();
        const bool plain = layer.groups == 1 && layer.bias && !layer.flatWeight;
        const bool covered = plain && pool != nullptr && pool->kernel == 2 && pool->stride == 2 &&
                             pool->padding == 0 && !pool->ceil && output[1] % 2 == 0 && output[2] % 2 == 0 &&
                             (layer.kernel == 3 || layer.kernel == 5) && layer.stride == 1 &&
                             layer.padding < layer.kernel && input[1] <= kLargestMap &&
                             input[2] <= kLargestMap && input[0] <= kMostChannels &&
                             output[0] <= kMostChannels;
        if (!covered)
            return false;
        LaneConvolution kind;
        kind.inChannels = static_cast<int>(input[0]);
        kind.outChannels = layer.channels;
        kind.kernel = layer.kernel;
        kind.inHeight = static_cast<int>(input[1]) + 2 * layer.padding;
        kind.inWidth = static_cast<int>(input[2]) + 2 * layer.padding;
        kind.inBorder = layer.padding;
        kind.outHeight = static_cast<int>(output[1] / 2);
        kind.outWidth = static_cast<int>(output[2] / 2);
        kind.activation = activation;
        m_operations.push_back({kind, weight});
        return true;
    }

    bool addLinear(const LinearLayer& layer, const Shape& input, std::size_t weight)
    {
        const std::int64_t in = input.elements();
        // Padded to whole blocks of at most 16 samples.
        const std::int64_t samples = m_batch + 16;
        if (in * layer.features > kMostElements || samples * (in + 16) > kMostElements ||
            samples * layer.features > kMostElements)
            return false;
        m_operations.push_back({LaneLinear{static_cast<int>(in), layer.features, takeActivation()}, weight});
        return true;
    }

    /// A convolution finds the zero border it needs around its input.
    void setBorders()
    {
        for (std::size_t i = 0; i + 1 < m_operations.size(); ++i)
            if (auto* from = std::get_if<LaneConvolution>(&m_operations[i].kind))
                if (const auto* to = std::get_if<LaneConvolution>(&m_operations[i + 1].kind))
                    from->outBorder = to->inBorder;
    }

    const Graph& m_graph;
    int m_batch;
    std::size_t m_next = 1;
    std::size_t m_parameter = 0;
    std::vector<LaneOperation> m_operations;
};

} // namespace

std::optional<std::vector<LaneOperation>> fuseForLanes(const Graph& graph, int batch)
{
    return Fusion(graph, batch).fuse();
}

} // namespace lockstep
