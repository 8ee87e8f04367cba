// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/state_writer.h"

#include <csignal>
#include <utility>

namespace lockstep {
namespace {

constexpr auto kRetryInterval = std::chrono::seconds(1);

} // namespace

StateWriter::StateWriter(const HostFolder& folder) : m_folder(folder)
{
    // Signals are the main thread's: a child is told of on whichever thread leaves them open.
    sigset_t all, before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    m_thread = std::thread([this] { run(); });
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

StateWriter::~StateWriter()
{
    {
        const MutexLock lock(m_mutex);
        m_closing = true;
    }
    m_changed.notifyAll();
    m_thread.join();
}

void StateWriter::put(const StoredState& state)
{
    {
        const MutexLock lock(m_mutex);
        m_next = state;
    }
    m_changed.notifyAll();
}

bool StateWriter::wait(Clock::time_point deadline)
{
    const MutexLock lock(m_mutex);
    return m_changed.waitUntil(m_mutex, deadline,
                               [this]() LOCKSTEP_REQUIRES(m_mutex) { return !m_next && !m_writing; });
}

std::optional<Sentence> StateWriter::takeFailure()
{
    const MutexLock lock(m_mutex);
    return std::exchange(m_failure, std::nullopt);
}

void StateWriter::run()
{
    const MutexLock lock(m_mutex);
    while (true) {
        m_changed.wait(m_mutex, [this]() LOCKSTEP_REQUIRES(m_mutex) { return m_next || m_closing; });
        if (!m_next)
            return;
        const StoredState state = *std::exchange(m_next, std::nullopt);
        writeNext(state);
    }
}

/// A state that could not be written waits again, unless a newer one does by now.
void StateWriter::writeNext(const StoredState& state)
{
    m_writing = true;
    std::optional<Sentence> failure;
    {
        const MutexUnlock unlock(m_mutex);
        try {
            m_folder.writeState(state);
        } catch (const EngineError& error) {
            failure = error.error();
        }
    }
    if (failure) {
        m_failure = failure;
        if (!m_next && !m_closing)
            m_next = state;
        m_changed.waitUntil(m_mutex, Clock::now() + kRetryInterval,
                            [this]() LOCKSTEP_REQUIRES(m_mutex) { return m_closing; });
    }
    m_writing = false;
    m_changed.notifyAll();
}

} // namespace lockstep
