// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/completions.h"
#include "engine/distributed/failure.h"
#include "engine/distributed/socket.h"
#include "engine/protocol/mutex.h"

#include <chrono>
#include <optional>
#include <string>
#include <thread>

namespace lockstep {

/// What all links of a group share: its one mutex, the collective under way, the failure that ended it, and
/// who wakes whom. One thread leads: it does the network's work for all. The others follow: they sleep until
/// something has changed.
class GroupState {
public:
    using Clock = std::chrono::steady_clock;

    /// `ranks`: members from this number on are servers; 0: there are none.
    GroupState(int rank, int worldSize, int ranks = 0);

    const int rank;
    const int worldSize; ///< members, servers included
    const int ranks;     ///< of them
    /// Guards this, the links and what buffers have under way; never held over network input or output.
    mutable Mutex mutex;

    // The collective.
    const CollectiveId& collective() const LOCKSTEP_REQUIRES(mutex) { return m_collective; }
    void begin(const CollectiveId& collective) LOCKSTEP_REQUIRES(mutex);
    void end() LOCKSTEP_REQUIRES(mutex);
    void noteMoved(std::size_t bytes) LOCKSTEP_REQUIRES(mutex);
    /// Bytes of messages so far, in and out, and when the last came or went; at first: when the collective
    /// began.
    std::uint64_t moved() const LOCKSTEP_REQUIRES(mutex) { return m_moved; }
    Clock::time_point lastMoved() const LOCKSTEP_REQUIRES(mutex) { return m_lastMoved; }
    /// The oldest operation of `owner` with that peer is done.
    void completed(Completions& owner, Direction direction, int peer) LOCKSTEP_REQUIRES(mutex);

    // The end.
    const std::optional<Failure>& failure() const LOCKSTEP_REQUIRES(mutex) { return m_failure; }
    bool hasFailed() const LOCKSTEP_REQUIRES(mutex) { return m_failure.has_value(); }
    /// The first failure stays.
    void fail(Failure failure) LOCKSTEP_REQUIRES(mutex);
    void fail(Failure::Kind kind, int culprit, std::string detail = {}) LOCKSTEP_REQUIRES(mutex);
    void failOutOfStep(int culprit, const CollectiveId& theirs) LOCKSTEP_REQUIRES(mutex);
    void throwIfFailed() const LOCKSTEP_REQUIRES(mutex);
    bool isClosing() const LOCKSTEP_REQUIRES(mutex) { return m_closing; }
    void setClosing() LOCKSTEP_REQUIRES(mutex) { m_closing = true; }
    /// Ends the waits of waitForEnd().
    void stop() LOCKSTEP_REQUIRES(mutex);
    /// Sleeps till then, or until the group has failed or was stopped. True: one of them.
    bool waitForEnd(Clock::time_point until) LOCKSTEP_REQUIRES(mutex);

    // Leading and following.
    bool isLed() const LOCKSTEP_REQUIRES(mutex) { return m_leader != std::thread::id(); }
    void lead() LOCKSTEP_REQUIRES(mutex) { m_leader = std::this_thread::get_id(); }
    void stopLeading() LOCKSTEP_REQUIRES(mutex);
    /// Sleeps until something has changed, or till then.
    void follow(Clock::time_point until) LOCKSTEP_REQUIRES(mutex);
    void wakeFollowers() LOCKSTEP_REQUIRES(mutex);
    /// A leader that sleeps in epoll_wait() does not see the followers' condition variable.
    void wakeLeader() const;
    /// Readable when the leader is to look up.
    int wakeDescriptor() const { return m_wake.get(); }
    void takeWake() const;

private:
    CollectiveId m_collective LOCKSTEP_GUARDED_BY(mutex);
    std::uint64_t m_moved LOCKSTEP_GUARDED_BY(mutex) = 0;
    Clock::time_point m_lastMoved LOCKSTEP_GUARDED_BY(mutex);
    std::optional<Failure> m_failure LOCKSTEP_GUARDED_BY(mutex);
    bool m_closing LOCKSTEP_GUARDED_BY(mutex) = false;
    std::thread::id m_leader LOCKSTEP_GUARDED_BY(mutex);
    int m_followers LOCKSTEP_GUARDED_BY(mutex) = 0;
    ConditionVariable m_changed;
    bool m_stopped LOCKSTEP_GUARDED_BY(mutex) = false;
    ConditionVariable m_ended;
    Descriptor m_wake;
};

} // namespace lockstep
