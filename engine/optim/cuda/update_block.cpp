// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/optim/cuda/update_block.h"

#include <cstring>

namespace lockstep::cuda {

UpdateBlock::UpdateBlock(std::size_t bytes) : m_bytes(bytes), m_block(bytes)
{
    for (Crossing& each : m_crossings)
        each.memory = PinnedMemory(bytes);
}

void UpdateBlock::bring(Queue& queue, const void* block)
{
    Crossing& crossing = m_crossings[m_next++ % m_crossings.size()];
    if (crossing.given)
        crossing.read.wait(Awaited::Copy);
    std::memcpy(crossing.memory.at(), block, m_bytes);
    queue.copy(m_block.at(), crossing.memory.at(), m_bytes);
    queue.record(crossing.read);
    crossing.given = true;
}

} // namespace lockstep::cuda
