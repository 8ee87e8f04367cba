// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/mutex.h"

#include <deque>
#include <exception>
#include <functional>
#include <thread>

namespace lockstep::cuda {

/// A thread that does jobs in their order. The first exception of a job is thrown by every later call; jobs
/// that come after it are dropped.
class JobThread {
public:
    JobThread();
    /// What has not begun is not done.
    ~JobThread();
    JobThread(const JobThread&) = delete;
    JobThread& operator=(const JobThread&) = delete;

    void give(std::function<void()> job);
    /// Gives the job, and waits until it and all before it are done.
    void run(std::function<void()> job);

private:
    void serve();
    void rethrow() const LOCKSTEP_REQUIRES(m_mutex);

    Mutex m_mutex;
    ConditionVariable m_changed;
    std::deque<std::function<void()>> m_jobs LOCKSTEP_GUARDED_BY(m_mutex);
    bool m_working LOCKSTEP_GUARDED_BY(m_mutex) = false;
    bool m_ending LOCKSTEP_GUARDED_BY(m_mutex) = false;
    std::exception_ptr m_error LOCKSTEP_GUARDED_BY(m_mutex);
    std::thread m_thread; ///< the last member: it uses the others
};

} // namespace lockstep::cuda
