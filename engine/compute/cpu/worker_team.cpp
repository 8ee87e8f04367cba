// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/worker_team.h"

#include "engine/core/error.h"

#include <string>
#include <system_error>

namespace lockstep {

namespace {

/// Ends the job of a worker whose partner failed; never seen outside.
struct PartnerFailed {};

/// Returns when the counter has left `value`. Partners of a team run the same code on equal shares, so the
/// wait is short, and a partner that throws raises every counter: this needs no deadline.
void waitWhile(const std::atomic<std::uint32_t>& counter, std::uint32_t value)
{
    constexpr int kSpins = 64; // a pause takes up to 140 cycles: about 3 microseconds
    for (int i = 0; i < kSpins; ++i) {
        if (counter.load(std::memory_order_acquire) != value)
            return;
        __builtin_ia32_pause();
    }
    counter.wait(value, std::memory_order_acquire);
}

} // namespace

WorkerTeam::WorkerTeam(int workers) : m_size(workers), m_errors(static_cast<std::size_t>(workers))
{
    LOCKSTEP_CHECK(workers >= 1);
    try {
        for (int worker = 1; worker < workers; ++worker)
            m_threads.emplace_back([this, worker] { serve(worker); });
    } catch (const std::system_error& error) {
        m_ending = true;
        ++m_jobs;
        m_jobs.notify_all();
        for (std::thread& thread : m_threads)
            thread.join();
        throw EngineError(ExitCode::Failure,
                          {LOCKSTEP_TEXT("Cannot start %1 worker threads: %2. Ask for fewer threads."),
                           {std::to_string(workers), error.what()},
                           {}});
    }
}

WorkerTeam::~WorkerTeam()
{
    m_ending = true;
    ++m_jobs;
    m_jobs.notify_all();
    for (std::thread& thread : m_threads)
        thread.join();
}

void WorkerTeam::barrier()
{
    if (m_size == 1)
        return;
    const std::uint32_t passed = m_barriers.load(std::memory_order_acquire);
    if (m_failed.load(std::memory_order_acquire))
        throw PartnerFailed();
    if (m_arrived.fetch_add(1, std::memory_order_acq_rel) + 1 == m_size) {
        m_arrived.store(0, std::memory_order_relaxed);
        m_barriers.fetch_add(1, std::memory_order_acq_rel);
        m_barriers.notify_all();
    } else {
        waitWhile(m_barriers, passed);
    }
    if (m_failed.load(std::memory_order_acquire))
        throw PartnerFailed();
}

void WorkerTeam::runOne(int worker)
{
    try {
        m_function(m_context, worker);
    } catch (const PartnerFailed&) {
        // The partner's own exception is the one to report.
    } catch (...) {
        m_errors[static_cast<std::size_t>(worker)] = std::current_exception();
        m_failed.store(true, std::memory_order_release);
        m_barriers.fetch_add(1, std::memory_order_acq_rel);
        m_barriers.notify_all();
    }
}

void WorkerTeam::runJob(Function function, void* context)
{
    m_function = function;
    m_context = context;
    m_arrived = 0;
    m_failed = false;
    m_finished = 0;
    m_jobs.fetch_add(1, std::memory_order_acq_rel);
    m_jobs.notify_all();
    runOne(0);
    const auto helpers = static_cast<std::uint32_t>(m_size - 1);
    for (std::uint32_t finished = m_finished; finished != helpers; finished = m_finished)
        waitWhile(m_finished, finished);
    for (std::exception_ptr& error : m_errors)
        if (error) {
            const std::exception_ptr first = error;
            for (std::exception_ptr& each : m_errors)
                each = nullptr;
            std::rethrow_exception(first);
        }
}

void WorkerTeam::serve(int worker)
{
    for (std::uint32_t seen = 0;;) {
        waitWhile(m_jobs, seen);
        if (m_ending)
            return;
        ++seen;
        runOne(worker);
        m_finished.fetch_add(1, std::memory_order_acq_rel);
        m_finished.notify_one();
    }
}

} // namespace lockstep
