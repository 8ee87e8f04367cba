// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/program.h"
#include "engine/core/shape.h"

namespace lockstep {

/// What a program takes.
struct BatchLimits {
    int count;           ///< most samples
    const Shape& sample; ///< of one; borrowed, for a step allocates nothing
    int classes;
};

/// Throws EngineError(DataError) for a label that is no class; what else is wrong is the caller's fault, a
/// failed check.
void checkBatch(const BatchView& batch, const BatchLimits& limits);

} // namespace lockstep
