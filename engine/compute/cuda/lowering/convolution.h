// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/lowering/value_gradients.h"
#include "engine/compute/fused_graph.h"

namespace lockstep::cuda {

/// Convolutions of pictures and clips, in groups too, as the library does them; the bias and the clamp after.
class ConvolutionLowering : LayerLowering {
public:
    using LayerLowering::LayerLowering;

    void lower(const Stage& stage, Value& x, Value& y);

private:
    FusableConvolution fusable(const ConvolutionShape& shape, const Value& x, BufferId weight);
    void offerToNorm(const FusableConvolution& convolution, Value& y);
    void gradient(const Stage& stage, Value& x, Value& y, const ConvolutionShape& shape, BufferId weight);
    void biasGradient(const Stage& stage, const Value& y, BufferId dy);
    void weightGradient(const Stage& stage, const Value& x, const ConvolutionShape& shape, BufferId dy);
};

} // namespace lockstep::cuda
