// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/stage_threads.h"

#include "engine/core/error.h"

#include <algorithm>
#include <utility>

namespace lockstep {
namespace {

/// Ends the job of a stage that waits for one that has failed.
struct OtherStageFailed {};

} // namespace

StageThreads::StageThreads(int stages) : m_done(static_cast<std::size_t>(stages))
{
    LOCKSTEP_CHECK(stages >= 1);
    for (int stage = 0; stage < stages; ++stage)
        m_threads.emplace_back([this, stage] { serve(stage); });
}

StageThreads::~StageThreads()
{
    {
        const std::lock_guard lock(m_mutex);
        m_ending = true;
    }
    m_changed.notify_all();
    for (std::thread& thread : m_threads)
        thread.join();
}

void StageThreads::run(const std::function<void(int)>& job, const std::function<void(std::size_t)>& heard)
{
    std::unique_lock lock(m_mutex);
    std::ranges::fill(m_done, 0);
    m_told.clear();
    m_error = nullptr;
    m_job = &job;
    m_running = size();
    ++m_jobs;
    m_changed.notify_all();
    std::exception_ptr unheard;
    while (m_running > 0 || !m_told.empty()) {
        m_changed.wait(lock, [this] { return m_running == 0 || !m_told.empty(); });
        try {
            hear(lock, unheard ? std::function<void(std::size_t)>() : heard);
        } catch (...) {
            lock.lock();
            unheard = std::current_exception();
        }
    }
    if (m_error)
        std::rethrow_exception(std::exchange(m_error, nullptr));
    if (unheard)
        std::rethrow_exception(unheard);
}

/// Calls it without the lock, for what is heard may take its time. When it throws, the lock is open.
void StageThreads::hear(std::unique_lock<std::mutex>& lock, const std::function<void(std::size_t)>& heard)
{
    while (!m_told.empty()) {
        const std::size_t value = m_told.front();
        m_told.pop_front();
        lock.unlock();
        if (heard)
            heard(value);
        lock.lock();
    }
}

void StageThreads::waitFor(int stage, int pieces)
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [&] { return m_error || m_done[static_cast<std::size_t>(stage)] >= pieces; });
    if (m_error)
        throw OtherStageFailed();
}

void StageThreads::done(int stage)
{
    {
        const std::lock_guard lock(m_mutex);
        ++m_done[static_cast<std::size_t>(stage)];
    }
    m_changed.notify_all();
}

void StageThreads::tell(std::size_t value)
{
    {
        const std::lock_guard lock(m_mutex);
        m_told.push_back(value);
    }
    m_changed.notify_all();
}

void StageThreads::serve(int stage)
{
    std::uint64_t served = 0;
    for (;;) {
        const std::function<void(int)>* job = nullptr;
        {
            std::unique_lock lock(m_mutex);
            m_changed.wait(lock, [&] { return m_ending || m_jobs != served; });
            if (m_ending)
                return;
            served = m_jobs;
            job = m_job;
        }
        runOne(stage, *job);
    }
}

void StageThreads::runOne(int stage, const std::function<void(int)>& job)
{
    std::exception_ptr error;
    try {
        job(stage);
    } catch (const OtherStageFailed&) {
        // The other has said why.
    } catch (...) {
        error = std::current_exception();
    }
    {
        const std::lock_guard lock(m_mutex);
        if (error && !m_error)
            m_error = error;
        --m_running;
    }
    m_changed.notify_all();
}

} // namespace lockstep
