// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/mutex.h"

#include <chrono>

namespace lockstep {

/// How long something has worked, on however many threads: time in which several do counts once. From any
/// thread.
class WorkClock {
public:
    /// Somebody works while it lives.
    class Working {
    public:
        explicit Working(WorkClock& clock) : m_clock(clock) { m_clock.begin(); }
        ~Working() { m_clock.end(); }
        Working(const Working&) = delete;
        Working& operator=(const Working&) = delete;

    private:
        WorkClock& m_clock;
    };

    /// Until now, since it was made.
    double seconds() const
    {
        const MutexLock lock(m_mutex);
        return std::chrono::duration<double>(m_worked + sinceBegin()).count();
    }

private:
    using Clock = std::chrono::steady_clock;

    void begin()
    {
        const MutexLock lock(m_mutex);
        if (m_workers++ == 0)
            m_began = Clock::now();
    }
    void end()
    {
        const MutexLock lock(m_mutex);
        if (m_workers == 1)
            m_worked += sinceBegin();
        --m_workers;
    }
    Clock::duration sinceBegin() const LOCKSTEP_REQUIRES(m_mutex)
    {
        return m_workers > 0 ? Clock::now() - m_began : Clock::duration::zero();
    }

    mutable Mutex m_mutex;
    int m_workers LOCKSTEP_GUARDED_BY(m_mutex) = 0;
    Clock::time_point m_began LOCKSTEP_GUARDED_BY(m_mutex);
    Clock::duration m_worked LOCKSTEP_GUARDED_BY(m_mutex){};
};

} // namespace lockstep
