// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/support/device_queue.h"

#include <algorithm>
#include <utility>

namespace lockstep::testing {

DeviceQueue::DeviceQueue() : m_thread([this] { serve(); }) {}

DeviceQueue::~DeviceQueue()
{
    {
        const MutexLock lock(m_mutex);
        m_ending = true;
    }
    m_changed.notifyAll();
    m_thread.join();
}

DeviceQueue::Ticket DeviceQueue::enqueue(std::function<void()> job)
{
    const MutexLock lock(m_mutex);
    m_jobs.push_back(std::move(job));
    return ++m_given;
}

void DeviceQueue::waitFor(Ticket job)
{
    const MutexLock lock(m_mutex);
    m_wanted = std::max(m_wanted, job);
    m_changed.notifyAll();
    m_changed.wait(m_mutex, [&]() LOCKSTEP_REQUIRES(m_mutex) { return m_done >= job; });
    if (m_error)
        std::rethrow_exception(std::exchange(m_error, nullptr));
}

void DeviceQueue::serve()
{
    const MutexLock lock(m_mutex);
    while (true) {
        m_changed.wait(m_mutex,
                       [this]() LOCKSTEP_REQUIRES(m_mutex) { return m_ending || m_done < m_wanted; });
        if (m_ending)
            return;
        m_memory.open();
        while (m_done < m_wanted)
            work();
        m_memory.close();
        m_changed.notifyAll();
    }
}

void DeviceQueue::work()
{
    const std::function<void()> job = std::move(m_jobs.front());
    m_jobs.pop_front();
    std::exception_ptr error;
    {
        const MutexUnlock unlock(m_mutex);
        try {
            job();
        } catch (...) {
            error = std::current_exception();
        }
    }
    ++m_done;
    if (!error)
        return;
    m_error = m_error ? m_error : error;
    m_jobs.clear();
    m_done = m_wanted = m_given;
}

} // namespace lockstep::testing
