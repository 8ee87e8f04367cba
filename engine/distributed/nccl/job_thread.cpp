// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/nccl/job_thread.h"

#include <utility>

namespace lockstep::cuda {

JobThread::JobThread() : m_thread([this] { serve(); }) {}

JobThread::~JobThread()
{
    {
        const MutexLock lock(m_mutex);
        m_ending = true;
    }
    m_changed.notifyAll();
    m_thread.join();
}

void JobThread::give(std::function<void()> job)
{
    const MutexLock lock(m_mutex);
    rethrow();
    m_jobs.push_back(std::move(job));
    m_changed.notifyAll();
}

void JobThread::run(std::function<void()> job)
{
    const MutexLock lock(m_mutex);
    rethrow();
    m_jobs.push_back(std::move(job));
    m_changed.notifyAll();
    m_changed.wait(m_mutex, [this]() LOCKSTEP_REQUIRES(m_mutex) { return m_jobs.empty() && !m_working; });
    rethrow();
}

void JobThread::serve()
{
    const MutexLock lock(m_mutex);
    while (true) {
        m_changed.wait(m_mutex, [this]() LOCKSTEP_REQUIRES(m_mutex) { return m_ending || !m_jobs.empty(); });
        if (m_ending)
            return;
        const std::function<void()> job = std::move(m_jobs.front());
        m_jobs.pop_front();
        m_working = true;
        {
            const MutexUnlock unlock(m_mutex);
            try {
                job();
            } catch (...) {
                const MutexLock again(m_mutex);
                m_error = std::current_exception();
                m_jobs.clear();
            }
        }
        m_working = false;
        m_changed.notifyAll();
    }
}

void JobThread::rethrow() const
{
    if (m_error)
        std::rethrow_exception(m_error);
}

} // namespace lockstep::cuda
