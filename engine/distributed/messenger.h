// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/failure.h"
#include "engine/distributed/peer_link.h"
#include "engine/distributed/wait_chain.h"

#include <condition_variable>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

struct iovec;

namespace lockstep {

struct MessengerOptions {
    using Milliseconds = std::chrono::milliseconds;
    Milliseconds timeout{30000};         ///< without a byte of a message moving, while somebody waits
    Milliseconds outside{1'800'000};     ///< the same while the awaited rank saves, evaluates or loads
    Milliseconds heartbeat{500};         ///< a link that has nothing to say says that it lives
    Milliseconds silence{3000};          ///< without any byte from a peer, beats included: it is lost
    Milliseconds linger{2000};           ///< for the farewells at the end
    std::size_t earlyMessage = 64 << 10; ///< a larger message stays in the kernel until its receive is posted
    std::size_t earlyTotal = 4 << 20;    ///< per peer
};

enum class Direction { Send, Receive };

/// Moves messages between ranks over sockets that were proven before: what lies under Gloo's transport.
///
/// Messages between two ranks keep their order. The thread that waits does the network's work itself; a small
/// thread of our own sends beats and looks after the links while nobody waits. One failed link fails the
/// whole group, at once and for good: every call now and later throws EngineError(PeerLost), here and on the
/// peers.
///
/// send(), receive(), wait() and cancel() may come from any thread, abort() at any time. Collectives come one
/// after the other, bracketed by begin() and end(); their identity travels in each frame and is compared.
class Messenger {
public:
    /// One socket per rank, as connectMesh() returns them.
    Messenger(int rank, std::vector<Descriptor> sockets, MessengerOptions options);
    /// Says farewell, for at most `linger`.
    ~Messenger();
    Messenger(const Messenger&) = delete;
    Messenger& operator=(const Messenger&) = delete;

    int rank() const { return m_rank; }
    int worldSize() const { return static_cast<int>(m_links.size()); }
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
    /// Ends the group because a person asked for it: EngineError(Stopped) instead of PeerLost, here and on
    /// the peers.
    void breakOff();
    /// An exception of our own ended a collective: tells the peers.
    void collectiveFailed(const std::string& reason);
    std::vector<PeerTraffic> traffic() const;

private:
    using Clock = std::chrono::steady_clock;
    using Lock = std::unique_lock<std::mutex>;
    struct Goal { ///< what the calling thread waits for; none: nothing in particular
        const std::deque<int>* done = nullptr;
        bool reached() const { return done && !done->empty(); }
    };

    // messenger.cpp
    void close();
    void throwIfEnded(const Lock&) const;
    WaitChain chainFrom(int peer) const;
    void waitUntilDone(Completions& owner, Direction direction, Lock& lock);
    bool isInFlight(const Completions& owner) const;
    void forget(const Completions& owner);

    // messenger_send.cpp
    void flush(PeerLink& link, Lock& lock);
    void sent(PeerLink& link, std::size_t bytes);
    void sendFailed(PeerLink& link, int error, unsigned edgesBefore, Lock& lock);
    void completed(std::deque<int>& pending, std::deque<int>& done, int rank);

    // messenger_receive.cpp
    void pump(PeerLink& link, Lock& lock, const Goal& goal);
    bool readBody(PeerLink& link, Lock& lock);
    bool readHeader(PeerLink& link, Lock& lock);
    bool fillStage(PeerLink& link, Lock& lock, std::size_t wanted);
    long readInto(PeerLink& link, Lock& lock, std::span<iovec> parts);
    bool handleControl(PeerLink& link, Lock& lock);
    bool checkStep(PeerLink& link, const FrameHeader& header, Lock& lock);
    void checkBeat(PeerLink& link, Lock& lock);
    bool fits(PeerLink& link, Lock& lock);
    bool place(PeerLink& link, Lock& lock);
    void finishBody(PeerLink& link, Lock& lock);

    // messenger_progress.cpp
    void step(Lock& lock, Clock::time_point until, const Goal& goal);
    void waitForEvents(Lock& lock, Clock::time_point until);
    void runBackground();
    void tick(Lock& lock);
    void beat(PeerLink& link, Clock::time_point now, Lock& lock);
    void checkSilence(PeerLink& link, Clock::time_point now, Lock& lock);
    void wake();

    // messenger_failure.cpp
    void fail(Failure failure, Lock& lock);
    void failPeer(Failure::Kind kind, int culprit, std::string detail, Lock& lock);
    void failTimedOut(const WaitChain& chain, std::chrono::milliseconds limit, Lock& lock);
    void lost(PeerLink& link, Failure::Kind kind, std::string detail, Lock& lock);
    void prepareFarewell(PeerLink& link);
    void sayFarewell(Lock& lock);
    static bool advanceFarewell(PeerLink& link);
    void failOutOfStep(const PeerLink& link, const CollectiveId& theirs, Lock& lock);

    const int m_rank;
    const MessengerOptions m_options;
    mutable std::mutex m_mutex; ///< guards everything below; never held over network input or output
    std::condition_variable m_changed;
    std::condition_variable m_stopWanted;
    std::vector<PeerLink> m_links; ///< by rank; our own place is unused
    Descriptor m_epoll;
    Descriptor m_event; ///< wakes the thread inside epoll_wait()
    int m_followers = 0;
    bool m_leading = false; ///< some thread does the network's work
    std::thread::id m_leader;
    bool m_closing = false;
    bool m_stopping = false;
    std::optional<Failure> m_failure;
    CollectiveId m_current;
    Activity m_activity = Activity::Training;
    int m_waitingOn = -1;
    std::uint64_t m_moved = 0;     ///< bytes of messages, in and out
    Clock::time_point m_lastMoved; ///< the last byte of a message, in or out
    Clock::time_point m_lastTick;
    std::thread m_background;
};

} // namespace lockstep
