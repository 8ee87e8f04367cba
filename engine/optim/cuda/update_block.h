// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/device/device_memory.h"
#include "engine/compute/cuda/device/queue.h"

#include <array>
#include <cstddef>

namespace lockstep::cuda {

/// A block in the device's memory that this host writes anew for each step, in the order of a queue's work
/// and without waiting for it: recorded work finds the present step's at one place.
class UpdateBlock {
public:
    explicit UpdateBlock(std::size_t bytes);

    const std::byte* at() const { return m_block.at(); }
    /// Waits for the copy before the last, which a host that hears of its steps has behind it.
    void bring(Queue& queue, const void* block);

private:
    struct Crossing {
        PinnedMemory memory;
        Event read;
        bool given = false;
    };
    std::size_t m_bytes;
    DeviceMemory m_block;
    std::array<Crossing, 2> m_crossings; ///< in turn
    std::size_t m_next = 0;
};

} // namespace lockstep::cuda
