// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/mutex.h"
#include "tests/engine/support/guarded_memory.h"

#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <thread>

namespace lockstep::testing {

/// The work of a device, done in its order on a thread of its own, which alone opens the device's memory. The
/// queue is as lazy as an asynchronous device may be at its slowest: nothing is done before somebody waits
/// for it, and nothing beyond what is waited for. So whoever looks at a result without waiting always looks
/// too early, whatever the timing.
class DeviceQueue {
public:
    DeviceQueue();
    /// What nobody has waited for is not done.
    ~DeviceQueue();
    DeviceQueue(const DeviceQueue&) = delete;
    DeviceQueue& operator=(const DeviceQueue&) = delete;

    using Ticket = std::uint64_t;
    Ticket enqueue(std::function<void()> job);
    /// Until that job and all before it are done. Rethrows the first exception of a job; the jobs that were
    /// to follow it are dropped, and count as done.
    void waitFor(Ticket job);
    /// Enqueues and waits.
    void run(std::function<void()> job) { waitFor(enqueue(std::move(job))); }

    /// For jobs alone.
    GuardedMemory& memory() { return m_memory; }

private:
    void serve();
    void work() LOCKSTEP_REQUIRES(m_mutex);

    GuardedMemory m_memory;
    Mutex m_mutex;
    ConditionVariable m_changed;
    std::deque<std::function<void()>> m_jobs LOCKSTEP_GUARDED_BY(m_mutex);
    Ticket m_given LOCKSTEP_GUARDED_BY(m_mutex) = 0;
    Ticket m_wanted LOCKSTEP_GUARDED_BY(m_mutex) = 0;
    Ticket m_done LOCKSTEP_GUARDED_BY(m_mutex) = 0;
    std::exception_ptr m_error LOCKSTEP_GUARDED_BY(m_mutex);
    bool m_ending LOCKSTEP_GUARDED_BY(m_mutex) = false;
    std::thread m_thread; ///< the last member: it uses the others
};

} // namespace lockstep::testing
