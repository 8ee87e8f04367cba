// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/lowering/program_plan.h"

namespace lockstep::cuda {

/// A program's memory on the device, all zero at first, and what lies where in it.
class ProgramArena {
public:
    /// Throws EngineError(OutOfMemory).
    explicit ProgramArena(const ProgramPlan& plan);

    const DevicePlaces& places() const { return m_places; }
    std::byte* at(BufferId buffer) const { return m_places.buffers[buffer]; }
    std::span<const DeviceBucket> buckets() const { return m_buckets; }
    std::span<float> gradients() const { return m_gradients; } ///< of all buckets; the device's
    std::int64_t bytes() const { return static_cast<std::int64_t>(m_memory.bytes()); }

private:
    DeviceMemory m_memory;
    DevicePlaces m_places;
    std::vector<DeviceBucket> m_buckets;
    std::span<float> m_gradients;
};

} // namespace lockstep::cuda
