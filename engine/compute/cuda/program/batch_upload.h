// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/device/queue.h"
#include "engine/compute/cuda/program/pinned_batch_memory.h"
#include "engine/compute/program.h"

#include <memory>

namespace lockstep::cuda {

/// Brings batches to the device on a queue of its own, while the step before is still computed: their place
/// there is free as soon as that step has taken its batch over.
class BatchUpload {
public:
    /// Places in the device's memory, for the full batch.
    struct Places {
        std::byte* samples = nullptr; ///< floats, or bytes
        std::byte* header = nullptr;  ///< see step_header.h
    };
    BatchUpload(const SharedPatience& patience, int batch, Places places);
    /// Waits for what is on its way.
    ~BatchUpload();

    std::shared_ptr<PinnedBatchMemory> memory() const { return m_memory; }
    /// What is given to `compute` after this finds the batch at its places. Waits until the batch before has
    /// been read from the host's memory.
    void bring(const BatchView& batch, Queue& compute);
    /// What was given to `compute` until now is the last that reads the places.
    void taken(Queue& compute);

private:
    void writeHeader(const BatchView& batch);
    /// The batch's samples where the device can read them.
    std::span<const std::byte> pinned(std::span<const std::byte> samples);

    Queue m_queue;
    Places m_places;
    std::shared_ptr<PinnedBatchMemory> m_memory;
    PinnedMemory m_header;
    PinnedMemory m_staged; ///< of batches in other memory than m_memory; made when the first one comes
    Event m_brought;
    Event m_taken;
    bool m_bringing = false;
    BatchHold m_hold; ///< of the batch on its way
};

} // namespace lockstep::cuda
