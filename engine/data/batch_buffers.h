// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/core/batch_memory.h"

#include <memory>
#include <vector>

namespace lockstep {

/// The buffers of a loader's batches, used again and again: as many as are held at the same time. A short
/// batch has one of the size of the others, which serves them afterwards. One thread at a time.
class BatchBuffers {
public:
    explicit BatchBuffers(std::shared_ptr<BatchMemory> memory);

    /// One of at least so many bytes that nobody holds. Throws what allocating throws.
    std::shared_ptr<BatchBuffer> take(std::size_t bytes);

private:
    std::shared_ptr<BatchMemory> m_memory;
    std::vector<std::shared_ptr<BatchBuffer>> m_buffers;
    std::size_t m_most = 0; ///< bytes that were asked for
};

} // namespace lockstep
