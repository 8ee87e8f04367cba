// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/libraries/graph_parts.h"

namespace lockstep::cuda {
namespace {

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

GraphSizes each(const std::vector<Side>& sides, std::int64_t (*size)(const Side&))
{
    GraphSizes sizes;
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

CudnnDescriptor windows(const std::vector<Side>& sides)
{
    CudnnDescriptor descriptor(CUDNN_BACKEND_CONVOLUTION_DESCRIPTOR);
    return descriptor.set(CUDNN_ATTR_CONVOLUTION_SPATIAL_DIMS, static_cast<std::int64_t>(sides.size()))
        .set(CUDNN_ATTR_CONVOLUTION_COMP_TYPE, CUDNN_DATA_FLOAT)
        .set(CUDNN_ATTR_CONVOLUTION_CONV_MODE, CUDNN_CROSS_CORRELATION)
        .set(CUDNN_ATTR_CONVOLUTION_PRE_PADDINGS,
             each(sides, [](const Side& side) { return std::int64_t{side.padding}; }))
        .set(CUDNN_ATTR_CONVOLUTION_POST_PADDINGS, each(sides, paddingAfter))
        .set(CUDNN_ATTR_CONVOLUTION_DILATIONS, GraphSizes(sides.size(), 1))
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

GraphSizes sizesOf(std::int64_t outer, std::int64_t channels, const GraphSizes& sides)
{
    GraphSizes sizes = {outer, channels};
    sizes.insert(sizes.end(), sides.begin(), sides.end());
    return sizes;
}

} // namespace

GraphSizes inputSizes(const ConvolutionShape& shape)
{
    return sizesOf(shape.samples, shape.inChannels,
                   each(sidesOf(shape), [](const Side& side) { return std::int64_t{side.in}; }));
}

GraphSizes weightSizes(const ConvolutionShape& shape)
{
    return sizesOf(shape.outChannels, shape.inChannels / shape.groups,
                   each(sidesOf(shape), [](const Side& side) { return std::int64_t{side.kernel}; }));
}

GraphSizes outputSizes(const ConvolutionShape& shape)
{
    return sizesOf(shape.samples, shape.outChannels,
                   each(sidesOf(shape), [](const Side& side) { return std::int64_t{side.out}; }));
}

GraphSizes channelSizes(const ConvolutionShape& shape)
{
    return sizesOf(1, shape.outChannels, GraphSizes(sidesOf(shape).size(), 1));
}

CudnnDescriptor graphTensor(const GraphTensorSpec& spec)
{
    GraphSizes strides(spec.sizes.size());
    strides[1] = 1;
    std::int64_t stride = spec.sizes[1];
    for (std::size_t i = spec.sizes.size() - 1; i >= 2; --i) {
        strides[i] = stride;
        stride *= spec.sizes[i];
    }
    strides[0] = stride;
    CudnnDescriptor descriptor(CUDNN_BACKEND_TENSOR_DESCRIPTOR);
    return descriptor.set(CUDNN_ATTR_TENSOR_UNIQUE_ID, spec.id)
        .set(CUDNN_ATTR_TENSOR_DATA_TYPE, dataType(spec.element))
        .set(CUDNN_ATTR_TENSOR_DIMENSIONS, spec.sizes)
        .set(CUDNN_ATTR_TENSOR_STRIDES, strides)
        .set(CUDNN_ATTR_TENSOR_BYTE_ALIGNMENT, spec.alignment)
        .set(CUDNN_ATTR_TENSOR_IS_VIRTUAL, spec.isVirtual)
        .finalize();
}

CudnnDescriptor convolutionOperation(const ConvolutionShape& shape, ConvolutionPass pass,
                                     const CudnnDescriptor& x, const CudnnDescriptor& weights,
                                     const CudnnDescriptor& y)
{
    const PassNames names = namesOf(pass);
    CudnnDescriptor operation(names.operation);
    return operation.set(names.windows, windows(sidesOf(shape)))
        .set(names.x, x)
        .set(names.weights, weights)
        .set(names.y, y)
        .set(names.alpha, 1.0F)
        .set(names.beta, 0.0F)
        .finalize();
}

CudnnDescriptor operationGraph(const std::vector<CudnnDescriptor>& operations, cudnnHandle_t handle)
{
    CudnnDescriptor graph(CUDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR);
    if (handle)
        graph.set(CUDNN_ATTR_OPERATIONGRAPH_HANDLE, handle);
    return graph.set(CUDNN_ATTR_OPERATIONGRAPH_OPS, operations).finalize();
}

} // namespace lockstep::cuda
