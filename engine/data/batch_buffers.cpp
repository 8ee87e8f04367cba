// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/batch_buffers.h"

#include <algorithm>
#include <utility>

namespace lockstep {

BatchBuffers::BatchBuffers(std::shared_ptr<BatchMemory> memory)
    : m_memory(memory ? std::move(memory) : hostBatchMemory())
{
}

std::shared_ptr<BatchBuffer> BatchBuffers::take(std::size_t bytes)
{
    const auto small = [bytes](const auto& buffer) {
        return !buffer->held() && buffer->bytes().size() < bytes;
    };
    std::erase_if(m_buffers, small); // made for a short batch
    const auto free =
        std::find_if(m_buffers.begin(), m_buffers.end(), [](const auto& buffer) { return !buffer->held(); });
    if (free != m_buffers.end())
        return *free;
    m_buffers.push_back(m_memory->allocate(bytes));
    return m_buffers.back();
}

} // namespace lockstep
