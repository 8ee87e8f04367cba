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
    m_most = std::max(m_most, bytes);
    const auto small = [bytes](const auto& buffer) {
        return !buffer->held() && buffer->bytes().size() < bytes;
    };
    std::erase_if(m_buffers, small); // made before there was such a large batch
    const auto free =
        std::find_if(m_buffers.begin(), m_buffers.end(), [](const auto& buffer) { return !buffer->held(); });
    if (free != m_buffers.end())
        return *free;
    m_buffers.push_back(m_memory->allocate(m_most));
    return m_buffers.back();
}

} // namespace lockstep
