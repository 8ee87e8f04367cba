// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/program.h"
#include "engine/core/parameter.h"
#include "engine/graph/graph_part.h"

#include <functional>
#include <span>

namespace lockstep {

/// A program of a part of a model, on whatever device. What crosses from part to part is f32 in this host's
/// memory, {count, elements} with the channels last: as floats of BatchView::inputs on the way forward, as
/// here on the way back. A part that precedes another has no loss, and takes labels that nobody looks at.
/// Parameters and gradients lie in this host's memory; a device with memory of its own has doubles of them.
class PartProgram : public Program {
public:
    /// Of the last forward of a part that precedes another, for which it waits; valid until the next.
    virtual std::span<const float> output() = 0;
    /// backward() of a part that precedes another: `outputGradient` is that of lossSum / divisor by the
    /// output of the last forward; read before this returns. With an empty `ready` the gradients may stay on
    /// the device: more is to be added to them.
    virtual void backwardFrom(std::span<const float> outputGradient, Gradients gradients,
                              const std::function<void(std::size_t)>& ready) = 0;
    /// The same by the input of a part that follows another, of the last backward, for which it waits; valid
    /// until the next.
    virtual std::span<const float> inputGradient() = 0;

    /// For an optimiser and a strategy in this host's memory. Valid as long as the program.
    virtual HostReplica hostReplica() = 0;
};

} // namespace lockstep
