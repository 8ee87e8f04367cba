// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/lowering/batch_norm.h"
#include "engine/compute/cpu/lowering/value_gradients.h"
#include "engine/compute/fused_graph.h"
#include "engine/compute/norm_gradient_parts.h"

namespace lockstep {

/// Batch norms with the addition, clamp and pooling after them. What every worker computes of its samples
/// meets at a barrier in shared memory, and each worker then merges it for itself, in the same order and so
/// to the same bits.
class NormalizationLowering : LayerLowering {
public:
    using LayerLowering::LayerLowering;

    /// Inputs are those of the stage's terms, of which the first has a norm.
    void lower(const Stage& stage, const std::vector<Value*>& inputs, Value& y);
    /// Max pooling of the ReLU of a batch norm.
    void lowerPooled(const Stage& stage, Value& x, Value& y);

private:
    using Norms = std::vector<BatchNorm>;
    BatchNorm make(const Layer& layer, const Value& x);
    /// Of the terms that have one, with the steps that prepare them.
    Norms norms(const Stage& stage, const std::vector<Value*>& inputs);
    void prepareGradients(const Norms& norms);
    void gradient(const Stage& stage, const std::vector<Value*>& inputs, Value& y, const Norms& norms);
    void inputGradient(const NormGradientParts& in, const BatchNorm& norm, Value& x);
    void pooledGradient(Value& x, Value& y, const Windows& shape, BufferId winners, BufferId winnerX,
                        const Norms& norms);
};

} // namespace lockstep
