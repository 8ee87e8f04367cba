// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/graph.h"

#include "engine/core/error.h"

#include <algorithm>

namespace lockstep {

namespace {

// Far above every real model, low enough for every product of sizes to be computed safely.
constexpr std::int64_t kLargestSize = 1 << 24;

[[noreturn]] void refuse(Error error)
{
    throw EngineError(ExitCode::InvalidExperiment, std::move(error));
}

void checkArgument(const std::string& layer, const char* argument, std::int64_t value, std::int64_t least)
{
    if (value < least || value > kLargestSize)
        refuse({LOCKSTEP_TEXT("Layer %1 of the model: %2 is %3; expected %4 to %5."),
                {layer, argument, std::to_string(value), std::to_string(least), std::to_string(kLargestSize)},
                {}});
}

void checkSpatial(const std::string& layer, const Shape& input)
{
    if (input.rank() != 3)
        refuse({LOCKSTEP_TEXT("Layer %1 of the model reads a tensor of shape %2; it needs channels, height and width."),
                {layer, toString(input)},
                {}});
}

/// Size after a window of `kernel` slid by `stride` over `size` elements with `padding` on both sides.
std::int64_t slide(const std::string& layer, const Shape& input, std::size_t dimension, std::int64_t kernel,
                   std::int64_t stride, std::int64_t padding)
{
    const std::int64_t padded = input[dimension] + 2 * padding;
    if (padded < kernel)
        refuse({LOCKSTEP_TEXT("Layer %1 of the model: its window of %2 is larger than its input of %3 (padding %4). "
                              "Choose a model for this sample size."),
                {layer, std::to_string(kernel), toString(input), std::to_string(padding)},
                {}});
    return (padded - kernel) / stride + 1;
}

} // namespace

LayerId Graph::add(Layer layer)
{
    const auto same = [&](const Layer& other) { return other.name == layer.name; };
    if (layer.name.empty() || std::any_of(m_layers.begin(), m_layers.end(), same))
        refuse({LOCKSTEP_TEXT("Two layers of the model %1 are named \"%2\"; names must be unique and not empty."),
                {m_name, layer.name},
                {}});
    layer.activationBytes = layer.output.elements() * static_cast<std::int64_t>(sizeof(float));
    m_layers.push_back(std::move(layer));
    return static_cast<LayerId>(m_layers.size()) - 1;
}

LayerId Graph::input(const Shape& sample)
{
    LOCKSTEP_CHECK(m_layers.empty());
    if (sample.rank() != 1 && sample.rank() != 3)
        refuse({LOCKSTEP_TEXT("The samples have the shape %1; a model reads channels x height x width, or features."),
                {toString(sample)},
                {}});
    for (std::int64_t size : sample.sizes())
        checkArgument("input", "size", size, 1);
    Layer layer;
    layer.name = "input";
    layer.kind = InputLayer{};
    layer.output = sample;
    return add(std::move(layer));
}

LayerId Graph::convolution(LayerId from, const std::string& name, ConvolutionLayer kind)
{
    const Shape& input = layer(from).output;
    checkSpatial(name, input);
    checkArgument(name, "channels", kind.channels, 1);
    checkArgument(name, "kernel", kind.kernel, 1);
    checkArgument(name, "stride", kind.stride, 1);
    checkArgument(name, "padding", kind.padding, 0);
    Layer added;
    added.name = name;
    added.kind = kind;
    added.inputs = {from};
    added.output = {kind.channels, slide(name, input, 1, kind.kernel, kind.stride, kind.padding),
                    slide(name, input, 2, kind.kernel, kind.stride, kind.padding)};
    const Shape weight{kind.channels, input[0], kind.kernel, kind.kernel};
    const std::int64_t fanIn = weight.elements() / kind.channels;
    added.parameters = {{name + ".weight", weight, fanIn}, {name + ".bias", {kind.channels}, fanIn}};
    added.flops = 2 * fanIn * added.output.elements();
    return add(std::move(added));
}

LayerId Graph::linear(LayerId from, const std::string& name, LinearLayer kind)
{
    const std::int64_t fanIn = layer(from).output.elements();
    checkArgument(name, "features", kind.features, 1);
    Layer added;
    added.name = name;
    added.kind = kind;
    added.inputs = {from};
    added.output = {kind.features};
    added.parameters = {{name + ".weight", {kind.features, fanIn}, fanIn}, {name + ".bias", {kind.features}, fanIn}};
    added.flops = 2 * fanIn * kind.features;
    return add(std::move(added));
}

LayerId Graph::maxPool(LayerId from, const std::string& name, MaxPoolLayer kind)
{
    const Shape& input = layer(from).output;
    checkSpatial(name, input);
    checkArgument(name, "kernel", kind.kernel, 1);
    checkArgument(name, "stride", kind.stride, 1);
    Layer added;
    added.name = name;
    added.kind = kind;
    added.inputs = {from};
    added.output = {input[0], slide(name, input, 1, kind.kernel, kind.stride, 0),
                    slide(name, input, 2, kind.kernel, kind.stride, 0)};
    added.flops = added.output.elements() * kind.kernel * kind.kernel;
    return add(std::move(added));
}

LayerId Graph::activation(LayerId from, const std::string& name, Activation function)
{
    Layer added;
    added.name = name;
    added.kind = ActivationLayer{function};
    added.inputs = {from};
    added.output = layer(from).output;
    added.flops = added.output.elements();
    return add(std::move(added));
}

LayerId Graph::relu(LayerId from, const std::string& name)
{
    return activation(from, name, Activation::Relu);
}

LayerId Graph::tanh(LayerId from, const std::string& name)
{
    return activation(from, name, Activation::Tanh);
}

std::vector<ParameterSpec> Graph::parameters() const
{
    std::vector<ParameterSpec> all;
    for (const Layer& each : m_layers)
        all.insert(all.end(), each.parameters.begin(), each.parameters.end());
    return all;
}

std::int64_t Graph::parameterCount() const
{
    std::int64_t count = 0;
    for (const ParameterSpec& parameter : parameters())
        count += parameter.shape.elements();
    return count;
}

std::int64_t Graph::flops() const
{
    std::int64_t sum = 0;
    for (const Layer& each : m_layers)
        sum += each.flops;
    return sum;
}

} // namespace lockstep
