// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/core/parameter.h"
#include "engine/core/tensor_store.h"
#include "engine/protocol/experiment.h"

#include <cstdint>
#include <memory>
#include <memory_resource>
#include <optional>

namespace lockstep {

/// Below this many parameters, waking another thread takes longer than the update.
inline constexpr std::int64_t kWorthSharing = 1 << 18;

/// How fp16's loss is scaled, so that small gradients stay within fp16's range: an update whose gradients
/// are not finite is skipped, and the scale halved.
struct LossScaling {
    double scale = 1;         ///< of the next step
    std::int64_t skipped = 0; ///< updates, since the optimiser was made
};

/// One update rule with its state, where its parameters lie. A step is work for their device like any other:
/// it sees the gradients that the work before it leaves, and the call may return before it is done.
///
/// Definitions (g gradient, w value, r rate, d decay) are PyTorch's; but for AdamW, g stands for g + d w:
///
// clang-format off
///   SGD       w -= r g
///   momentum  v = m v + g (first step: v = g);  w -= r v;  Nesterov: w -= r (g + m v)     [Sutskever 2013]
///   Adagrad   s += g^2;  w -= r g / (sqrt s + eps)                                        [Duchi 2011]
///   Adam      m, v exponential means;
///             w -= r (m / (1 - b1^t)) / (sqrt(v / (1 - b2^t)) + eps)                      [Kingma 2015]
///   AdamW     w -= r d w, then as Adam with g alone                                       [Loshchilov 2019]
// clang-format on
class Optimizer {
public:
    virtual ~Optimizer() = default;
    /// Updates every value from its gradient. Where the specification clips, gradients are scaled first so
    /// that the L2 norm over all of them does not exceed clipNorm, as PyTorch's clip_grad_norm_ does.
    virtual void step(double learningRate) = 0;
    /// L2 norm over all gradients of the last step, where it clips; else 0. Waits for it.
    virtual double gradientNorm() = 0;
    /// State tensors by name ("conv1.weight.momentum"), to be saved and restored.
    virtual TensorStore& state() = 0;
    /// Updates made; part of the state (Adam's bias correction). Waits for the last one where it may have
    /// been skipped.
    virtual std::int64_t steps() = 0;
    virtual void setSteps(std::int64_t steps) = 0;
    /// None where the loss is not scaled; likewise waits for the last step.
    virtual std::optional<LossScaling> lossScaling() { return std::nullopt; }
};

/// The name of the loss scale among an optimiser's state; other names begin with a parameter's.
inline constexpr const char* kLossScaleState = "loss_scale";

/// Updates parameters in this host's memory; borrows them. The state lies in `memory`. The bits of the result
/// depend neither on the workers nor on the host. Without `spec.decayAll`, parameters along one axis only are
/// not decayed: norms, biases, and ConvNeXt's layer_scale ({channels, 1, 1}), as its authors do.
std::unique_ptr<Optimizer>
makeOptimizer(const TrainingSpec& spec, HostParameters parameters,
              std::pmr::memory_resource& memory = *std::pmr::get_default_resource());

} // namespace lockstep
