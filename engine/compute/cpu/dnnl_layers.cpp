// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/dnnl_node.h"
#include "engine/core/error.h"

#include <algorithm>

namespace lockstep {

namespace {

using dnnl::algorithm;
using dnnl::memory;
using dnnl::prop_kind;
using Tag = memory::format_tag;
constexpr auto kFloat32 = memory::data_type::f32;

memory::desc anyLayout(const memory::desc& desc)
{
    return {desc.dims(), kFloat32, Tag::any};
}

memory::desc plainLayout(const memory::dims& dims)
{
    memory::dims strides(dims.size(), 1);
    for (std::size_t i = dims.size() - 1; i > 0; --i)
        strides[i - 1] = strides[i] * dims[i];
    return {dims, kFloat32, strides};
}

algorithm forwardAlgorithm(const ActivationLayer& layer)
{
    return layer.function == Activation::Relu ? algorithm::eltwise_relu : algorithm::eltwise_tanh;
}

/// Backward from the output: the input of a fused activation is never stored.
algorithm backwardAlgorithm(const ActivationLayer& layer)
{
    return layer.function == Activation::Relu ? algorithm::eltwise_relu_use_dst_for_bwd
                                              : algorithm::eltwise_tanh_use_dst_for_bwd;
}

dnnl::primitive_attr attributes(const ActivationLayer* fused = nullptr)
{
    dnnl::primitive_attr attr;
    attr.set_scratchpad_mode(dnnl::scratchpad_mode::user);
    if (fused != nullptr) {
        dnnl::post_ops after;
        after.append_eltwise(1.0f, forwardAlgorithm(*fused), 0.0f, 0.0f);
        attr.set_post_ops(after);
    }
    return attr;
}

struct Window {
    memory::dims strides, kernel, padding;
};

Window windowOf(const ConvolutionLayer& c)
{
    return {{c.stride, c.stride}, {c.kernel, c.kernel}, {c.padding, c.padding}};
}

Window windowOf(const MaxPoolLayer& p)
{
    return {{p.stride, p.stride}, {p.kernel, p.kernel}, {0, 0}};
}

} // namespace

memory::desc DnnlNetwork::plainDesc(int count, const Shape& sample)
{
    memory::dims dims{count};
    dims.insert(dims.end(), sample.sizes().begin(), sample.sizes().end());
    return plainLayout(dims);
}

std::vector<DnnlNetwork::Node> DnnlNetwork::makeNodes(const Graph& graph, int count)
{
    std::vector<Node> nodes;
    for (std::size_t i = 1; i < graph.layers().size(); ++i) {
        const Layer& layer = graph.layers()[i];
        const auto* activation = std::get_if<ActivationLayer>(&layer.kind);
        if (activation != nullptr && !nodes.empty() && nodes.back().hasParameters && nodes.back().activation == nullptr) {
            nodes.back().activation = activation;
            continue;
        }
        Node node;
        node.layer = &layer;
        node.inputDesc = plainDesc(count, graph.layers()[i - 1].output);
        node.outputDesc = plainDesc(count, layer.output);
        node.hasParameters = !layer.parameters.empty();
        if (node.hasParameters) {
            memory::dims dims = layer.parameters[0].shape.sizes();
            if (std::holds_alternative<LinearLayer>(layer.kind)) {
                // A linear layer reads a spatial input as it is; its weight is then seen as one window per feature.
                dims = node.inputDesc.dims();
                dims[0] = layer.output[0];
            }
            node.weightDesc = plainLayout(dims);
            node.biasDesc = plainLayout(layer.parameters[1].shape.sizes());
        }
        nodes.push_back(std::move(node));
    }
    return nodes;
}

DnnlNetwork::Id DnnlNetwork::scratchpad(const dnnl::primitive_desc_base& description)
{
    return tensor(description.scratchpad_desc());
}

DnnlNetwork::Id DnnlNetwork::addForward(Node& node, Id input)
{
    if (std::holds_alternative<ConvolutionLayer>(node.layer->kind))
        addConvolution(node, input);
    else if (std::holds_alternative<LinearLayer>(node.layer->kind))
        addLinear(node, input);
    else if (std::holds_alternative<MaxPoolLayer>(node.layer->kind))
        addPooling(node, input);
    else
        addActivation(node, input);
    return node.output;
}

void DnnlNetwork::addConvolution(Node& node, Id input)
{
    const Window w = windowOf(std::get<ConvolutionLayer>(node.layer->kind));
    node.convolution = {{prop_kind::forward_training, algorithm::convolution_direct, anyLayout(node.inputDesc),
                         anyLayout(node.weightDesc), node.biasDesc, anyLayout(node.outputDesc), w.strides, w.padding,
                         w.padding},
                        attributes(node.activation), m_engine};
    const auto& description = node.convolution;
    node.input = converted(m_forward, input, description.src_desc());
    node.output = tensor(description.dst_desc());
    execute(m_forward, dnnl::convolution_forward(description),
            {{DNNL_ARG_SRC, node.input},
             {DNNL_ARG_WEIGHTS, loadedWeight(node.weight, description.weights_desc())},
             {DNNL_ARG_BIAS, node.bias},
             {DNNL_ARG_DST, node.output},
             {DNNL_ARG_SCRATCHPAD, scratchpad(description)}});
}

void DnnlNetwork::addLinear(Node& node, Id input)
{
    node.linear = {{prop_kind::forward_training, anyLayout(node.inputDesc), anyLayout(node.weightDesc), node.biasDesc,
                    anyLayout(node.outputDesc)},
                   attributes(node.activation), m_engine};
    const auto& description = node.linear;
    node.input = converted(m_forward, input, description.src_desc());
    node.output = tensor(description.dst_desc());
    execute(m_forward, dnnl::inner_product_forward(description),
            {{DNNL_ARG_SRC, node.input},
             {DNNL_ARG_WEIGHTS, loadedWeight(node.weight, description.weights_desc())},
             {DNNL_ARG_BIAS, node.bias},
             {DNNL_ARG_DST, node.output},
             {DNNL_ARG_SCRATCHPAD, scratchpad(description)}});
}

void DnnlNetwork::addPooling(Node& node, Id input)
{
    const Window w = windowOf(std::get<MaxPoolLayer>(node.layer->kind));
    node.pooling = {{prop_kind::forward_training, algorithm::pooling_max, m_tensors[input].desc,
                     anyLayout(node.outputDesc), w.strides, w.kernel, w.padding, w.padding},
                    attributes(), m_engine};
    node.input = input;
    node.output = tensor(node.pooling.dst_desc());
    node.workspace = tensor(node.pooling.workspace_desc());
    execute(m_forward, dnnl::pooling_forward(node.pooling),
            {{DNNL_ARG_SRC, input},
             {DNNL_ARG_DST, node.output},
             {DNNL_ARG_WORKSPACE, node.workspace},
             {DNNL_ARG_SCRATCHPAD, scratchpad(node.pooling)}});
}

void DnnlNetwork::addActivation(Node& node, Id input)
{
    node.activation = &std::get<ActivationLayer>(node.layer->kind);
    const dnnl::eltwise_forward::primitive_desc description(
        {prop_kind::forward_training, forwardAlgorithm(*node.activation), m_tensors[input].desc, 0.0f, 0.0f}, attributes(),
        m_engine);
    node.input = input;
    node.output = tensor(m_tensors[input].desc);
    execute(m_forward, dnnl::eltwise_forward(description),
            {{DNNL_ARG_SRC, input}, {DNNL_ARG_DST, node.output}, {DNNL_ARG_SCRATCHPAD, scratchpad(description)}});
}

DnnlNetwork::Id DnnlNetwork::addActivationBackward(Node& node, Id gradient)
{
    const memory::desc desc = m_tensors[node.output].desc;
    const algorithm kind = backwardAlgorithm(*node.activation);
    const dnnl::eltwise_forward::primitive_desc hint({prop_kind::forward_training, kind, desc, 0.0f, 0.0f}, m_engine);
    const dnnl::eltwise_backward::primitive_desc description({kind, desc, desc, 0.0f, 0.0f}, attributes(), m_engine, hint);
    const Id result = tensor(desc);
    execute(m_backward, dnnl::eltwise_backward(description),
            {{DNNL_ARG_DST, node.output},
             {DNNL_ARG_DIFF_DST, converted(m_backward, gradient, desc)},
             {DNNL_ARG_DIFF_SRC, result},
             {DNNL_ARG_SCRATCHPAD, scratchpad(description)}});
    return result;
}

void DnnlNetwork::addWeightGradient(Node& node, Id gradient, const dnnl::primitive& primitive,
                                    const dnnl::primitive_desc_base& description)
{
    const memory::desc weights = description.query_md(dnnl::query::diff_weights_md);
    const Id result = weights == node.weightDesc ? node.weightGradient : tensor(weights);
    const Id input = converted(m_backward, node.input, description.query_md(dnnl::query::src_md));
    const Id from = converted(m_backward, gradient, description.query_md(dnnl::query::diff_dst_md));
    execute(m_backward, primitive,
            {{DNNL_ARG_SRC, input},
             {DNNL_ARG_DIFF_DST, from},
             {DNNL_ARG_DIFF_WEIGHTS, result},
             {DNNL_ARG_DIFF_BIAS, node.biasGradient},
             {DNNL_ARG_SCRATCHPAD, scratchpad(description)}});
    if (result != node.weightGradient)
        execute(m_backward, dnnl::reorder(dnnl::reorder::primitive_desc(m_engine, weights, m_engine, node.weightDesc)),
                {{DNNL_ARG_FROM, result}, {DNNL_ARG_TO, node.weightGradient}});
    m_marks.push_back(m_backward.size());
}

DnnlNetwork::Id DnnlNetwork::addInputGradient(Node& node, Id gradient, const dnnl::primitive& primitive,
                                              const dnnl::primitive_desc_base& description)
{
    const Id result = tensor(description.query_md(dnnl::query::diff_src_md));
    const Id from = converted(m_backward, gradient, description.query_md(dnnl::query::diff_dst_md));
    execute(m_backward, primitive,
            {{DNNL_ARG_DIFF_DST, from},
             {DNNL_ARG_WEIGHTS, loadedWeight(node.weight, description.query_md(dnnl::query::weights_md))},
             {DNNL_ARG_DIFF_SRC, result},
             {DNNL_ARG_SCRATCHPAD, scratchpad(description)}});
    return result;
}

std::optional<DnnlNetwork::Id> DnnlNetwork::addBackward(Node& node, Id gradient, bool inputWanted)
{
    if (node.activation != nullptr)
        gradient = addActivationBackward(node, gradient);
    if (const auto* c = std::get_if<ConvolutionLayer>(&node.layer->kind)) {
        const Window w = windowOf(*c);
        const dnnl::convolution_backward_weights::primitive_desc weights(
            {algorithm::convolution_direct, anyLayout(node.inputDesc), anyLayout(node.weightDesc), node.biasDesc,
             anyLayout(node.outputDesc), w.strides, w.padding, w.padding},
            attributes(), m_engine, node.convolution);
        addWeightGradient(node, gradient, dnnl::convolution_backward_weights(weights), weights);
        if (!inputWanted)
            return std::nullopt;
        const dnnl::convolution_backward_data::primitive_desc data(
            {algorithm::convolution_direct, anyLayout(node.inputDesc), anyLayout(node.weightDesc),
             anyLayout(node.outputDesc), w.strides, w.padding, w.padding},
            attributes(), m_engine, node.convolution);
        return addInputGradient(node, gradient, dnnl::convolution_backward_data(data), data);
    }
    if (std::holds_alternative<LinearLayer>(node.layer->kind)) {
        const dnnl::inner_product_backward_weights::primitive_desc weights(
            {anyLayout(node.inputDesc), anyLayout(node.weightDesc), node.biasDesc, anyLayout(node.outputDesc)},
            attributes(), m_engine, node.linear);
        addWeightGradient(node, gradient, dnnl::inner_product_backward_weights(weights), weights);
        if (!inputWanted)
            return std::nullopt;
        const dnnl::inner_product_backward_data::primitive_desc data(
            {anyLayout(node.inputDesc), anyLayout(node.weightDesc), anyLayout(node.outputDesc)}, attributes(), m_engine,
            node.linear);
        return addInputGradient(node, gradient, dnnl::inner_product_backward_data(data), data);
    }
    if (const auto* p = std::get_if<MaxPoolLayer>(&node.layer->kind)) {
        const Window w = windowOf(*p);
        const dnnl::pooling_backward::primitive_desc description(
            {algorithm::pooling_max, m_tensors[node.input].desc, node.pooling.dst_desc(), w.strides, w.kernel, w.padding,
             w.padding},
            attributes(), m_engine, node.pooling);
        const Id result = tensor(description.diff_src_desc());
        execute(m_backward, dnnl::pooling_backward(description),
                {{DNNL_ARG_DIFF_DST, converted(m_backward, gradient, description.diff_dst_desc())},
                 {DNNL_ARG_WORKSPACE, node.workspace},
                 {DNNL_ARG_DIFF_SRC, result},
                 {DNNL_ARG_SCRATCHPAD, scratchpad(description)}});
        return result;
    }
    return gradient;
}

} // namespace lockstep
