// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/program/repeated_work.h"

#include <utility>

namespace lockstep::cuda {

void RepeatedWork::give(Queue& queue, const std::function<void()>& work)
{
    if (!std::exchange(m_given, true)) {
        work();
        return;
    }
    if (!m_recording)
        m_recording = queue.write(work);
    queue.give(*m_recording);
}

} // namespace lockstep::cuda
