// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/program/repeated_work.h"

#include "engine/core/error.h"

#include <utility>

namespace lockstep::cuda {

void RepeatedWork::give(Queue& queue, const std::function<void()>& work, const Log& log)
{
    if (std::exchange(m_given, true) && !m_recording && m_canBeWritten)
        write(queue, work, log);
    if (m_recording)
        queue.give(*m_recording);
    else
        work();
}

void RepeatedWork::write(Queue& queue, const std::function<void()>& work, const Log& log)
{
    try {
        m_recording = queue.write(work);
    } catch (const EngineError& error) {
        // Of a device that is lost, whoever gives the work as it comes hears again.
        m_canBeWritten = false;
        if (log)
            log("cuda:" + std::to_string(queue.device()) +
                ": a part of the step cannot be recorded as a CUDA graph and is launched piece by piece, "
                "which costs small models time: " +
                error.what());
    }
}

} // namespace lockstep::cuda
