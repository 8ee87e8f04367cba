// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/data_copy/sealed_stream.h"

#include "engine/distributed/socket.h"
#include "engine/host/data_copy/stream_patience.h"
#include "engine/host/pair/socket_wait.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <poll.h>
#include <sys/socket.h>

namespace lockstep {
namespace {

constexpr int kTaking = 0;
constexpr int kGiving = 1;
/// The host that takes is there before the other one hears of it.
constexpr double kListenSeconds = 20;
constexpr double kConnectSeconds = 10;
/// A host that takes may be reading what it had of a file before, and one that gives wait for its own source.

EngineError broken(const Sentence& reason)
{
    return {
        ExitCode::PeerLost,
        {LOCKSTEP_TEXT("The connection to the other host broke while data were copied: %1."), {reason}, {}}};
}

} // namespace

SealedStream SealedStream::meet(const DataCopyRequest& request, int listener, int cancel)
{
    const bool takes = listener >= 0;
    MeshOptions mesh;
    mesh.kind = LinkKind::Pair;
    mesh.self = takes ? kTaking : kGiving;
    // Nobody connects to the one that gives: its port only says that it takes part.
    mesh.members = {takes ? localEndpoint(listener) : request.peer, {request.peer.address, 1}};
    mesh.listenDescriptor = listener;
    mesh.token = parseRunToken(request.token);
    mesh.run = request.id;
    mesh.settings = "data copy 1 " + request.data;
    mesh.seals = true;
    mesh.deadlineSeconds = takes ? kListenSeconds : kConnectSeconds;
    mesh.cancelDescriptor = cancel;
    return {std::move(connectMesh(mesh).at(takes ? kGiving : kTaking)), cancel};
}

SealedStream::SealedStream(MeshLink link, int cancel)
    : m_socket(std::move(link.socket)), m_sealer(link.keys.value().sending),
      m_opener(link.keys.value().receiving), m_cancel(cancel)
{
    const int on = 1;
    ::setsockopt(m_socket.get(), SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
}

void SealedStream::await(short events)
{
    if (!awaitSocket(m_socket.get(), events, m_cancel, Clock::now() + kStreamPatience))
        throw broken(LOCKSTEP_TEXT("nothing has moved for ten minutes"));
}

void SealedStream::send(std::string_view bytes)
{
    while (!bytes.empty()) {
        const iovec part{const_cast<char*>(bytes.data()), bytes.size()}; // only read
        bytes.remove_prefix(m_sealer.seal({&part, 1}));
        flush();
    }
}

void SealedStream::flush()
{
    while (!m_sealer.unsent().empty()) {
        const std::span<const char> waiting = m_sealer.unsent();
        const ssize_t count =
            ::send(m_socket.get(), waiting.data(), waiting.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
        if (count >= 0)
            m_sealer.sent(static_cast<std::size_t>(count));
        else if (isTransient(errno))
            await(POLLOUT);
        else
            throw broken(std::strerror(errno));
    }
}

void SealedStream::receive(std::span<char> bytes)
{
    while (!bytes.empty()) {
        const iovec part{bytes.data(), bytes.size()};
        const RecordOpener::Result opened = m_opener.open({&part, 1});
        if (opened.kind == RecordOpener::Result::Forged)
            throw broken(LOCKSTEP_TEXT("what came is not what the other host sealed"));
        bytes = bytes.subspan(opened.bytes);
        if (opened.kind == RecordOpener::Result::NeedsBytes && !bytes.empty())
            fill();
    }
}

void SealedStream::fill()
{
    const std::span<char> room = m_opener.room();
    while (true) {
        const ssize_t count = ::recv(m_socket.get(), room.data(), room.size(), MSG_DONTWAIT);
        if (count > 0)
            return m_opener.received(static_cast<std::size_t>(count));
        if (count == 0)
            throw broken(LOCKSTEP_TEXT("the other host has ended it"));
        if (!isTransient(errno))
            throw broken(std::strerror(errno));
        await(POLLIN);
    }
}

void SealedStream::sendNumber(std::uint64_t number)
{
    std::array<char, 8> bytes{};
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<char>(number >> (8 * i) & 0xff);
    send({bytes.data(), bytes.size()});
}

std::uint64_t SealedStream::receiveNumber()
{
    std::array<char, 8> bytes{};
    receive(bytes);
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i)
        number |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
    return number;
}

} // namespace lockstep
