// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/message_seal.h"
#include "engine/distributed/parcel_seal.h"
#include "engine/distributed/process_group.h"
#include "engine/host/frame_channel.h"
#include "engine/host/lease_message.h"
#include "engine/protocol/attach_messages.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

inline constexpr auto kLeaseInterval = std::chrono::seconds(1);
inline constexpr auto kLeaseLost = std::chrono::seconds(8);
/// With its seals a frame's worth.
inline constexpr std::size_t kMaxParcelBytes = kMaxFramePayload - (64u << 10);

struct LeaseOptions {
    int self = 0;                       ///< host index
    std::vector<Endpoint> leases;       ///< by host index; port 0: that host takes no part
    std::vector<std::string> hostNames; ///< by host index
    Descriptor listener;
    RunToken token{};
    std::string run;
    int attempt = 1;
};

/// Connections to the supervisors of the other hosts. They are made on a thread of their own (it forks
/// nothing); all else happens on the caller's poll loop. A host is lost when its connection closes before it
/// said Ended, or is silent for kLeaseLost, or when something comes from there that it did not send: every
/// frame is sealed (message_seal.h).
class LeaseLinks {
public:
    explicit LeaseLinks(LeaseOptions options);
    ~LeaseLinks();

    void addTo(PollTurn& turn);
    /// Sends heartbeats and finds who is lost; call it after every turn, at least every kLeaseInterval.
    void tick();
    /// To every other host; kept until the connections stand.
    void broadcast(const LeaseMessage& message);
    /// What arrived since the last call, in order.
    std::vector<LeaseMessage> takeMessages();
    /// More than a message, encrypted: at most kMaxParcelBytes. A host that is lost, or takes no part, gets
    /// nothing.
    void sendParcel(int host, std::string_view parcel);
    struct Parcel {
        int host = 0; ///< that sent it
        std::string content;
    };
    std::vector<Parcel> takeParcels();

    /// The connections stand.
    bool standing() const { return m_standing; }
    /// They are still being made.
    bool connecting() const { return !m_standing && !m_failed; }
    bool wasDone(int host) const; ///< it has said so: its loss costs the run nothing
    bool allDone() const;         ///< every other host said Done or Ended after Done
    bool allEnded() const;        ///< every other host said Ended, or is lost
    enum class Contact {
        Open,
        Left, ///< its connection has closed after its last word, or never stood
        Lost, ///< it fell silent, or the hosts did not find each other
    };
    Contact contact(int host) const;
    /// Lets what was sent arrive before the connections close; waits for at most `longest`.
    void close(std::chrono::milliseconds longest);

private:
    struct Mesh;
    struct Peer {
        Peer(int hostIndex, MeshLink link)
            : host(hostIndex), channel(std::move(link.socket)), sealer(link.keys->sending),
              opener(link.keys->receiving), parcelSealer(link.keys->sending),
              parcelOpener(link.keys->receiving)
        {
        }
        void send(FrameType type, const std::string& payload);

        int host = 0;
        FrameChannel channel;
        MessageSealer sealer;
        MessageOpener opener;
        ParcelSealer parcelSealer;
        ParcelOpener parcelOpener;
        Clock::time_point lastHeard = Clock::now(); ///< the last frame that was its own
        bool done = false, ended = false, lost = false;
    };
    void takeMesh();
    void receiveMessage(Peer& peer, std::string_view json);
    void receiveParcel(Peer& peer, std::string_view sealed);
    void receiveFrom(Peer& peer);
    void lose(Peer& peer, const Sentence& sentence, LeaseMessage::Kind kind = LeaseMessage::Kind::Lost);
    void loseForged(Peer& peer);

    std::unique_ptr<Mesh> m_mesh;
    std::vector<std::string> m_hostNames;
    std::vector<std::unique_ptr<Peer>> m_peers;
    std::vector<LeaseMessage> m_messages;
    std::vector<Parcel> m_parcels;
    std::vector<std::string> m_backlog; ///< messages from before the connections stood
    Clock::time_point m_nextHeartbeat;
    bool m_standing = false;
    bool m_failed = false;
};

} // namespace lockstep
