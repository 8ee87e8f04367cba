// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/graph.h"
#include "engine/graph/layer_checks.h"

namespace lockstep {
namespace {

void checkFraction(const std::string& layer, const char* argument, double value, bool fits)
{
    if (!fits)
        refuseModel({LOCKSTEP_TEXT("Layer %1 of the model: its %2 is %3; expected a number between 0 and 1."),
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
        refuseModel(
            {LOCKSTEP_TEXT(
                 "Layer %1 of the model reads a tensor of shape %2; it needs channels, height and width."),
             {name, toString(input.output)},
             {}});
    return input;
}

const Layer& Graph::clip(LayerId from, const std::string& name) const
{
    const Layer& input = layer(from);
    if (input.output.rank() != 4)
        refuseModel(
            {LOCKSTEP_TEXT("Layer %1 of the model reads a tensor of shape %2; it needs channels, frames, "
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
        refuseModel(
            {LOCKSTEP_TEXT("The samples have the shape %1; a model reads channels x height x width, channels "
                           "x frames x height x width, or features."),
             {toString(sample)},
             {}});
    for (std::int64_t size : sample.sizes())
        checkArgument("input", "size", size, 1);
    return append(newLayer("input", InputLayer{}, {}, sample));
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
        refuseModel(
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
            refuseModel(
                {LOCKSTEP_TEXT(
                     "Layer %1 of the model joins tensors of the shapes %2 and %3; only their channels "
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
