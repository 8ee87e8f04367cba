// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/buffer_snapshot.h"

namespace lockstep {

BufferSnapshot::BufferSnapshot(Program& program) : m_values(program.buffers().makeSnapshot()) {}

void BufferSnapshot::take()
{
    m_values->take();
    m_taken = true;
}

void BufferSnapshot::restore()
{
    if (!m_taken)
        return;
    m_values->restore();
    drop();
}

} // namespace lockstep
