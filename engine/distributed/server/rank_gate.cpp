// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/server/rank_gate.h"

#include "engine/core/error.h"

#include <algorithm>

namespace lockstep {

RankGate::RankGate(int ranks, Awaited awaited)
    : m_ranks(ranks), m_awaited(std::move(awaited)), m_isLeft(static_cast<std::size_t>(ranks), true),
      m_hasMet(static_cast<std::size_t>(ranks), false)
{
}

int RankGate::firstLeft() const
{
    return static_cast<int>(std::find(m_isLeft.begin(), m_isLeft.end(), true) - m_isLeft.begin());
}

bool RankGate::isComplete() const
{
    for (std::size_t i = 0; i < m_isLeft.size(); ++i)
        if (m_isLeft[i] && !m_hasMet[i])
            return false;
    return true;
}

void RankGate::throwIfEnded() const
{
    if (m_isEnded)
        throw Ended{};
}

void RankGate::meet(int rank, RequestKind kind, const std::function<void()>& work)
{
    throwIfEnded();
    const bool isFirst = std::none_of(m_hasMet.begin(), m_hasMet.end(), [](bool met) { return met; });
    if (!isFirst && kind != m_kind)
        throw EngineError(ExitCode::PeerLost,
                          {LOCKSTEP_TEXT("Out of step: rank %1 asks the servers for something else than the "
                                         "other ranks. All processes of a run must be of the same version."),
                           {std::to_string(rank)},
                           {}},
                          rank);
    m_kind = kind;
    m_hasMet[static_cast<std::size_t>(rank)] = true;
    m_awaited(rank, false);
    if (!isComplete())
        for (int i = 0; i < ranks(); ++i)
            if (isLeft(i) && !m_hasMet[static_cast<std::size_t>(i)])
                m_awaited(i, true);
    const std::uint64_t meeting = m_meetings;
    while (m_meetings == meeting) {
        throwIfEnded();
        // By the last to come, or, where that one was lost instead, by who notices first.
        if (!isComplete()) {
            m_changed.wait(mutex);
            continue;
        }
        work();
        m_hasMet.assign(m_hasMet.size(), false);
        ++m_meetings;
        m_changed.notifyAll();
    }
}

void RankGate::waitUntil(const std::function<bool()>& isReady, const std::function<bool(int rank)>& isMissing)
{
    while (!isReady()) {
        throwIfEnded();
        for (int i = 0; i < ranks(); ++i)
            if (isLeft(i) && isMissing(i))
                m_awaited(i, true);
        m_changed.wait(mutex);
    }
    throwIfEnded();
}

void RankGate::hasCome(int rank)
{
    throwIfEnded();
    m_awaited(rank, false);
}

void RankGate::leave(int rank)
{
    const MutexLock lock(mutex);
    m_isLeft[static_cast<std::size_t>(rank)] = false;
    m_changed.notifyAll();
}

void RankGate::end()
{
    const MutexLock lock(mutex);
    m_isEnded = true;
    m_changed.notifyAll();
}

} // namespace lockstep
