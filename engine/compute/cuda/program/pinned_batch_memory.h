// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/core/batch_memory.h"
#include "engine/protocol/mutex.h"

#include <map>

namespace lockstep::cuda {

/// Batches in memory that a device copies from without a detour.
class PinnedBatchMemory final : public BatchMemory {
public:
    explicit PinnedBatchMemory(int device) : m_device(device) {}

    std::shared_ptr<BatchBuffer> allocate(std::size_t bytes) override;
    /// Whether these lie in a buffer of this memory that is still there. Any thread.
    bool holds(std::span<const std::byte> bytes) const;

private:
    /// Where the buffers that are there begin and end.
    class Ranges {
    public:
        void add(std::span<const std::byte> bytes);
        void remove(std::span<const std::byte> bytes);
        bool hold(std::span<const std::byte> bytes) const;

    private:
        mutable Mutex m_mutex;
        std::map<const std::byte*, const std::byte*> m_ends LOCKSTEP_GUARDED_BY(m_mutex);
    };
    class Buffer;

    int m_device;
    std::shared_ptr<Ranges> m_ranges =
        std::make_shared<Ranges>(); ///< of the buffers too, which may outlive it
};

} // namespace lockstep::cuda
