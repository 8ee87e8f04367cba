// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/core/gradient_buckets.h"
#include "engine/core/shape.h"

#include <functional>
#include <span>
#include <string>

namespace lockstep {

/// One trainable tensor in this host's memory: f32, in torchvision's layout ({out, in, height, width},
/// {out, in}, {out}). The spans stay valid as long as the program that owns them.
struct Parameter {
    std::string name; ///< torchvision's: "conv1.weight"
    Shape shape;
    std::span<float> value;
    std::span<float> gradient;
};

/// Threads that an optimiser may borrow for a step.
struct Workers {
    int count = 1;
    /// Calls job(0) ... job(count - 1) at the same time and returns when all are through; empty when count
    /// is 1.
    std::function<void(const std::function<void(int)>&)> run;
};

/// What an optimiser on this host updates. Borrowed from a program, as long as that lives.
struct HostParameters {
    std::span<const Parameter> all; ///< in the order of the program
    std::function<void()> changed;  ///< to be called after the values were changed; may be empty
    Workers workers;                ///< the program's own threads, which rest between its calls
};

/// What a strategy works with in this host's memory. Borrowed from a program.
struct HostReplica {
    HostParameters parameters;
    std::span<const GradientBucket> buckets; ///< the gradients of the parameters, in the order of their
                                             ///< becoming final
};

} // namespace lockstep
