// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/lease_links.h"

#include "engine/distributed/authenticated_link.h"
#include "engine/host/thrown.h"

#include <algorithm>
#include <thread>
#include <unistd.h>

namespace lockstep {

/// Everything that the connecting thread touches; it writes the result, then signals, then ends.
struct LeaseLinks::Mesh {
    LeaseOptions options;
    std::vector<MeshLink> links;
    Sentence failure;
    Descriptor finished, finishing; ///< readable once the thread is through
    Descriptor cancelled, cancelling;
    std::thread thread;

    void connect()
    {
        try {
            MeshOptions mesh;
            mesh.kind = LinkKind::Lease;
            mesh.self = options.self;
            mesh.members = options.leases;
            mesh.listenDescriptor = options.listener.get();
            mesh.token = options.token;
            mesh.run = options.run;
            mesh.attempt = options.attempt;
            mesh.settings = LOCKSTEP_VERSION;
            mesh.cancelDescriptor = cancelled.get();
            mesh.seals = true;
            links = connectMesh(mesh);
        } catch (const std::exception& error) {
            failure = sentenceOf(error);
        }
        finishing.reset();
    }
};

LeaseLinks::LeaseLinks(LeaseOptions options)
    : m_mesh(std::make_unique<Mesh>()), m_hostNames(options.hostNames)
{
    m_mesh->options = std::move(options);
    std::tie(m_mesh->finished, m_mesh->finishing) = makePipe();
    std::tie(m_mesh->cancelled, m_mesh->cancelling) = makePipe();
    m_mesh->thread = std::thread([mesh = m_mesh.get()] { mesh->connect(); });
}

LeaseLinks::~LeaseLinks()
{
    m_mesh->cancelling.reset();
    if (m_mesh->thread.joinable())
        m_mesh->thread.join();
}

void LeaseLinks::takeMesh()
{
    m_mesh->thread.join();
    m_mesh->finished.reset();
    m_mesh->options.token.fill(0);
    if (!m_mesh->failure.empty()) {
        m_failed = true;
        const Cause cause{
            CauseStrength::LostHost, static_cast<int>(ExitCode::PeerLost), -1,
            Sentence(LOCKSTEP_TEXT("The hosts of the run did not find each other: %1"), {m_mesh->failure}),
            0};
        m_messages.push_back({LeaseMessage::Kind::Lost, -1, cause, 0});
        return;
    }
    m_standing = true;
    for (std::size_t host = 0; host < m_mesh->links.size(); ++host) {
        if (!m_mesh->links[host].socket)
            continue;
        m_peers.push_back(std::make_unique<Peer>(static_cast<int>(host), std::move(m_mesh->links[host])));
        for (const std::string& message : m_backlog)
            m_peers.back()->send(FrameType::State, message);
    }
    m_mesh->links.clear();
    m_backlog.clear();
}

void LeaseLinks::addTo(PollTurn& turn)
{
    if (m_mesh->finished)
        turn.add(m_mesh->finished.get(), POLLIN, [this] { takeMesh(); });
    for (const auto& peer : m_peers) {
        if (!peer->lost)
            peer->channel.addTo(turn, true, [this, &peer = *peer] { receiveFrom(peer); });
    }
}

void LeaseLinks::Peer::send(FrameType type, const std::string& payload)
{
    channel.send({type, 0, sealer.seal(static_cast<std::uint16_t>(type), payload)});
}

void LeaseLinks::receiveFrom(Peer& peer)
{
    for (const Frame& frame : peer.channel.receive()) {
        const auto message = peer.opener.open(static_cast<std::uint16_t>(frame.type), frame.payload);
        if (!message)
            return loseForged(peer);
        peer.lastHeard = Clock::now();
        if (frame.type == FrameType::State)
            receiveMessage(peer, *message);
        else if (frame.type == FrameType::Data)
            receiveParcel(peer, *message);
        if (peer.lost)
            return;
    }
}

void LeaseLinks::loseForged(Peer& peer)
{
    lose(peer, Sentence(LOCKSTEP_TEXT("What came in the name of the supervisor on host %1 was forged, "
                                      "repeated or damaged on its way: something between the hosts "
                                      "changes what they send. Use a network that you trust."),
                        {m_hostNames.at(static_cast<std::size_t>(peer.host))}));
}

void LeaseLinks::receiveParcel(Peer& peer, std::string_view sealed)
{
    auto parcel = peer.parcelOpener.open(sealed);
    if (!parcel)
        return loseForged(peer);
    m_parcels.push_back({peer.host, std::move(*parcel)});
}

void LeaseLinks::sendParcel(int host, std::string_view parcel)
{
    LOCKSTEP_CHECK(parcel.size() <= kMaxParcelBytes);
    const auto peer = std::ranges::find_if(m_peers, [host](const auto& each) { return each->host == host; });
    if (peer == m_peers.end() || (*peer)->lost || (*peer)->channel.closed())
        return;
    (*peer)->send(FrameType::Data, (*peer)->parcelSealer.seal(parcel));
    (*peer)->channel.flush();
}

std::vector<LeaseLinks::Parcel> LeaseLinks::takeParcels()
{
    return std::exchange(m_parcels, {});
}

void LeaseLinks::receiveMessage(Peer& peer, std::string_view json)
{
    auto message = parseLeaseMessage(json);
    if (!message.ok())
        return lose(peer, message.error());
    message->host = peer.host;
    peer.done = peer.done || message->kind == LeaseMessage::Kind::Done;
    peer.ended = peer.ended || message->kind == LeaseMessage::Kind::Ended;
    m_messages.push_back(std::move(*message));
}

void LeaseLinks::lose(Peer& peer, const Sentence& sentence, LeaseMessage::Kind kind)
{
    peer.lost = true;
    const Cause cause{CauseStrength::LostHost, static_cast<int>(ExitCode::PeerLost), -1, sentence, 0};
    m_messages.push_back({kind, peer.host, cause, 0});
}

void LeaseLinks::tick()
{
    const auto now = Clock::now();
    const bool beat = now >= m_nextHeartbeat;
    for (const auto& peer : m_peers) {
        if (peer->lost || peer->ended)
            continue;
        const std::vector<Sentence> name{m_hostNames.at(static_cast<std::size_t>(peer->host))};
        if (beat)
            peer->send(FrameType::Heartbeat, {});
        peer->channel.flush();
        if (peer->channel.closed())
            lose(*peer,
                 Sentence(LOCKSTEP_TEXT("The connection to the supervisor on host %1 broke off: the "
                                        "supervisor was killed or the host went down."),
                          name),
                 LeaseMessage::Kind::Gone);
        else if (now - peer->lastHeard > kLeaseLost)
            lose(*peer, Sentence(LOCKSTEP_TEXT("Host %1 has been silent for 8 seconds: it hangs, or its "
                                               "network is cut."),
                                 name));
    }
    if (beat)
        m_nextHeartbeat = now + kLeaseInterval;
}

void LeaseLinks::broadcast(const LeaseMessage& message)
{
    const std::string json = toJson(message);
    if (!m_standing)
        return m_backlog.push_back(json);
    for (const auto& peer : m_peers) {
        peer->send(FrameType::State, json);
        peer->channel.flush();
    }
}

std::vector<LeaseMessage> LeaseLinks::takeMessages()
{
    return std::exchange(m_messages, {});
}

bool LeaseLinks::wasDone(int host) const
{
    return std::ranges::any_of(m_peers,
                               [host](const auto& peer) { return peer->host == host && peer->done; });
}

bool LeaseLinks::allDone() const
{
    return m_standing &&
           std::all_of(m_peers.begin(), m_peers.end(), [](const auto& peer) { return peer->done; });
}

bool LeaseLinks::allEnded() const
{
    return m_failed || (m_standing && std::all_of(m_peers.begin(), m_peers.end(), [](const auto& peer) {
                            return peer->ended || peer->lost;
                        }));
}

LeaseLinks::Contact LeaseLinks::contact(int host) const
{
    const auto peer = std::ranges::find_if(m_peers, [host](const auto& each) { return each->host == host; });
    if (peer == m_peers.end())
        return m_failed ? Contact::Lost : Contact::Left;
    if ((*peer)->lost)
        return Contact::Lost;
    return (*peer)->channel.closed() ? Contact::Left : Contact::Open;
}

void LeaseLinks::close(std::chrono::milliseconds longest)
{
    const auto deadline = Clock::now() + longest;
    bool open = true;
    bool shut = false;
    while (open && Clock::now() < deadline) {
        PollTurn turn;
        open = false;
        for (const auto& peer : m_peers) {
            open = open || !(peer->channel.closed() || peer->lost);
            // Reading on until the other side closes too: closing over unread bytes would cut off our last
            // words.
            peer->channel.addTo(turn, true, [&peer = *peer] { peer.channel.receive(); });
            if (!shut && peer->channel.queuedBytes() == 0)
                peer->channel.finishSending();
        }
        shut = true;
        if (open)
            turn.wait(std::min(deadline, Clock::now() + std::chrono::milliseconds(50)));
    }
}

} // namespace lockstep
