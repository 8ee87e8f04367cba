// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/fused_graph.h"

#include <vector>

/// What the lowerings of all devices have in common.
namespace lockstep {

/// What the lowering of a family of layers works with. It must live until the work of backward is appended;
/// what is made does not refer to it.
template <typename Program, typename Gradients>
class LayerLoweringOf {
public:
    LayerLoweringOf(Program& program, Gradients& gradients) : m_program(program), m_gradients(gradients) {}

protected:
    Program& m_program;
    Gradients& m_gradients;
};

/// Gives clamp(sum of terms), a stage of Stage::Kind::Combine, to the family that it belongs to. `families`
/// holds a device's lowerings by name; the inputs are those of the stage's terms, and y has its buffer.
template <typename Families, typename Value>
void lowerCombination(Families& families, const Stage& stage, const std::vector<Value*>& inputs, Value& y)
{
    const Term& first = stage.terms[0];
    if (first.norm != nullptr)
        families.norms.lower(stage, inputs, y);
    else if (first.plain())
        families.additions.add(stage.clamp, *inputs[0], *inputs[1], y);
    else
        families.additions.addScaled(first, *inputs[0], inputs.size() == 2 ? inputs[1] : nullptr, y);
}

/// Layers that move channels and pixels. False: it is none of them.
template <typename Families, typename Value>
bool lowerMoving(Families& families, const Layer& layer, const std::vector<Value*>& inputs, Value& y)
{
    Value& x = *inputs[0];
    if (std::holds_alternative<ConcatLayer>(layer.kind))
        families.channels.concat(inputs, y);
    else if (const auto* part = std::get_if<SliceLayer>(&layer.kind))
        families.channels.slice(part->first, x, y);
    else if (const auto* order = std::get_if<ChannelShuffleLayer>(&layer.kind))
        families.channels.shuffle(order->groups, x, y);
    else if (const auto* shortcut = std::get_if<SubsampleLayer>(&layer.kind))
        families.channels.subsample(*shortcut, x, y);
    else
        return false;
    return true;
}

/// Layers that treat every element, or every pixel, for itself. False: it is none of them.
template <typename Families, typename Value>
bool lowerPerPixel(Families& families, const Layer& layer, Value& x, Value& y)
{
    if (const auto* a = std::get_if<ActivationLayer>(&layer.kind))
        families.elements.activation(a->function, x, y);
    else if (const auto* d = std::get_if<DropoutLayer>(&layer.kind))
        families.elements.dropout(layer, d->probability, x, y);
    else if (const auto* n = std::get_if<LayerNormLayer>(&layer.kind))
        families.elements.layerNorm(layer, n->epsilon, x, y);
    else
        return false;
    return true;
}

/// Gives one layer, and the clamp after it, to its family; linear layers are the device's own matter. False:
/// it is of no family.
template <typename Families, typename Value>
bool lowerLayer(Families& families, const Stage& stage, const std::vector<Value*>& inputs, Value& y)
{
    const Layer& layer = *stage.layer;
    Value& x = *inputs[0];
    if (const auto* c = std::get_if<ConvolutionLayer>(&layer.kind)) {
        const bool each = c->groups == x.channels && c->channels == x.channels && c->groups > 1;
        each ? families.depthwise.lower(stage, x, y) : families.convolutions.lower(stage, x, y);
    } else if (std::holds_alternative<ClipConvolutionLayer>(layer.kind))
        families.convolutions.lower(stage, x, y);
    else if (std::holds_alternative<MaxPoolLayer>(layer.kind) ||
             std::holds_alternative<ClipMaxPoolLayer>(layer.kind))
        families.pools.max(layer, x, y);
    else if (std::holds_alternative<AdaptiveAveragePoolLayer>(layer.kind))
        families.pools.average(layer, x, y);
    else
        return lowerMoving(families, layer, inputs, y) || lowerPerPixel(families, layer, x, y);
    return true;
}

} // namespace lockstep
