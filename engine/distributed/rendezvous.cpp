// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/rendezvous.h"

#include "engine/core/error.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <poll.h>
#include <sys/socket.h>

namespace lockstep {

namespace {

constexpr std::uint16_t kMessageType = 1;
constexpr std::size_t kSealBytes = sizeof(Digest);

std::string lengthPrefix(std::size_t length)
{
    std::string bytes(4, '\0');
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<char>(length >> (8 * i));
    return bytes;
}

std::size_t readLength(std::string_view bytes)
{
    std::size_t length = 0;
    for (std::size_t i = 0; i < 4; ++i)
        length |= std::size_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
    return length;
}

/// Each with its length before it.
std::string joined(const std::vector<std::string>& messages)
{
    std::string all;
    for (const std::string& message : messages)
        all += lengthPrefix(message.size()) + message;
    return all;
}

/// The reverse; fewer messages than were joined where the bytes are not what joined() writes.
std::vector<std::string> split(std::string_view all)
{
    std::vector<std::string> messages;
    while (all.size() >= 4) {
        const std::size_t length = readLength(all);
        all.remove_prefix(4);
        if (length > all.size())
            break;
        messages.emplace_back(all.substr(0, length));
        all.remove_prefix(length);
    }
    return messages;
}

/// A star: number 0 with everybody, the others with number 0 alone. Only who connects needs an address.
std::vector<Endpoint> starOf(const RendezvousOptions& options)
{
    std::vector<Endpoint> members(static_cast<std::size_t>(options.members));
    members.front() = options.master;
    if (options.number == 0)
        for (Endpoint& member : std::span(members).subspan(1))
            member.port = options.master.port;
    return members;
}

/// On every interface: the master's name may lead the master itself to its loopback, and others elsewhere.
Descriptor listenForAll(const Endpoint& master)
{
    const bool isIpv6 = master.address.find(':') != std::string::npos;
    return listenOn(isIpv6 ? "::" : "0.0.0.0", master.port);
}

} // namespace

Rendezvous::Rendezvous(const RendezvousOptions& options)
    : m_number(options.number), m_members(options.members), m_patience(options.deadlineSeconds),
      m_cancelDescriptor(options.cancelDescriptor)
{
    LOCKSTEP_CHECK(options.number >= 0 && options.number < options.members);
    if (options.members == 1)
        return;
    const Descriptor listening = options.number == 0 ? listenForAll(options.master) : Descriptor();
    MeshOptions mesh;
    mesh.kind = LinkKind::Rendezvous;
    mesh.self = options.number;
    mesh.members = starOf(options);
    mesh.listenDescriptor = listening.get();
    mesh.token = options.token;
    mesh.run = options.run;
    mesh.settings = "lockstep " LOCKSTEP_VERSION "\n" + options.settings;
    mesh.seals = true;
    mesh.deadlineSeconds = options.deadlineSeconds;
    mesh.cancelDescriptor = options.cancelDescriptor;
    int number = 0;
    for (MeshLink& link : connectMesh(mesh)) {
        if (link.socket)
            m_links.emplace_back(number, std::move(link));
        ++number;
    }
}

std::vector<std::string> Rendezvous::exchange(std::string_view mine)
{
    LOCKSTEP_CHECK(mine.size() <= kMaxRendezvousBytes);
    const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(m_patience);
    if (m_number > 0) {
        Link& master = m_links.front();
        send(master, mine, deadline);
        const std::size_t most = static_cast<std::size_t>(m_members) * (kMaxRendezvousBytes + 4);
        std::vector<std::string> all = split(receive(master, most, deadline));
        if (all.size() != static_cast<std::size_t>(m_members))
            throwLost(master, LOCKSTEP_TEXT("its message was damaged on the way"));
        return all;
    }
    std::vector<std::string> all{std::string(mine)};
    for (Link& link : m_links)
        all.push_back(receive(link, kMaxRendezvousBytes, deadline));
    const std::string table = joined(all);
    for (Link& link : m_links)
        send(link, table, deadline);
    return all;
}

void Rendezvous::send(Link& link, std::string_view message, Clock::time_point deadline) const
{
    const std::string sealed = link.sealer.seal(kMessageType, message);
    const std::string bytes = lengthPrefix(sealed.size()) + sealed;
    for (std::size_t sent = 0; sent < bytes.size();) {
        wait(link, POLLOUT, deadline);
        const ssize_t count =
            ::send(link.socket.get(), bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count < 0 && errno != EAGAIN && errno != EINTR)
            throwLost(link, std::strerror(errno));
        sent += static_cast<std::size_t>(std::max<ssize_t>(count, 0));
    }
}

std::string Rendezvous::receive(Link& link, std::size_t most, Clock::time_point deadline) const
{
    std::array<char, 4> prefix{};
    receiveBytes(link, prefix, deadline);
    const std::size_t length = readLength({prefix.data(), prefix.size()});
    if (length > most + kSealBytes)
        throwLost(link, LOCKSTEP_TEXT("its message was damaged on the way"));
    std::string sealed(length, '\0');
    receiveBytes(link, sealed, deadline);
    auto message = link.opener.open(kMessageType, sealed);
    if (!message)
        throwLost(link, LOCKSTEP_TEXT("its message was damaged on the way"));
    return std::move(*message);
}

void Rendezvous::receiveBytes(const Link& link, std::span<char> bytes, Clock::time_point deadline) const
{
    while (!bytes.empty()) {
        wait(link, POLLIN, deadline);
        const ssize_t count = ::recv(link.socket.get(), bytes.data(), bytes.size(), MSG_DONTWAIT);
        if (count == 0)
            throwLost(link, LOCKSTEP_TEXT("it left again"));
        if (count < 0 && errno != EAGAIN && errno != EINTR)
            throwLost(link, std::strerror(errno));
        bytes = bytes.subspan(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    }
}

void Rendezvous::wait(const Link& link, short events, Clock::time_point deadline) const
{
    std::array<pollfd, 2> polled{{{link.socket.get(), events, 0}, {m_cancelDescriptor, POLLIN, 0}}};
    while (true) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
        if (left <= 0)
            throwLost(link, LOCKSTEP_TEXT("it does not answer"));
        const int ready =
            ::poll(polled.data(), polled.size(), static_cast<int>(std::min<long>(left, 60'000)));
        if (ready < 0 && errno != EINTR)
            throwLost(link, std::strerror(errno));
        if (ready > 0 && polled[1].revents != 0)
            throw EngineError(ExitCode::Stopped,
                              {LOCKSTEP_TEXT("Stopped while waiting for the other ranks."), {}, {}});
        if (ready > 0)
            return;
    }
}

void Rendezvous::throwLost(const Link& link, const std::string& seen) const
{
    throw EngineError(
        ExitCode::PeerLost,
        {LOCKSTEP_TEXT("Process %1 of the launcher was lost while process %2 waited for it (%3). "
                       "Its own output tells more."),
         {std::to_string(link.number), std::to_string(m_number), seen},
         {}});
}

} // namespace lockstep
