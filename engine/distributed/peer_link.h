// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/frame_receiver.h"
#include "engine/distributed/group_state.h"
#include "engine/distributed/link_socket.h"
#include "engine/distributed/mailbox.h"
#include "engine/distributed/outbox.h"
#include "engine/distributed/process_group.h"
#include "engine/distributed/wait_chain.h"

namespace lockstep {

/// The link to one peer: frames out of its outbox into its socket, and out of the socket to where they
/// belong. What it notices (a completion, a failure, bytes that moved) it tells the group. Guarded by the
/// group's mutex, which is free during system calls; one thread at a time, the leader, calls pump().
class PeerLink {
public:
    using Clock = GroupState::Clock;

    enum class State {
        Absent,     ///< our own place, or of one whom we have no link to
        Open,       ///< messages go both ways
        SendBroken, ///< sending has failed; the peer's reason may still lie unread
        PeerLeft,   ///< it said Bye: it sends no more, but reads until we have said so too
        Closed,
    };
    /// What a caller of pump() waits for; none: nothing in particular.
    struct Goal {
        const std::deque<int>* done = nullptr;
        bool reached() const { return done && !done->empty(); }
    };

    PeerLink(int rank, MeshLink link, const Mailbox::Limits& limits, std::chrono::milliseconds patience,
             int worldSize);

    int rank() const { return m_rank; }
    State state() const { return m_state; }
    bool isOpen() const { return m_state != State::Absent && m_state != State::Closed; }
    /// Inside a system call, on some thread.
    bool isBusy() const { return m_socket.isReading() || m_socket.isWriting(); }
    const PeerReport& report() const { return m_report; }
    /// When anything came from it.
    Clock::time_point lastReceived() const { return m_lastReceived; }
    PeerTraffic traffic() const;
    void bookWait(std::chrono::duration<double> time) { m_traffic.waitSeconds += time.count(); }

    // Messages. The memory stays until the operation is done or forgotten.
    void send(GroupState& group, Completions& owner, std::uint64_t slot, std::span<const char> data)
        LOCKSTEP_REQUIRES(group.mutex);
    void receive(GroupState& group, Completions& owner, std::uint64_t slot, std::span<char> data)
        LOCKSTEP_REQUIRES(group.mutex);
    /// A collective begins: what has come already must belong to it or to a later one.
    void checkArrived(GroupState& group) LOCKSTEP_REQUIRES(group.mutex);
    /// A system call that some thread is in uses memory of `owner`. It is non-blocking: it ends at once.
    bool uses(const Completions& owner) const;
    void forget(const Completions& owner);

    // Progress.
    LinkSocket& socket() { return m_socket; }
    /// Flags of an epoll event.
    void noteEvents(GroupState& group, std::uint32_t flags) LOCKSTEP_REQUIRES(group.mutex);
    bool hasInput() const;
    /// The socket may hold more than is here.
    bool mayRead() const { return isOpen() && !isStalled() && m_socket.canRead(); }
    /// Sends what is queued until the socket is full.
    void flush(GroupState& group) LOCKSTEP_REQUIRES(group.mutex);
    /// Reads what has come, until there is no more or the goal is reached.
    void pump(GroupState& group, const Goal& goal) LOCKSTEP_REQUIRES(group.mutex);

    // Life and end.
    /// When there was nothing else to say for so long.
    void beat(GroupState& group, const Beat& beat, Clock::time_point now, std::chrono::milliseconds interval)
        LOCKSTEP_REQUIRES(group.mutex);
    void checkSilence(GroupState& group, Clock::time_point now, std::chrono::milliseconds limit)
        LOCKSTEP_REQUIRES(group.mutex);
    /// We were away ourselves: what came meanwhile is still to be read.
    void forgiveSilence(Clock::time_point now) { m_lastReceived = now; }
    void sayBye(GroupState& group) LOCKSTEP_REQUIRES(group.mutex);
    /// Both have said Bye, or the link is gone.
    bool hasParted() const;
    /// For whoever says farewell after a failure: all that still goes over the wire, `words` at its end.
    /// Nothing when a half-sent message is too long for that.
    std::string lastWords(std::string_view words);

private:
    bool isStalled() const { return m_receiver.state() == FrameReceiver::State::Unplaced; }
    bool readMore(GroupState& group) LOCKSTEP_REQUIRES(group.mutex);
    bool handle(GroupState& group, FrameReceiver::Event event) LOCKSTEP_REQUIRES(group.mutex);
    bool handleControl(GroupState& group) LOCKSTEP_REQUIRES(group.mutex);
    void handleBeat(GroupState& group) LOCKSTEP_REQUIRES(group.mutex);
    bool checkStep(GroupState& group, const FrameHeader& header) LOCKSTEP_REQUIRES(group.mutex);
    bool place(GroupState& group) LOCKSTEP_REQUIRES(group.mutex);
    bool arrived(GroupState& group) LOCKSTEP_REQUIRES(group.mutex);
    void noteSent(GroupState& group, std::size_t bytes) LOCKSTEP_REQUIRES(group.mutex);
    void sendFailed(GroupState& group, int error) LOCKSTEP_REQUIRES(group.mutex);
    void lose(GroupState& group, Failure::Kind kind, std::string detail) LOCKSTEP_REQUIRES(group.mutex);
    void failMisfit(GroupState& group) LOCKSTEP_REQUIRES(group.mutex);

    const int m_rank;
    State m_state;
    LinkSocket m_socket;
    Outbox m_outbox;
    FrameReceiver m_receiver;
    Mailbox m_mailbox;
    std::string m_sendError; ///< of SendBroken
    std::uint64_t m_payloadCounted = 0;
    Clock::time_point m_lastReceived;
    Clock::time_point m_lastSent;
    PeerReport m_report;
    PeerTraffic m_traffic;
};

} // namespace lockstep
