// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/error.h"
#include "engine/graph/graph.h"

namespace lockstep {
namespace {

// Far above every real model, low enough for every product of sizes to be computed safely.
constexpr std::int64_t kLargestSize = 1 << 24;

[[noreturn]] void refuse(Error error)
{
    throw EngineError(ExitCode::InvalidExperiment, std::move(error));
}

void checkArgument(const std::string& layer, const char* argument, std::int64_t value, std::int64_t least,
                   std::int64_t most = kLargestSize)
{
    if (value < least || value > most)
        refuse({LOCKSTEP_TEXT("Layer %1 of the model: %2 is %3; expected %4 to %5."),
                {layer, argument, std::to_string(value), std::to_string(least), std::to_string(most)},
                {}});
}

void checkFraction(const std::string& layer, const char* argument, double value, bool fits)
{
    if (!fits)
        refuse({LOCKSTEP_TEXT("Layer %1 of the model: its %2 is %3; expected a number between 0 and 1."),
                {layer, argument, std::to_string(value)},
                {}});
}

void checkProbability(const std::string& layer, double value)
{
    checkFraction(layer, "probability", value, value >= 0 && value < 1);
}

void checkEpsilon(const std::string& layer, double value)
{
    checkFraction(layer, "epsilon", value, value > 0 && value < 1);
}

void checkDivides(const std::string& layer, const char* argument, std::int64_t value, std::int64_t channels)
{
    checkArgument(layer, argument, value, 1);
    if (channels % value != 0)
        refuse({LOCKSTEP_TEXT("Layer %1 of the model: %2 is %3, which does not divide its %4 channels."),
                {layer, argument, std::to_string(value), std::to_string(channels)},
                {}});
}

struct Window {
    std::int64_t kernel;
    std::int64_t stride;
    std::int64_t padding;
    bool ceil = false;
};

/// Size after the window slid over one dimension, as PyTorch counts: with `ceil` the last window, even the
/// only one, may end outside, but begins inside the input or its left padding.
std::int64_t slidSize(const std::string& layer, const Shape& input, std::size_t dimension,
                      const Window& window)
{
    const std::int64_t span =
        input[dimension] + 2 * window.padding - window.kernel + (window.ceil ? window.stride - 1 : 0);
    if (span < 0)
        refuse({LOCKSTEP_TEXT(
                    "Layer %1 of the model: its window of %2 is larger than its input of %3 (padding %4). "
                    "Choose larger samples, or a model for this sample size."),
                {layer, std::to_string(window.kernel), toString(input), std::to_string(window.padding)},
                {}});
    const std::int64_t size = span / window.stride + 1;
    const bool beyond = window.ceil && (size - 1) * window.stride >= input[dimension] + window.padding;
    return beyond ? size - 1 : size;
}

Shape slide(const std::string& layer, const Shape& input, std::int64_t channels, const Window& window)
{
    return {channels, slidSize(layer, input, 1, window), slidSize(layer, input, 2, window)};
}

/// The same map with other channels.
Shape withChannels(const Shape& map, std::int64_t channels)
{
    std::vector<std::int64_t> sizes = map.sizes();
    sizes.front() = channels;
    return Shape(std::move(sizes));
}

/// Of a clip, with TensorFlow's padding "SAME".
Shape slideSame(const Shape& input, std::int64_t channels, const ClipWindow& stride)
{
    const auto slid = [](std::int64_t size, int by) { return (size + by - 1) / by; };
    return {channels, slid(input[1], stride.frames), slid(input[2], stride.side), slid(input[3], stride.side)};
}

void checkWindow(const std::string& layer, const ClipWindow& kernel, const ClipWindow& stride)
{
    for (int size : {kernel.frames, kernel.side})
        checkArgument(layer, "kernel", size, 1);
    for (int size : {stride.frames, stride.side})
        checkArgument(layer, "stride", size, 1);
}

Layer newLayer(const std::string& name, LayerKind kind, std::vector<LayerId> inputs, Shape output)
{
    Layer layer;
    layer.name = name;
    layer.kind = std::move(kind);
    layer.inputs = std::move(inputs);
    layer.output = std::move(output);
    return layer;
}

void setNormParameters(Layer& layer, std::int64_t channels)
{
    layer.parameters = {{layer.name + ".weight", {channels}, {Initializer::Kind::Constant, 1}},
                        {layer.name + ".bias", {channels}, {Initializer::Kind::Constant, 0}}};
}

} // namespace

const Layer& Graph::picture(LayerId from, const std::string& name) const
{
    const Layer& input = layer(from);
    if (input.output.rank() != 3)
        refuse({LOCKSTEP_TEXT(
                    "Layer %1 of the model reads a tensor of shape %2; it needs channels, height and width."),
                {name, toString(input.output)},
                {}});
    return input;
}

const Layer& Graph::clip(LayerId from, const std::string& name) const
{
    const Layer& input = layer(from);
    if (input.output.rank() != 4)
        refuse({LOCKSTEP_TEXT("Layer %1 of the model reads a tensor of shape %2; it needs channels, frames, "
                              "height and width."),
                {name, toString(input.output)},
                {}});
    return input;
}

const Layer& Graph::maps(LayerId from, const std::string& name) const
{
    return layer(from).output.rank() == 4 ? layer(from) : picture(from, name);
}

void Graph::setWeights(Layer& layer, const Shape& weight, const InitialValues::Rule& rule, bool bias) const
{
    layer.parameters = {{layer.name + ".weight", weight, rule(weight)}};
    if (bias)
        layer.parameters.push_back(
            {layer.name + ".bias", {weight[0]}, m_initial.zeroBias ? Initializer{} : uniformFanIn(weight)});
    layer.flops = 2 * (weight.elements() / weight[0]) * layer.output.elements();
}

LayerId Graph::input(const Shape& sample)
{
    LOCKSTEP_CHECK(m_layers.empty());
    if (sample.rank() != 1 && sample.rank() != 3 && sample.rank() != 4)
        refuse({LOCKSTEP_TEXT("The samples have the shape %1; a model reads channels x height x width, channels "
                              "x frames x height x width, or features."),
                {toString(sample)},
                {}});
    for (std::int64_t size : sample.sizes())
        checkArgument("input", "size", size, 1);
    return append(newLayer("input", InputLayer{}, {}, sample));
}

LayerId Graph::convolution(LayerId from, const std::string& name, ConvolutionLayer kind)
{
    const Shape& input = picture(from, name).output;
    checkArgument(name, "channels", kind.channels, 1);
    checkArgument(name, "kernel", kind.kernel, 1);
    checkArgument(name, "stride", kind.stride, 1);
    checkArgument(name, "padding", kind.padding, 0);
    checkDivides(name, "groups", kind.groups, input[0]);
    checkDivides(name, "groups", kind.groups, kind.channels);
    if (kind.flatWeight)
        LOCKSTEP_CHECK(kind.kernel == 1 && kind.stride == 1 && kind.padding == 0 && kind.groups == 1);
    Layer added = newLayer(name, kind, {from},
                           slide(name, input, kind.channels, {kind.kernel, kind.stride, kind.padding}));
    const Shape weight = kind.flatWeight
                             ? Shape{kind.channels, input[0]}
                             : Shape{kind.channels, input[0] / kind.groups, kind.kernel, kind.kernel};
    setWeights(added, weight, kind.flatWeight ? m_initial.linear : m_initial.convolution, kind.bias);
    return append(std::move(added));
}

LayerId Graph::clipConvolution(LayerId from, const std::string& name, ClipConvolutionLayer kind)
{
    const Shape& input = clip(from, name).output;
    checkArgument(name, "channels", kind.channels, 1);
    checkWindow(name, kind.kernel, kind.stride);
    Layer added = newLayer(name, kind, {from}, slideSame(input, kind.channels, kind.stride));
    const Shape weight{kind.channels, input[0], kind.kernel.frames, kind.kernel.side, kind.kernel.side};
    setWeights(added, weight, m_initial.convolution, kind.bias);
    return append(std::move(added));
}

LayerId Graph::linear(LayerId from, const std::string& name, LinearLayer kind)
{
    checkArgument(name, "features", kind.features, 1);
    Layer added = newLayer(name, kind, {from}, {kind.features});
    setWeights(added, {kind.features, layer(from).output.elements()}, m_initial.linear, true);
    return append(std::move(added));
}

LayerId Graph::batchNorm(LayerId from, const std::string& name, BatchNormLayer kind)
{
    const Shape& input = maps(from, name).output;
    checkEpsilon(name, kind.epsilon);
    checkFraction(name, "momentum", kind.momentum, kind.momentum >= 0 && kind.momentum <= 1);
    Layer added = newLayer(name, kind, {from}, input);
    setNormParameters(added, input[0]);
    added.buffers = {{name + ".running_mean", {input[0]}, BufferSpec::Kind::RunningMean},
                     {name + ".running_var", {input[0]}, BufferSpec::Kind::RunningVariance},
                     {name + ".num_batches_tracked", {}, BufferSpec::Kind::BatchCount}};
    added.flops = input.elements();
    return append(std::move(added));
}

LayerId Graph::layerNorm(LayerId from, const std::string& name, LayerNormLayer kind)
{
    const Shape& input = layer(from).output;
    checkEpsilon(name, kind.epsilon);
    Layer added = newLayer(name, kind, {from}, input);
    setNormParameters(added, input[0]);
    added.flops = input.elements();
    return append(std::move(added));
}

LayerId Graph::layerScale(LayerId from, const std::string& name, LayerScaleLayer kind)
{
    const Shape& input = picture(from, name).output;
    Layer added = newLayer(name, kind, {from}, input);
    added.parameters = {{name, {input[0], 1, 1}, {Initializer::Kind::Constant, kind.initial}}};
    added.flops = input.elements();
    return append(std::move(added));
}

LayerId Graph::maxPool(LayerId from, const std::string& name, MaxPoolLayer kind)
{
    const Shape& input = picture(from, name).output;
    checkArgument(name, "kernel", kind.kernel, 1);
    checkArgument(name, "stride", kind.stride, 1);
    checkArgument(name, "padding", kind.padding, 0, kind.kernel / 2);
    Layer added = newLayer(name, kind, {from},
                           slide(name, input, input[0], {kind.kernel, kind.stride, kind.padding, kind.ceil}));
    added.flops = added.output.elements() * kind.kernel * kind.kernel;
    return append(std::move(added));
}

LayerId Graph::clipMaxPool(LayerId from, const std::string& name, ClipMaxPoolLayer kind)
{
    const Shape& input = clip(from, name).output;
    checkWindow(name, kind.kernel, kind.stride);
    Layer added = newLayer(name, kind, {from}, slideSame(input, input[0], kind.stride));
    added.flops = added.output.elements() * kind.kernel.frames * kind.kernel.side * kind.kernel.side;
    return append(std::move(added));
}

LayerId Graph::averagePool(LayerId from, const std::string& name, AdaptiveAveragePoolLayer kind)
{
    const Shape& input = maps(from, name).output;
    checkArgument(name, "height", kind.height, 1);
    checkArgument(name, "width", kind.width, 1);
    checkArgument(name, "frames", kind.frames, 1);
    const bool isClip = input.rank() == 4;
    const Shape output =
        isClip ? Shape{input[0], kind.frames, kind.height, kind.width} : Shape{input[0], kind.height, kind.width};
    Layer added = newLayer(name, kind, {from}, output);
    // Windows floor(i H / h) ... ceil((i + 1) H / h) of neighbours may share pixels.
    const auto reads = [](std::int64_t in, std::int64_t out) {
        std::int64_t sum = 0;
        for (std::int64_t i = 0; i < out; ++i)
            sum += ((i + 1) * in + out - 1) / out - i * in / out;
        return sum;
    };
    added.flops = input[0];
    for (std::size_t i = 1; i < input.rank(); ++i)
        added.flops *= reads(input[i], output[i]);
    return append(std::move(added));
}

LayerId Graph::activation(LayerId from, const std::string& name, Activation function)
{
    Layer added = newLayer(name, ActivationLayer{function}, {from}, layer(from).output);
    added.flops = added.output.elements();
    return append(std::move(added));
}

LayerId Graph::add(LayerId left, LayerId right, const std::string& name)
{
    const Shape& shape = layer(left).output;
    if (shape != layer(right).output)
        refuse(
            {LOCKSTEP_TEXT("Layer %1 of the model adds tensors of the shapes %2 and %3; they must be equal."),
             {name, toString(shape), toString(layer(right).output)},
             {}});
    Layer added = newLayer(name, AddLayer{}, {left, right}, shape);
    added.flops = 2 * shape.elements();
    return append(std::move(added));
}

LayerId Graph::concat(const std::vector<LayerId>& from, const std::string& name)
{
    LOCKSTEP_CHECK(!from.empty());
    const Shape& first = maps(from.front(), name).output;
    std::int64_t channels = 0;
    for (LayerId each : from) {
        const Shape& shape = maps(each, name).output;
        if (withChannels(shape, first[0]) != first)
            refuse({LOCKSTEP_TEXT("Layer %1 of the model joins tensors of the shapes %2 and %3; only their channels "
                                  "may differ."),
                    {name, toString(first), toString(shape)},
                    {}});
        channels += shape[0];
    }
    return append(newLayer(name, ConcatLayer{}, from, withChannels(first, channels)));
}

LayerId Graph::slice(LayerId from, const std::string& name, SliceLayer kind)
{
    const Shape& input = maps(from, name).output;
    checkArgument(name, "first", kind.first, 0, input[0] - 1);
    checkArgument(name, "channels", kind.channels, 1, input[0] - kind.first);
    return append(newLayer(name, kind, {from}, withChannels(input, kind.channels)));
}

LayerId Graph::channelShuffle(LayerId from, const std::string& name, ChannelShuffleLayer kind)
{
    const Shape& input = maps(from, name).output;
    checkDivides(name, "groups", kind.groups, input[0]);
    return append(newLayer(name, kind, {from}, input));
}

LayerId Graph::dropout(LayerId from, const std::string& name, DropoutLayer kind)
{
    checkProbability(name, kind.probability);
    return append(newLayer(name, kind, {from}, layer(from).output));
}

LayerId Graph::stochasticDepth(LayerId from, const std::string& name, StochasticDepthLayer kind)
{
    checkProbability(name, kind.probability);
    return append(newLayer(name, kind, {from}, layer(from).output));
}

LayerId Graph::subsample(LayerId from, const std::string& name, SubsampleLayer kind)
{
    const Shape& input = picture(from, name).output;
    checkArgument(name, "stride", kind.stride, 1);
    checkArgument(name, "before", kind.before, 0);
    checkArgument(name, "after", kind.after, 0);
    const auto kept = [&](std::int64_t size) { return (size + kind.stride - 1) / kind.stride; };
    return append(
        newLayer(name, kind, {from}, {kind.before + input[0] + kind.after, kept(input[1]), kept(input[2])}));
}

} // namespace lockstep
