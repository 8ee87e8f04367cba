// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/cpu_program.h"
#include "engine/graph/graph_part.h"

#include <span>

namespace lockstep {

/// A program of a part of a model. What crosses from part to part is f32, {count, elements} with the channels
/// last: as floats of BatchView::inputs on the way forward, as here on the way back. A part that precedes
/// another has no loss, and takes labels that nobody looks at.
class PartProgram : public CpuProgram {
public:
    /// Of the last forward of a part that precedes another; valid until the next.
    virtual std::span<const float> output() const = 0;
    /// backward() of a part that precedes another: `outputGradient` is that of lossSum / divisor by the
    /// output of the last forward.
    virtual void backwardFrom(std::span<const float> outputGradient, Gradients gradients,
                              const std::function<void(std::size_t)>& ready) = 0;
    /// The same by the input of a part that follows another, of the last backward; valid until the next.
    virtual std::span<const float> inputGradient() const = 0;

protected:
    using CpuProgram::CpuProgram;
};

/// Of general kernels, as makeGraphProgram. Borrows `memory`. Throws EngineError.
std::unique_ptr<PartProgram> makePartProgram(const GraphPart& part, const ProgramOptions& options,
                                             std::pmr::memory_resource& memory = hugePageMemory());

} // namespace lockstep
