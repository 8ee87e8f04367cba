// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/libraries/convolution_shape.h"
#include "engine/compute/cuda/libraries/cudnn_descriptor.h"

/// What operation graphs of cuDNN are put together from.
namespace lockstep::cuda {

/// {outer, channels, sides...}, which is how cuDNN counts. Pictures have two sides, clips three.
using GraphSizes = std::vector<std::int64_t>;
GraphSizes inputSizes(const ConvolutionShape& shape);
GraphSizes weightSizes(const ConvolutionShape& shape);
GraphSizes outputSizes(const ConvolutionShape& shape);
/// {1, outChannels, 1, ...}
GraphSizes channelSizes(const ConvolutionShape& shape);

struct GraphTensorSpec {
    std::int64_t id = 0;
    Element element = Element::Float32;
    GraphSizes sizes{};
    std::int64_t alignment = 16; ///< in bytes; 16 is what loads of whole vectors ask for
    bool isVirtual = false;      ///< goes from operation to operation, never through memory
};
/// Stored with the channels last.
CudnnDescriptor graphTensor(const GraphTensorSpec& spec);

/// One pass of the convolution over tensors that are there.
CudnnDescriptor convolutionOperation(const ConvolutionShape& shape, ConvolutionPass pass,
                                     const CudnnDescriptor& x, const CudnnDescriptor& weights,
                                     const CudnnDescriptor& y);

/// `handle` is null where no device is at hand.
CudnnDescriptor operationGraph(const std::vector<CudnnDescriptor>& operations, cudnnHandle_t handle);

} // namespace lockstep::cuda
