// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/core/parameter.h"
#include "engine/protocol/experiment.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace lockstep {

/// Below this many parameters, waking another thread takes longer than the update.
inline constexpr std::int64_t kWorthSharing = 1 << 18;

/// Threads that an optimiser may borrow for a step.
struct Workers {
    int count = 1;
    /// Calls job(0) ... job(count - 1) at the same time and returns when all are through; empty when count
    /// is 1.
    std::function<void(const std::function<void(int)>&)> run;
};

/// One update rule with its state. Definitions (g gradient, w value, r rate, d decay) are PyTorch's; but for
/// AdamW, g stands for g + d w:
///   SGD       w -= r g
///   momentum  v = m v + g (first step: v = g);  w -= r v; Nesterov: w -= r (g + m v)          [Sutskever
///   2013] Adagrad   s += g^2;  w -= r g / (sqrt s + eps)                                           [Duchi
///   2011] Adam      m, v exponential means;  w -= r (m / (1-b1^t)) / (sqrt(v / (1-b2^t)) + eps)    [Kingma
///   2015] AdamW     w -= r d w, then as Adam with g alone [Loshchilov 2019]
/// The bits of the result depend neither on the workers nor on the host.
class Optimizer {
public:
    virtual ~Optimizer() = default;
    /// Updates every value from its gradient times `gradientScale` (of clipping). `parameters` is the same
    /// list at every call.
    virtual void step(std::span<const Parameter> parameters, double learningRate,
                      double gradientScale = 1) = 0;
    /// L2 norm over all gradients, as PyTorch's clip_grad_norm_ takes it.
    virtual double gradientNorm(std::span<const Parameter> parameters) = 0;
    /// State tensors by name ("conv1.weight.momentum"), to be saved and restored; valid as long as the
    /// optimiser.
    virtual std::vector<NamedTensor> state() = 0;
    /// Updates made; part of the state (Adam's bias correction).
    virtual std::int64_t steps() const = 0;
    virtual void setSteps(std::int64_t steps) = 0;
};

/// Without `spec.decayAll`, parameters along one axis only are not decayed: norms, biases, and ConvNeXt's
/// layer_scale ({channels, 1, 1}), as its authors do.
std::unique_ptr<Optimizer> makeOptimizer(const TrainingSpec& spec, std::span<const Parameter> parameters,
                                         Workers workers = {});

/// The factor for gradients of this norm so that it does not exceed `clipNorm`, as PyTorch's clip_grad_norm_:
/// min(1, clipNorm / (norm + 1e-6)).
double clippingScale(double norm, double clipNorm);

} // namespace lockstep
