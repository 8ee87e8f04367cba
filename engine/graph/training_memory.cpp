// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/training_memory.h"

#include "engine/graph/graph.h"
#include "engine/protocol/optimizer_facts.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

constexpr std::int64_t kFloatBytes = 4;

template <typename... Kinds>
bool isOneOf(const Layer& layer)
{
    return (std::holds_alternative<Kinds>(layer.kind) || ...);
}

bool isActivation(const Layer& layer, Activation function)
{
    const auto* activation = std::get_if<ActivationLayer>(&layer.kind);
    return activation != nullptr && activation->function == function;
}

bool isRelu(const Layer& layer)
{
    return isActivation(layer, Activation::Relu) || isActivation(layer, Activation::Relu6);
}

bool isMaxPool(const Layer& layer)
{
    return isOneOf<MaxPoolLayer, ClipMaxPoolLayer>(layer);
}

/// Its backward needs what it read.
bool needsInput(const Layer& layer)
{
    return isOneOf<ConvolutionLayer, ClipConvolutionLayer, LinearLayer, BatchNormLayer, LayerNormLayer,
                   LayerScaleLayer>(layer) ||
           isActivation(layer, Activation::Gelu);
}

/// Its output's gradient becomes its input's where it lies.
bool worksInPlace(const Layer& layer)
{
    return isOneOf<ActivationLayer, BatchNormLayer, LayerNormLayer, LayerScaleLayer, DropoutLayer,
                   StochasticDepthLayer, AddLayer>(layer);
}

/// Elements of one sample kept for backward, and bytes of one sample that say which elements won their
/// pooling.
struct Kept {
    std::int64_t elements = 0;
    std::int64_t winners = 0;
};

/// Elements of which it is known where in their windows they were. Of clips the largest of each frame are
/// found first, then those of several frames.
std::int64_t winners(const Graph& graph, const Layer& layer)
{
    const std::int64_t all = layer.output.elements();
    const auto* pool = std::get_if<ClipMaxPoolLayer>(&layer.kind);
    if (pool == nullptr || pool->kernel.frames == 1)
        return isMaxPool(layer) ? all : 0;
    return all + all / layer.output[1] * graph.layer(layer.inputs[0]).output[1];
}

Kept keptForBackward(const Graph& graph)
{
    const std::vector<Layer>& layers = graph.layers();
    std::vector<bool> kept(layers.size(), false);
    std::vector<bool> readBeyondPooling(layers.size(), false);
    for (const Layer& layer : layers)
        for (LayerId input : layer.inputs) {
            const auto place = static_cast<std::size_t>(input);
            kept[place] = kept[place] || needsInput(layer);
            readBeyondPooling[place] = readBeyondPooling[place] || !isMaxPool(layer);
        }
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const bool reluAlone = isRelu(layers[i]) && readBeyondPooling[i];
        kept[i] = kept[i] || reluAlone || isActivation(layers[i], Activation::Tanh);
    }
    Kept all;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        all.elements += kept[i] ? layers[i].output.elements() : 0;
        all.winners += winners(graph, layers[i]);
    }
    return all;
}

/// Walks backward: a layer's gradient lives from the first of its readers that writes it until the layer is
/// done.
std::int64_t mostGradientElements(const Graph& graph)
{
    const std::vector<Layer>& layers = graph.layers();
    std::vector<std::int64_t> alive(layers.size(), 0);
    std::int64_t now = 0;
    std::int64_t most = 0;
    for (std::size_t i = layers.size() - 1; i > 0; --i) {
        const auto begin = [&](std::size_t place) {
            if (place > 0 && alive[place] == 0)
                now += alive[place] = layers[place].output.elements();
        };
        const auto end = [&] { now -= std::exchange(alive[i], 0); };
        begin(i);
        most = std::max(most, now);
        if (worksInPlace(layers[i]))
            end();
        for (LayerId input : layers[i].inputs)
            begin(static_cast<std::size_t>(input));
        most = std::max(most, now);
        end();
    }
    return most;
}

} // namespace

TrainingMemory trainingMemory(const Graph& graph, int batch, Precision precision, OptimizerKind optimizer)
{
    const std::int64_t valueBytes = activationBytes(precision);
    std::int64_t parameters = 0;
    for (const ParameterSpec& parameter : graph.parameters())
        parameters += parameter.shape.elements();
    std::int64_t buffers = 0;
    for (const BufferSpec& buffer : graph.buffers())
        buffers += buffer.shape.elements();
    const Kept kept = keptForBackward(graph);

    TrainingMemory memory;
    memory.parameters =
        parameters * (precision == Precision::Float32 ? kFloatBytes : kFloatBytes + valueBytes);
    memory.gradients = parameters * kFloatBytes;
    memory.optimizerState = parameters * kFloatBytes * factsOf(optimizer).stateTensors;
    memory.buffers = buffers * kFloatBytes;
    memory.activations = batch * (kept.elements * valueBytes + kept.winners);
    memory.activationGradients = batch * mostGradientElements(graph) * valueBytes;
    return memory;
}

} // namespace lockstep
