// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/arena_plan.h"
#include "engine/compute/gradient_parts.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace lockstep::cuda {

/// The buffers that a program's operations work on, and when each holds something. Known before there is any
/// memory; sizes are those of the full batch.
class DeviceBuffers {
public:
    /// As cudaMalloc aligns, and as libraries ask for.
    static constexpr std::int64_t kAlignment = 256;

    explicit DeviceBuffers(int samples) : m_samples(samples) {}

    /// `bytes` for each sample.
    BufferId perSample(std::int64_t bytes);
    BufferId fixed(std::int64_t bytes);
    /// Holds its content from step to step.
    BufferId kept(std::int64_t bytes);
    /// What an operation needs only while it is under way: one piece for all of them, as large as the largest
    /// asks for, for they run one after another.
    BufferId workspace(std::int64_t bytes);
    /// Something stands in it from its first use to its last. Moments only grow.
    void use(BufferId id, int moment);
    void keep(BufferId id) { m_buffers[id].lifetime = ArenaPlan::kWholeProgram; }

    std::int64_t bytes(BufferId id) const { return m_buffers[id].bytes; }
    std::size_t count() const { return m_buffers.size(); }
    bool used(BufferId id) const { return m_buffers[id].lifetime.has_value(); }
    ArenaPlan::Lifetime lifetime(BufferId id) const { return *m_buffers[id].lifetime; }

    struct Places {
        std::int64_t bytes = 0;
        std::vector<std::int64_t> offsets; ///< by buffer
    };
    Places place() const;
    /// What the buffers by sample need by themselves.
    std::int64_t sampleBytes() const;

private:
    struct Buffer {
        std::int64_t bytes = 0;
        bool perSample = false;
        std::optional<ArenaPlan::Lifetime> lifetime{};
    };
    BufferId add(std::int64_t bytes, bool perSample);

    std::int64_t m_samples;
    std::vector<Buffer> m_buffers;
    std::optional<BufferId> m_workspace;
};

} // namespace lockstep::cuda
