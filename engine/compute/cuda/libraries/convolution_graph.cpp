// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/libraries/convolution_graph.h"

#include "engine/compute/cuda/libraries/graph_parts.h"

namespace lockstep::cuda {
namespace {

/// Which operand of the pass is x, the weights, y.
struct Roles {
    GraphTensor x = GraphTensor::First;
    GraphTensor weights = GraphTensor::Second;
    GraphTensor y = GraphTensor::Result;
};

Roles rolesOf(ConvolutionPass pass)
{
    switch (pass) {
    case ConvolutionPass::BackwardData:
        return {GraphTensor::Result, GraphTensor::Second, GraphTensor::First};
    case ConvolutionPass::BackwardWeights:
        return {GraphTensor::First, GraphTensor::Result, GraphTensor::Second};
    case ConvolutionPass::Forward:
        break;
    }
    return {};
}

} // namespace

CudnnDescriptor convolutionGraph(const ConvolutionShape& shape, ConvolutionPass pass, cudnnHandle_t handle)
{
    const Roles roles = rolesOf(pass);
    const auto tensor = [&](GraphTensor role, const GraphSizes& sizes) {
        return graphTensor({.id = static_cast<std::int64_t>(role), .element = shape.element, .sizes = sizes});
    };
    return operationGraph({convolutionOperation(shape, pass, tensor(roles.x, inputSizes(shape)),
                                                tensor(roles.weights, weightSizes(shape)),
                                                tensor(roles.y, outputSizes(shape)))},
                          handle);
}

} // namespace lockstep::cuda
