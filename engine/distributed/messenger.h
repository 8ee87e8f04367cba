// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/peer_link.h"
#include "engine/distributed/poller.h"
#include "engine/distributed/standings.h"

#include <memory>
#include <optional>
#include <span>
#include <thread>
#include <vector>

namespace lockstep {

struct MessengerOptions {
    using Milliseconds = std::chrono::milliseconds;
    Milliseconds timeout{30000};     ///< without a byte of a message moving, while somebody waits
    Milliseconds outside{1'800'000}; ///< the same while the awaited rank saves, evaluates or loads
    Milliseconds heartbeat{500};     ///< a link that has nothing to say says that it lives
    Milliseconds silence{3000};      ///< without any byte from a peer, beats included: it is lost
    Milliseconds linger{2000};       ///< for the farewells at the end
    Mailbox::Limits early;           ///< messages that come before their receives; per peer
    int ranks = 0;                   ///< members from this number on are servers; 0: there are none
};

/// Moves messages between ranks over sockets that were proven before: what lies under Gloo's transport.
///
/// Messages between two ranks keep their order. The thread that waits does the network's work itself; a small
/// thread of our own sends beats and looks after the links while nobody waits. One failed link fails the
/// whole group, at once and for good: every call now and later throws EngineError(PeerLost), here and on the
/// peers; after breakOff() EngineError(Stopped).
///
/// send(), receive(), wait() and cancel() may come from any thread, the others at any time. Collectives come
/// one after the other, bracketed by begin() and end(); their identity travels in each frame and is compared.
class Messenger {
public:
    /// One link per rank, as connectMesh() returns them.
    Messenger(int rank, std::vector<MeshLink> links, const MessengerOptions& options);
    /// Says farewell, for at most `linger`.
    ~Messenger();
    Messenger(const Messenger&) = delete;
    Messenger& operator=(const Messenger&) = delete;

    int rank() const { return m_group.rank; }
    int worldSize() const { return m_group.worldSize; }
    const MessengerOptions& options() const { return m_options; }

    void begin(const CollectiveId& collective);
    void end();

    /// The memory must stay until wait() or cancel() has returned.
    void send(Completions& owner, int to, std::uint64_t slot, std::span<const char> data);
    void receive(Completions& owner, int from, std::uint64_t slot, std::span<char> data);
    /// One completion of `owner`; returns the peer's rank.
    int wait(Completions& owner, Direction direction);
    /// Forgets what `owner` still has under way, and waits for a system call that uses its memory. When there
    /// is something, the group fails: half a message cannot be taken back.
    void cancel(Completions& owner);

    /// What this rank does outside collectives; the next beats tell.
    void setActivity(Activity activity);
    void abort(const std::string& reason);
    /// Ends the group for a reason that another group of this process has found.
    void fail(const Failure& failure);
    std::optional<Failure> failure() const;
    /// Ends the group because a person asked for it.
    void breakOff();
    /// Whether others need what this process waits for; at first they do. Where nobody does, only silence
    /// ends a wait.
    void setAwaited(bool isAwaited);
    /// Throws what has ended the group, if something has.
    void throwIfFailed() const;
    /// An exception of our own ended a collective: tells the peers.
    void collectiveFailed(const std::string& reason);
    std::vector<PeerTraffic> traffic() const;
    /// See StandingsSource.
    std::vector<RankStanding> standings() const;

private:
    using Clock = GroupState::Clock;
    using Goal = PeerLink::Goal;

    void throwIfEnded() const LOCKSTEP_REQUIRES(m_group.mutex);
    PeerLink& link(int rank) LOCKSTEP_REQUIRES(m_group.mutex);
    bool isInUse(const Completions& owner) const LOCKSTEP_REQUIRES(m_group.mutex);

    // Waiting.
    void waitUntilDone(Operations& operations) LOCKSTEP_REQUIRES(m_group.mutex);
    Clock::time_point checkPatience(int peer, Clock::time_point start) LOCKSTEP_REQUIRES(m_group.mutex);
    void step(Clock::time_point until, const Goal& goal) LOCKSTEP_REQUIRES(m_group.mutex);
    void waitForEvents(Clock::time_point until) LOCKSTEP_REQUIRES(m_group.mutex);

    // The thread of our own.
    void runBackground();
    void lookAfterLinks() LOCKSTEP_REQUIRES(m_group.mutex);
    void sayFarewells() LOCKSTEP_REQUIRES(m_group.mutex);
    void close();

    const MessengerOptions m_options;
    GroupState m_group;
    Poller m_poller;
    std::vector<std::unique_ptr<PeerLink>> m_links LOCKSTEP_GUARDED_BY(m_group.mutex); ///< by rank
    Activity m_activity LOCKSTEP_GUARDED_BY(m_group.mutex) = Activity::Training;
    int m_waitingOn LOCKSTEP_GUARDED_BY(m_group.mutex) = -1;
    /// What is waited for is needed since then; none: nobody needs it.
    std::optional<Clock::time_point>
        m_awaitedSince LOCKSTEP_GUARDED_BY(m_group.mutex) = Clock::time_point::min();
    Clock::time_point m_lastLook LOCKSTEP_GUARDED_BY(m_group.mutex);
    std::thread m_background;
};

} // namespace lockstep
