// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/libraries/convolution_graph.h"

namespace lockstep::cuda {
namespace {

using Sizes = std::vector<std::int64_t>;

/// What every tensor is aligned to, in bytes: what loads of whole vectors ask for.
constexpr std::int64_t kAlignment = 16;

cudnnDataType_t dataType(Element element)
{
    switch (element) {
    case Element::Bfloat16:
        return CUDNN_DATA_BFLOAT16;
    case Element::Float16:
        return CUDNN_DATA_HALF;
    case Element::Float32:
        break;
    }
    return CUDNN_DATA_FLOAT;
}

/// Pictures have two sides, clips three.
std::vector<Side> sidesOf(const ConvolutionShape& shape)
{
    if (shape.frames.plain() && shape.frames.in == 1)
        return {shape.rows, shape.columns};
    return {shape.frames, shape.rows, shape.columns};
}

Sizes each(const std::vector<Side>& sides, std::int64_t (*size)(const Side&))
{
    Sizes sizes;
    for (const Side& side : sides)
        sizes.push_back(size(side));
    return sizes;
}

/// As much as before the map where that gives the same places, since fewer engines know unequal paddings;
/// else what the last window reaches.
std::int64_t paddingAfter(const Side& side)
{
    const int places = (side.in + 2 * side.padding - side.kernel) / side.stride + 1;
    return places == side.out ? side.padding : side.after();
}

/// {outer, channels, sides...}, which is how cuDNN counts, stored with the channels last.
CudnnDescriptor tensor(GraphTensor id, Element element, std::int64_t outer, std::int64_t channels,
                       const Sizes& sides)
{
    Sizes sizes = {outer, channels};
    sizes.insert(sizes.end(), sides.begin(), sides.end());
    Sizes strides(sizes.size());
    strides[1] = 1;
    std::int64_t stride = channels;
    for (std::size_t i = sizes.size() - 1; i >= 2; --i) {
        strides[i] = stride;
        stride *= sizes[i];
    }
    strides[0] = stride;
    CudnnDescriptor descriptor(CUDNN_BACKEND_TENSOR_DESCRIPTOR);
    return descriptor.set(CUDNN_ATTR_TENSOR_UNIQUE_ID, static_cast<std::int64_t>(id))
        .set(CUDNN_ATTR_TENSOR_DATA_TYPE, dataType(element))
        .set(CUDNN_ATTR_TENSOR_DIMENSIONS, sizes)
        .set(CUDNN_ATTR_TENSOR_STRIDES, strides)
        .set(CUDNN_ATTR_TENSOR_BYTE_ALIGNMENT, kAlignment)
        .finalize();
}

CudnnDescriptor windows(const std::vector<Side>& sides)
{
    CudnnDescriptor descriptor(CUDNN_BACKEND_CONVOLUTION_DESCRIPTOR);
    return descriptor.set(CUDNN_ATTR_CONVOLUTION_SPATIAL_DIMS, static_cast<std::int64_t>(sides.size()))
        .set(CUDNN_ATTR_CONVOLUTION_COMP_TYPE, CUDNN_DATA_FLOAT)
        .set(CUDNN_ATTR_CONVOLUTION_CONV_MODE, CUDNN_CROSS_CORRELATION)
        .set(CUDNN_ATTR_CONVOLUTION_PRE_PADDINGS,
             each(sides, [](const Side& side) { return std::int64_t{side.padding}; }))
        .set(CUDNN_ATTR_CONVOLUTION_POST_PADDINGS, each(sides, paddingAfter))
        .set(CUDNN_ATTR_CONVOLUTION_DILATIONS, Sizes(sides.size(), 1))
        .set(CUDNN_ATTR_CONVOLUTION_FILTER_STRIDES,
             each(sides, [](const Side& side) { return std::int64_t{side.stride}; }))
        .finalize();
}

/// What the attributes of a pass are called.
struct PassNames {
    cudnnBackendDescriptorType_t operation;
    cudnnBackendAttributeName_t windows;
    cudnnBackendAttributeName_t x;
    cudnnBackendAttributeName_t weights;
    cudnnBackendAttributeName_t y;
    cudnnBackendAttributeName_t alpha;
    cudnnBackendAttributeName_t beta;
};

PassNames namesOf(ConvolutionPass pass)
{
    switch (pass) {
    case ConvolutionPass::BackwardData:
        return {CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_DATA_DESCRIPTOR,
                CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_CONV_DESC,
                CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DX,
                CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_W,
                CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DY,
                CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_ALPHA,
                CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_BETA};
    case ConvolutionPass::BackwardWeights:
        return {CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_FILTER_DESCRIPTOR,
                CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_CONV_DESC,
                CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_X,
                CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DW,
                CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DY,
                CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_ALPHA,
                CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_BETA};
    case ConvolutionPass::Forward:
        break;
    }
    return {CUDNN_BACKEND_OPERATION_CONVOLUTION_FORWARD_DESCRIPTOR,
            CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_CONV_DESC,
            CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_X,
            CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_W,
            CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_Y,
            CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_ALPHA,
            CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_BETA};
}

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
    const std::vector<Side> sides = sidesOf(shape);
    const Sizes in = each(sides, [](const Side& side) { return std::int64_t{side.in}; });
    const Sizes out = each(sides, [](const Side& side) { return std::int64_t{side.out}; });
    const Sizes kernel = each(sides, [](const Side& side) { return std::int64_t{side.kernel}; });
    const Roles roles = rolesOf(pass);
    const PassNames names = namesOf(pass);
    CudnnDescriptor operation(names.operation);
    operation.set(names.windows, windows(sides))
        .set(names.x, tensor(roles.x, shape.element, shape.samples, shape.inChannels, in))
        .set(names.weights,
             tensor(roles.weights, shape.element, shape.outChannels, shape.inChannels / shape.groups, kernel))
        .set(names.y, tensor(roles.y, shape.element, shape.samples, shape.outChannels, out))
        .set(names.alpha, 1.0F)
        .set(names.beta, 0.0F)
        .finalize();
    CudnnDescriptor graph(CUDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR);
    if (handle)
        graph.set(CUDNN_ATTR_OPERATIONGRAPH_HANDLE, handle);
    return graph.set(CUDNN_ATTR_OPERATIONGRAPH_OPS, std::vector{operation}).finalize();
}

} // namespace lockstep::cuda
