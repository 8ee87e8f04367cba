// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/core/parameter.h"
#include "engine/protocol/experiment.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace lockstep {

/// One update rule with its state. Definitions (g gradient, w value, r rate) are PyTorch's:
///   SGD       w -= r g
///   momentum  v = m v + g (first step: v = g);  w -= r v                                     [Sutskever 2013]
///   Adagrad   s += g^2;  w -= r g / (sqrt s + eps)                                           [Duchi 2011]
///   Adam      m, v exponential means;  w -= r (m / (1-b1^t)) / (sqrt(v / (1-b2^t)) + eps)    [Kingma 2015]
class Optimizer {
public:
    virtual ~Optimizer() = default;
    /// Updates every value from its gradient. `parameters` is the same list at every call.
    virtual void step(std::span<const Parameter> parameters, double learningRate) = 0;
    /// State tensors by name ("conv1.weight.momentum"), to be saved and restored; valid as long as the optimiser.
    virtual std::vector<NamedTensor> state() = 0;
    /// Updates made; part of the state (Adam's bias correction).
    virtual std::int64_t steps() const = 0;
    virtual void setSteps(std::int64_t steps) = 0;
};

std::unique_ptr<Optimizer> makeOptimizer(const TrainingSpec& spec, std::span<const Parameter> parameters);

} // namespace lockstep
