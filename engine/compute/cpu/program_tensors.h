// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/arena.h"
#include "engine/compute/tensor_plan.h"

namespace lockstep {

/// The tensors in their memory, all zero.
class ProgramTensors {
public:
    /// Borrows `memory`. Throws EngineError(OutOfMemory).
    ProgramTensors(const TensorPlan& plan, std::pmr::memory_resource& memory);

    std::span<const Parameter> parameters() const { return m_placed.parameters; }
    std::span<const NamedTensor> buffers() const { return m_placed.buffers; }
    std::span<const GradientBucket> buckets() const { return m_placed.buckets; }
    std::int64_t bytes() const { return m_arena.bytes(); }

    /// Of GradientSums::FromCopies: keeps all gradients as they are ...
    void keepGradients();
    /// ... and adds what was kept to a gradient.
    void addKept(std::size_t parameter) const;

private:
    Arena m_arena;
    PlacedTensors m_placed;
};

} // namespace lockstep
