// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/server/request.h"
#include "engine/protocol/mutex.h"

#include <functional>
#include <vector>

namespace lockstep {

/// Where the requests of a server's ranks, each on a thread of its own, wait for one another. It knows which
/// ranks are left, and its mutex guards all that they share. Whoever is waited for is told so (and told when
/// it has come): only then does the server lose patience with it.
class RankGate {
public:
    /// `awaited` is called under the mutex.
    using Awaited = std::function<void(int rank, bool isAwaited)>;
    RankGate(int ranks, Awaited awaited);

    /// Thrown at all who wait, or come, once the server has ended.
    struct Ended {};

    Mutex mutex;

    int ranks() const { return m_ranks; }
    bool isLeft(int rank) const LOCKSTEP_REQUIRES(mutex) { return m_isLeft[static_cast<std::size_t>(rank)]; }
    int firstLeft() const LOCKSTEP_REQUIRES(mutex);
    /// Returns when all ranks that are left have come, for the same kind of request; before anybody returns,
    /// one of them has done `work`, each bringing the same. Throws EngineError(PeerLost) for another kind.
    void meet(int rank, RequestKind kind, const std::function<void()>& work) LOCKSTEP_REQUIRES(mutex);
    /// Returns when `isReady`, which is asked again after each change. Ranks that are `missing` meanwhile are
    /// awaited.
    void waitUntil(const std::function<bool()>& isReady, const std::function<bool(int rank)>& isMissing)
        LOCKSTEP_REQUIRES(mutex);
    /// A rank has come whom others may await in waitUntil().
    void hasCome(int rank) LOCKSTEP_REQUIRES(mutex);
    /// What isReady looks at is another now.
    void tellChange() LOCKSTEP_REQUIRES(mutex) { m_changed.notifyAll(); }

    /// Nobody waits for it any more.
    void leave(int rank) LOCKSTEP_EXCLUDES(mutex);
    void end() LOCKSTEP_EXCLUDES(mutex);

private:
    bool isComplete() const LOCKSTEP_REQUIRES(mutex);
    void throwIfEnded() const LOCKSTEP_REQUIRES(mutex);

    const int m_ranks;
    const Awaited m_awaited;
    ConditionVariable m_changed;
    std::vector<bool> m_isLeft LOCKSTEP_GUARDED_BY(mutex);
    std::vector<bool> m_hasMet LOCKSTEP_GUARDED_BY(mutex);             ///< has come to the meeting under way
    RequestKind m_kind LOCKSTEP_GUARDED_BY(mutex) = RequestKind::Pass; ///< of that meeting
    std::uint64_t m_meetings LOCKSTEP_GUARDED_BY(mutex) = 0;           ///< that are over
    bool m_isEnded LOCKSTEP_GUARDED_BY(mutex) = false;
};

} // namespace lockstep
