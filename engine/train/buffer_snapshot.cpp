// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/buffer_snapshot.h"

namespace lockstep {

BufferSnapshot::BufferSnapshot(Program& program) : m_buffers(program.buffers())
{
    for (const TensorInfo& buffer : m_buffers.tensors())
        m_values.emplace_back(buffer.elements());
}

void BufferSnapshot::take()
{
    for (std::size_t i = 0; i < m_values.size(); ++i)
        m_buffers.read(i, m_values[i]);
    m_taken = true;
}

void BufferSnapshot::restore()
{
    if (!m_taken)
        return;
    for (std::size_t i = 0; i < m_values.size(); ++i)
        m_buffers.write(i, m_values[i]);
    drop();
}

} // namespace lockstep
