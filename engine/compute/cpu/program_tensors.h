// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/arena.h"
#include "engine/compute/program_memory.h"
#include "engine/core/gradient_buckets.h"
#include "engine/core/parameter.h"
#include "engine/graph/graph.h"

#include <optional>
#include <vector>

namespace lockstep {

/// Who adds gradients to those of an earlier backward: the program as it makes them, or a copy of the earlier
/// ones, which is planned for it.
enum class GradientSums { InPlace, FromCopies };

/// Tensors at their places in some memory.
struct PlacedTensors {
    std::vector<Parameter> parameters{};
    std::vector<NamedTensor> buffers{};
    std::vector<GradientBucket> buckets{};
    std::span<float> gradients{}; ///< of all buckets
    std::span<float> former{};    ///< the same of an earlier backward, or empty
};

/// Where parameters, gradients and running statistics of a program lie: in one arena, values and gradients
/// apart, for an optimiser walks through both; a bucket of gradients without gaps.
class TensorPlan {
public:
    TensorPlan(const Graph& graph, std::size_t bucketBytes, GradientSums sums);

    const ArenaPlan& arena() const { return m_arena; }
    /// Copies of gradients and what rounds the arena up are workspace.
    ProgramMemory memory() const;
    /// In memory of arena().bytes(), which is not touched.
    PlacedTensors at(std::byte* base) const;

private:
    ArenaPlan::Id want(std::int64_t elements);
    void layOutGradients(std::size_t bucketBytes);

    std::vector<TensorInfo> m_parameters;
    std::vector<TensorInfo> m_buffers;
    std::vector<BucketPlan> m_buckets;
    std::vector<std::int64_t> m_bucketStarts; ///< elements from the first gradient's
    std::int64_t m_gradientElements = 0;
    ArenaPlan m_arena;
    std::vector<ArenaPlan::Id> m_values;
    std::vector<ArenaPlan::Id> m_bufferIds;
    ArenaPlan::Id m_gradients = 0;
    std::optional<ArenaPlan::Id> m_former;
};

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
