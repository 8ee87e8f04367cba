// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/buffer_snapshot.h"

#include <algorithm>

namespace lockstep {

BufferSnapshot::BufferSnapshot(Program& program) : m_program(program)
{
    for (const NamedTensor& buffer : program.buffers())
        m_values.emplace_back(buffer.values.size());
}

void BufferSnapshot::take()
{
    const auto buffers = m_program.buffers();
    for (std::size_t i = 0; i < buffers.size(); ++i)
        std::copy(buffers[i].values.begin(), buffers[i].values.end(), m_values[i].begin());
    m_taken = true;
}

void BufferSnapshot::restore()
{
    if (!m_taken)
        return;
    const auto buffers = m_program.buffers();
    for (std::size_t i = 0; i < buffers.size(); ++i)
        std::copy(m_values[i].begin(), m_values[i].end(), buffers[i].values.begin());
    m_program.parametersChanged();
    drop();
}

} // namespace lockstep
