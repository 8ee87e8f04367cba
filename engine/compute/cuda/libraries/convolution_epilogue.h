// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/device/queue.h"
#include "engine/compute/kernel_arguments.h"

#include <cstdint>
#include <string>

namespace lockstep::cuda {

/// What follows a convolution's forward pass and can be done before its output leaves the processor.
struct ConvolutionEpilogue {
    enum class Kind {
        Statistics, ///< y, with the sums of its channels and of their squares: of a batch norm in training
        Normalize   ///< y = clamp(affine(convolution) + residual): a batch norm of known coefficients
    };
    Kind kind = Kind::Statistics;
    bool residual = false;     ///< of Normalize
    Clamp clamp = Clamp::None; ///< of Normalize
};

/// "statistics", "normalize residual relu6": to be told from others of the same convolution.
std::string describe(const ConvolutionEpilogue& epilogue);

/// What an epilogue reads and writes besides the convolution's own tensors, in the device's memory.
struct EpilogueTensors {
    float* totals = nullptr;        ///< of Statistics, {outChannels}: written
    float* squares = nullptr;       ///< the same
    ChannelAffine affine = {};      ///< of Normalize
    const void* residual = nullptr; ///< of Normalize, as y; null where there is none
};

/// A convolution's forward pass and its epilogue as one piece of work. Immutable.
class FusedConvolution {
public:
    virtual ~FusedConvolution() = default;
    virtual std::int64_t workspaceBytes() const = 0;
    /// Overwrites y, which is none of the others. Alignments as of Convolution; {outChannels} tensors are
    /// aligned to 4 bytes.
    virtual void give(Queue& queue, const void* x, const void* weights, const EpilogueTensors& tensors,
                      void* y, void* workspace) const = 0;
};

} // namespace lockstep::cuda
