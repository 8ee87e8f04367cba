// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/arena_plan.h"
#include "engine/compute/program_memory.h"
#include "engine/core/gradient_buckets.h"
#include "engine/core/parameter.h"
#include "engine/graph/graph.h"

#include <optional>
#include <span>
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

    std::span<const TensorInfo> parameters() const { return m_parameters; }
    std::span<const BucketPlan> buckets() const { return m_buckets; }
    const ArenaPlan& arena() const { return m_arena; }
    /// Of `allocated` bytes for the arena; copies of gradients and what is left over are workspace.
    ProgramMemory memory(std::int64_t allocated) const;
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

} // namespace lockstep
