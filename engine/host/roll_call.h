// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/handshake.h"
#include "engine/distributed/message_seal.h"
#include "engine/host/frame_channel.h"
#include "engine/host/roll_call_message.h"

#include <chrono>
#include <list>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace lockstep {

struct RollCallOptions {
    int self = 0;                  ///< host index
    std::vector<Endpoint> members; ///< leases by host index; port 0: that host takes no part in the run
    int listenDescriptor = -1;     ///< borrowed; non-blocking, listening at members[self]
    RunToken token{};
    std::string run;
    int attempt = 1;                            ///< that this host would make next
    std::string resume;                         ///< what it would begin with
    std::chrono::milliseconds patience{15'000}; ///< with hosts that are missing, where the others may go on
    std::chrono::milliseconds limit{3'600'000}; ///< for enough of them to meet
};

/// Finds, before an attempt of an elastic run, the hosts that make it. Every host of the run that is left and
/// has ended its ranks takes part, those too that the attempts before were made without. Each two of them
/// connect, as for leases but under a key of its own, and tell what they know; the lowest that is there says
/// who makes which attempt: all, or after some patience those in touch with each other that mayGoOn(). Where
/// views differ, hosts may follow different rosters; but any two have a host in common, so only one of them
/// comes about: leases connect all of a roster or none. Nothing here waits; one thread.
class RollCall {
public:
    explicit RollCall(RollCallOptions options);
    RollCall(const RollCall&) = delete;
    RollCall& operator=(const RollCall&) = delete;

    void addTo(PollTurn& turn);
    /// Call it after every turn, several times a second.
    void tick();

    struct Decision {
        int attempt = 1;
        std::string resume;
        Roster hosts; ///< this one among them
        bool operator==(const Decision&) const = default;
    };
    /// It is decided, and the others know; or the limit has passed, and there is no decision.
    bool isOver() const { return m_isOver; }
    const std::optional<Decision>& decision() const { return m_decision; }
    /// Those that are there, with this one.
    Roster present() const;

private:
    struct Link {
        Link(Descriptor socket, const LinkKeys& keys)
            : channel(std::move(socket)), sealer(keys.sending), opener(keys.receiving)
        {
        }
        FrameChannel channel;
        MessageSealer sealer;
        MessageOpener opener;
        Clock::time_point lastHeard = Clock::now();
        std::optional<RollCallMessage> here; ///< the last
    };
    struct Member {
        std::unique_ptr<Link> link;
        bool isTrying = false; ///< we connect to it
        Clock::time_point nextTry;
    };
    using Handshakes = std::list<Handshake>;

    void acceptMany();
    void advance(Handshakes::iterator handshake);
    void receiveFrom(std::size_t host);
    void follow(std::size_t host, const RollCallMessage& roster);
    void clearHandshakes(Clock::time_point now);
    void drop(Handshakes::iterator handshake);
    void takeArrived();
    void dropLost(Clock::time_point now);
    void connectMissing(Clock::time_point now);
    void tellStanding(Clock::time_point now);
    void send(Link& link, const RollCallMessage& message);
    Roster inTouch(const Roster& present) const;
    void decide(Clock::time_point now);
    void announce(const Roster& roster, Clock::time_point now);
    bool isKnownToAll(Clock::time_point now) const;

    const RollCallOptions m_options;
    MeshOptions m_mesh; ///< of the handshakes
    Roster m_whole;
    std::vector<Member> m_members;                                ///< by host index
    Handshakes m_handshakes;                                      ///< oldest first
    std::vector<std::pair<int, std::unique_ptr<Link>>> m_arrived; ///< since the last tick
    Roster m_told;                                                ///< as present() when it was told last
    Clock::time_point m_nextWord, m_madeAt = Clock::now(), m_decidedAt;
    std::optional<Clock::time_point> m_enoughSince; ///< hosts that may go on
    std::optional<Decision> m_decision;
    bool m_isOver = false;
};

/// The secret of all roll calls of a run: HKDF-SHA256 of its first token, with the run. Both hexadecimal.
RunToken tokenOfRollCalls(const std::string& firstToken, const std::string& run);

} // namespace lockstep
