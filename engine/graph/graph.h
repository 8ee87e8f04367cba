// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/core/shape.h"
#include "engine/graph/initializers.h"
#include "engine/graph/layers.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace lockstep {

using LayerId = int;

/// How a model fills its weights, by their shape; PyTorch's own defaults if it does not say.
struct InitialValues {
    using Rule = std::function<Initializer(const Shape& weight)>;
    Rule convolution = uniformFanIn;
    Rule linear = uniformFanIn;
    bool zeroBias = false; ///< else uniform, with the bound of uniformFanIn of the weight beside it
};

struct ParameterSpec {
    std::string name; ///< "conv1.weight"
    Shape shape;
    Initializer initial;
};

/// A tensor that belongs to a checkpoint but is not trained: the running statistics of batch norm.
struct BufferSpec {
    enum class Kind { RunningMean, RunningVariance, BatchCount };
    std::string name; ///< "bn1.running_mean"
    Shape shape;      ///< BatchCount ("bn1.num_batches_tracked"): a scalar, {}
    Kind kind = Kind::RunningMean;
};

struct Layer {
    std::string
        name; ///< torchvision's module name where it has one ("layer1.0.conv1"), else one of ours; unique
    LayerKind kind;
    std::vector<LayerId> inputs;
    Shape
        output; ///< of one sample: {channels, height, width}, {channels, frames, height, width} or {features}
    std::vector<ParameterSpec> parameters;
    std::vector<BufferSpec> buffers;
    std::size_t firstParameter = 0; ///< place of parameters[0] in Graph::parameters(); the others follow it
    std::size_t firstBuffer = 0;    ///< place of buffers[0] in Graph::buffers(); the others follow it
    bool trainingOnly = false;      ///< the output does not need it: part of an auxiliary head
    /// Forward, one sample: 2 for each multiply-add of a convolution or linear layer (biases not counted); 1
    /// for each element that a norm, scale, activation, pooling or addition reads (a pooling reads every
    /// window in full); 0 for layers that only move or drop elements.
    std::int64_t flops = 0;
    std::int64_t activationBytes = 0; ///< f32 output of one sample
};

/// A head whose loss, times `weight`, is added to that of the output in training (GoogLeNet).
struct AuxiliaryHead {
    LayerId logits = 0;
    double weight = 0;
};

/// A model as a device-free graph: layers in topological order, each naming the layers it reads. Shapes are
/// of one sample; the batch dimension is the program's business. Built layer by layer; every call infers the
/// output shape and throws EngineError naming the layer when the arguments do not fit its input.
class Graph {
public:
    explicit Graph(std::string name, InitialValues initial = {})
        : m_name(std::move(name)), m_initial(std::move(initial))
    {
    }

    LayerId input(const Shape& sample);
    LayerId convolution(LayerId from, const std::string& name, ConvolutionLayer layer);
    LayerId clipConvolution(LayerId from, const std::string& name, ClipConvolutionLayer layer);
    LayerId linear(LayerId from, const std::string& name, LinearLayer layer);
    LayerId batchNorm(LayerId from, const std::string& name, BatchNormLayer layer = {});
    LayerId layerNorm(LayerId from, const std::string& name, LayerNormLayer layer = {});
    LayerId layerScale(LayerId from, const std::string& name, LayerScaleLayer layer = {});
    LayerId maxPool(LayerId from, const std::string& name, MaxPoolLayer layer = {});
    LayerId clipMaxPool(LayerId from, const std::string& name, ClipMaxPoolLayer layer);
    LayerId averagePool(LayerId from, const std::string& name, AdaptiveAveragePoolLayer layer = {});
    LayerId activation(LayerId from, const std::string& name, Activation function);
    LayerId relu(LayerId from, const std::string& name) { return activation(from, name, Activation::Relu); }
    LayerId tanh(LayerId from, const std::string& name) { return activation(from, name, Activation::Tanh); }
    LayerId add(LayerId left, LayerId right, const std::string& name);
    LayerId concat(const std::vector<LayerId>& from, const std::string& name);
    LayerId slice(LayerId from, const std::string& name, SliceLayer layer);
    LayerId channelShuffle(LayerId from, const std::string& name, ChannelShuffleLayer layer);
    LayerId dropout(LayerId from, const std::string& name, DropoutLayer layer);
    LayerId stochasticDepth(LayerId from, const std::string& name, StochasticDepthLayer layer);
    LayerId subsample(LayerId from, const std::string& name, SubsampleLayer layer);
    /// Replaces how a parameter of the last layer is initialised (0: its first).
    void initialize(std::size_t parameter, Initializer initial);
    /// Gives the coming layer of that name its place in the order of parameters now, as torchvision's
    /// registration order sometimes is not the order of computation (ConvNeXt's layer_scale).
    void reserveParameters(const std::string& name, std::size_t count);
    /// Layers that lead to heads alone are trainingOnly. The output is added after the heads.
    void auxiliaryHead(LayerId logits, double weight);

    const std::string& name() const { return m_name; }
    const std::vector<Layer>& layers() const { return m_layers; }
    const Layer& layer(LayerId id) const { return m_layers.at(static_cast<std::size_t>(id)); }
    /// The last layer added: the logits, {classes}, {classes, 1, 1} or {classes, 1, 1, 1}.
    const Layer& output() const { return m_layers.back(); }
    const Shape& inputShape() const { return m_layers.front().output; }
    const std::vector<AuxiliaryHead>& auxiliaryHeads() const { return m_heads; }
    /// Every parameter in torchvision's state_dict order, auxiliary heads included.
    std::vector<ParameterSpec> parameters() const;
    /// Every buffer, in state_dict order.
    std::vector<BufferSpec> buffers() const;
    /// Of the network that is evaluated: without layers that are trainingOnly.
    std::int64_t parameterCount() const;
    /// Forward, one sample, of the network that is evaluated.
    std::int64_t flops() const;

private:
    const Layer& picture(LayerId from, const std::string& name) const;
    const Layer& clip(LayerId from, const std::string& name) const;
    const Layer& maps(LayerId from, const std::string& name) const;
    void setWeights(Layer& layer, const Shape& weight, const InitialValues::Rule& rule, bool bias) const;
    LayerId append(Layer layer);
    void place(Layer& layer);
    void markTrainingOnly();

    std::string m_name;
    InitialValues m_initial;
    std::vector<Layer> m_layers;
    std::vector<AuxiliaryHead> m_heads;
    struct Reservation {
        std::string name;
        std::size_t first;
        std::size_t count;
    };
    std::vector<Reservation> m_reserved;
    std::size_t m_parameterCount = 0;
    std::size_t m_bufferCount = 0;
};

/// The model of that name for this sample shape and class count; throws EngineError listing the names known,
/// or when a model of pictures is to learn clips or the reverse.
Graph makeModel(const std::string& name, const Shape& sample, int classes);

} // namespace lockstep
