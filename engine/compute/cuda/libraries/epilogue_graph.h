// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/libraries/convolution_epilogue.h"
#include "engine/compute/cuda/libraries/convolution_shape.h"
#include "engine/compute/cuda/libraries/cudnn_descriptor.h"

namespace lockstep::cuda {

/// By which numbers the tensors of a fused graph are known when it is executed.
enum class EpilogueTensor : std::int64_t {
    X = 1,
    Weights,
    Y,
    Totals,
    Squares,
    Center,
    Scale,
    Bias,
    Residual,
    FirstVirtual
};

/// The forward pass and its epilogue as one operation graph of cuDNN: what lies between is never stored.
/// `handle` is null where no device is at hand.
CudnnDescriptor epilogueGraph(const ConvolutionShape& shape, const ConvolutionEpilogue& epilogue,
                              cudnnHandle_t handle);

} // namespace lockstep::cuda
