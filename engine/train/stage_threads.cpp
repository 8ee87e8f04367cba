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

StageThreads::StageThreads(int stages)
    : m_stages(static_cast<std::size_t>(stages)), m_done(static_cast<std::size_t>(stages))
{
    LOCKSTEP_CHECK(stages >= 1);
    for (int stage = 0; stage < stages; ++stage)
        m_threads.emplace_back([this, stage] { serve(stage); });
}

StageThreads::~StageThreads()
{
    {
        const MutexLock lock(m_mutex);
        m_ending = true;
    }
    m_changed.notifyAll();
    for (std::thread& thread : m_threads)
        thread.join();
}

void StageThreads::run(const std::function<void(int)>& job, const std::function<void(std::size_t)>& heard)
{
    start(job);
    std::exception_ptr unheard;
    for (std::size_t value = 0; nextTold(value);) {
        try {
            if (heard && !unheard)
                heard(value);
        } catch (...) {
            unheard = std::current_exception();
        }
    }
    if (const std::exception_ptr error = takeError())
        std::rethrow_exception(error);
    if (unheard)
        std::rethrow_exception(unheard);
}

void StageThreads::start(const std::function<void(int)>& job)
{
    {
        const MutexLock lock(m_mutex);
        std::ranges::fill(m_done, 0);
        m_told.clear();
        m_error = nullptr;
        m_job = &job;
        m_running = size();
        ++m_jobs;
    }
    m_changed.notifyAll();
}

/// Waits for the next value; false: all have finished and every value was taken.
bool StageThreads::nextTold(std::size_t& value)
{
    const MutexLock lock(m_mutex);
    m_changed.wait(m_mutex,
                   [this]() LOCKSTEP_REQUIRES(m_mutex) { return m_running == 0 || !m_told.empty(); });
    if (m_told.empty())
        return false;
    value = m_told.front();
    m_told.pop_front();
    return true;
}

std::exception_ptr StageThreads::takeError()
{
    const MutexLock lock(m_mutex);
    return std::exchange(m_error, nullptr);
}

void StageThreads::waitFor(int stage, int pieces)
{
    const MutexLock lock(m_mutex);
    m_changed.wait(m_mutex, [&]() LOCKSTEP_REQUIRES(m_mutex) {
        return m_error || m_done[static_cast<std::size_t>(stage)] >= pieces;
    });
    if (m_error)
        throw OtherStageFailed();
}

void StageThreads::done(int stage)
{
    {
        const MutexLock lock(m_mutex);
        ++m_done[static_cast<std::size_t>(stage)];
    }
    m_changed.notifyAll();
}

void StageThreads::tell(std::size_t value)
{
    {
        const MutexLock lock(m_mutex);
        m_told.push_back(value);
    }
    m_changed.notifyAll();
}

void StageThreads::serve(int stage)
{
    std::uint64_t served = 0;
    for (;;) {
        const std::function<void(int)>* job = nullptr;
        {
            const MutexLock lock(m_mutex);
            m_changed.wait(m_mutex,
                           [&]() LOCKSTEP_REQUIRES(m_mutex) { return m_ending || m_jobs != served; });
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
        const MutexLock lock(m_mutex);
        if (error && !m_error)
            m_error = error;
        --m_running;
    }
    m_changed.notifyAll();
}

} // namespace lockstep
