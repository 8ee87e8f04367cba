// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/arena.h"
#include "engine/compute/gradient_parts.h"

#include <optional>
#include <vector>

namespace lockstep {

/// The memory that a program's steps work on. Each worker has an arena of its own for the samples that are
/// its share, all of the same layout, so that workers need not be at the same step; one more arena is shared,
/// and holds its content for the whole program.
class StepBuffers {
public:
    /// `bytes` for each sample of the worker's share.
    BufferId perSample(std::int64_t bytes);
    BufferId perWorker(std::int64_t bytes);
    BufferId shared(std::int64_t bytes);
    /// The buffer holds something from its first use to its last. Moments only grow.
    void use(BufferId id, int moment);
    /// Makes it at least as large.
    void grow(BufferId id, std::int64_t bytes);
    /// It holds something across steps of training.
    void keep(BufferId id);

    /// Borrows `memory`. Throws EngineError(OutOfMemory). After this buffers can be reached, and none can be
    /// added.
    void place(int workers, int samples, std::pmr::memory_resource& memory);
    std::byte* at(BufferId id, int worker) const;
    std::int64_t bytes() const;

    /// What place() would take, without anything placed.
    struct Sizes {
        std::int64_t total;
        std::int64_t perSample; ///< of that, what the buffers by sample need by themselves
    };
    Sizes sizes(int workers, int samples) const;

private:
    enum class Scope { Sample, Worker, Shared };
    struct Buffer {
        Scope scope;
        std::int64_t bytes;
        std::optional<ArenaPlan::Lifetime> lifetime{};
        std::int64_t offset = 0;
    };
    /// The arenas in which the buffers lie.
    struct Plan {
        ArenaPlan ofWorker{};
        ArenaPlan shared{};
        std::vector<ArenaPlan::Id> ids{}; ///< by buffer
    };
    Plan plan(int samples) const;
    BufferId add(Scope scope, std::int64_t bytes);

    std::vector<Buffer> m_buffers;
    std::vector<Arena> m_arenas; ///< of the workers, then the shared one
};

} // namespace lockstep
