// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/kernels/kernels.h"
#include "engine/compute/cuda/lowering/value_gradients.h"
#include "engine/compute/fused_graph.h"
#include "engine/compute/norm_gradient_parts.h"

namespace lockstep::cuda {

/// Batch norms with the addition and the clamp after them.
class NormalizationLowering : LayerLowering {
public:
    using LayerLowering::LayerLowering;

    /// Inputs are those of the stage's terms, of which the first has a norm; y.data is there.
    /// Says whether backward reads that again.
    void lower(const Stage& stage, const std::vector<Value*>& inputs, Value& y);

private:
    /// What is known of a batch norm while its stage is lowered.
    struct Norm {
        BatchNormLayer layer = {};
        std::optional<FusableConvolution> convolution{}; ///< that makes its input
        int channels = 0;
        std::int64_t pixels = 0;
        std::size_t parameter = 0; ///< the weight; the bias follows
        std::size_t running = 0;   ///< mean, variance and number of batches
        BufferId center = 0, inverse = 0, scale = 0;
        BufferId slope = 0, xSlope = 0, offset = 0;
        BufferId scratch = 0;

        BatchNormTensors tensors(const Frame& f) const;
        BatchNormState state(const Frame& f) const;
        BatchNormSlopes slopes(const Frame& f) const;
        ChannelAffine affine(const Frame& f) const;
        /// In training: whether the convolution left its sums.
        bool summed(const Frame& f) const;
        /// In evaluation the convolution with this norm and what is added, where that is done in one; else
        /// false.
        bool convolve(const Frame& f, const void* residual, void* y) const;
    };
    Norm make(const Layer& layer, const Value& x);
    /// Of the terms that have one, with the work that prepares them.
    std::vector<Norm> prepared(const Stage& stage, const std::vector<Value*>& inputs);
    /// What of the stage may be done with the convolutions before it.
    void offerFusions(const Stage& stage, const std::vector<Norm>& norms);
    void gradient(const Stage& stage, const std::vector<Value*>& inputs, Value& y,
                  const std::vector<Norm>& norms);
    void sums(const NormGradientParts& in, const Norm& norm, const Value& x, bool first);
    void inputGradient(const NormGradientParts& in, const Norm& norm, Value& x);
};

} // namespace lockstep::cuda
