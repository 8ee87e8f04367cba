// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/core/shape.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

/// A model as a device-free graph: layers in topological order, each naming the layers it reads. Shapes are of
/// one sample ({channels, height, width} or {features}); the batch dimension is the program's business.
namespace lockstep {

using LayerId = int;

struct InputLayer {};
/// Cross-correlation, as PyTorch's Conv2d. Parameters: weight {channels, in, kernel, kernel}, bias {channels}.
struct ConvolutionLayer {
    int channels = 0;
    int kernel = 1;
    int stride = 1;
    int padding = 0;
};
/// PyTorch's Linear: weight {features, in}, bias {features}. A spatial input is flattened first (C, H, W order).
struct LinearLayer {
    int features = 0;
};
struct MaxPoolLayer {
    int kernel = 2;
    int stride = 2;
};
enum class Activation { Relu, Tanh };
struct ActivationLayer {
    Activation function = Activation::Relu;
};
using LayerKind = std::variant<InputLayer, ConvolutionLayer, LinearLayer, MaxPoolLayer, ActivationLayer>;

struct ParameterSpec {
    std::string name; ///< "conv1.weight"
    Shape shape;
    std::int64_t fanIn = 0; ///< inputs per output: what initialisation scales by
};

struct Layer {
    std::string name; ///< "conv1"; unique
    LayerKind kind;
    std::vector<LayerId> inputs;
    Shape output;
    std::vector<ParameterSpec> parameters;
    /// Forward, one sample: 2 for each multiply-add of a convolution or linear layer (biases not counted), 1 for
    /// each element that another layer reads.
    std::int64_t flops = 0;
    std::int64_t activationBytes = 0; ///< f32 output of one sample
};

/// Built layer by layer; every call infers the output shape and throws EngineError naming the layer when the
/// arguments do not fit its input.
class Graph {
public:
    explicit Graph(std::string name) : m_name(std::move(name)) {}

    LayerId input(const Shape& sample);
    LayerId convolution(LayerId from, const std::string& name, ConvolutionLayer layer);
    LayerId linear(LayerId from, const std::string& name, LinearLayer layer);
    LayerId maxPool(LayerId from, const std::string& name, MaxPoolLayer layer = {});
    LayerId relu(LayerId from, const std::string& name);
    LayerId tanh(LayerId from, const std::string& name);

    const std::string& name() const { return m_name; }
    const std::vector<Layer>& layers() const { return m_layers; }
    const Layer& layer(LayerId id) const { return m_layers.at(static_cast<std::size_t>(id)); }
    /// The last layer added: the logits.
    const Layer& output() const { return m_layers.back(); }
    const Shape& inputShape() const { return m_layers.front().output; }
    /// Every parameter in graph order, which is torchvision's state_dict order.
    std::vector<ParameterSpec> parameters() const;
    std::int64_t parameterCount() const;
    std::int64_t flops() const;

private:
    LayerId add(Layer layer);
    LayerId activation(LayerId from, const std::string& name, Activation function);

    std::string m_name;
    std::vector<Layer> m_layers;
};

/// The model of that name for this sample shape and class count; throws EngineError listing the names known.
Graph makeModel(const std::string& name, const Shape& sample, int classes);

} // namespace lockstep
