// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/libraries/convolution_shape.h"
#include "engine/compute/cuda/libraries/cudnn_descriptor.h"

namespace lockstep::cuda {

/// By which numbers a graph's tensors are known when it is executed: the operands of the pass in the order of
/// ConvolutionPass.
enum class GraphTensor : std::int64_t { First = 1, Second = 2, Result = 3 };

/// One pass as an operation graph of cuDNN. `handle` is null where no device is at hand.
CudnnDescriptor convolutionGraph(const ConvolutionShape& shape, ConvolutionPass pass, cudnnHandle_t handle);

} // namespace lockstep::cuda
