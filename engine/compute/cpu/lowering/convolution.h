// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/lowering/channels.h"
#include "engine/compute/cpu/lowering/value_gradients.h"
#include "engine/compute/fused_graph.h"

#include <memory>

namespace lockstep {

class DnnlConvolution;
struct ConvolutionSizes;

/// Convolutions but the depthwise ones. Every worker leaves the weight gradient of its samples in a buffer of
/// its own; one of them adds these up, in their order, after the next barrier.
class ConvolutionLowering : LayerLowering {
public:
    ConvolutionLowering(ProgramBuilder& program, ValueGradients& gradients)
        : LayerLowering(program, gradients), m_channels(program, gradients)
    {
    }

    void lower(const Stage& stage, Value& x, Value& y);

private:
    void dense(const Stage& stage, const ConvolutionSizes& sizes, Value& x, Value& y);
    void gradient(const Stage& stage, Value& x, Value& y, const std::shared_ptr<DnnlConvolution>& made,
                  bool bias);

    ChannelLowering m_channels;
};

} // namespace lockstep
