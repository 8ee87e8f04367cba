// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/control_server.h"

#include "engine/host/run_store.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace lockstep {
namespace {

constexpr std::size_t kMaxConnections = 32;
constexpr auto kIdleLimit = std::chrono::seconds(60);

sockaddr_un socketAddress(const HostFolder& folder)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string path = folder.socketPath();
    LOCKSTEP_CHECK(path.size() < sizeof address.sun_path);
    std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
    return address;
}

bool isSameUser(int connection)
{
    ucred peer{};
    socklen_t size = sizeof peer;
    return ::getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == ::geteuid();
}

} // namespace

ControlServer::ControlServer(const HostFolder& folder, Handler handler) : m_handler(std::move(handler))
{
    const std::string path = folder.path() + "/control.sock";
    ::unlinkat(folder.descriptor(), "control.sock", 0);
    m_listener = Descriptor(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    const sockaddr_un address = socketAddress(folder);
    const auto* const generic = reinterpret_cast<const sockaddr*>(&address);
    if (!m_listener || ::bind(m_listener.get(), generic, sizeof address) != 0 ||
        ::listen(m_listener.get(), static_cast<int>(kMaxConnections)) != 0)
        throw fileError(path, errno);
}

void ControlServer::addTo(PollTurn& turn)
{
    std::erase_if(m_channels, [](const auto& channel) {
        return channel->closed() || Clock::now() - channel->lastHeard() > kIdleLimit;
    });
    if (m_channels.size() < kMaxConnections)
        turn.add(m_listener.get(), POLLIN, [this] { accept(); });
    for (const auto& channel : m_channels)
        channel->addTo(turn, true, [this, &channel = *channel] { serve(channel); });
}

void ControlServer::accept()
{
    Descriptor connection(::accept4(m_listener.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (connection && isSameUser(connection.get()))
        m_channels.push_back(std::make_unique<FrameChannel>(std::move(connection)));
}

void ControlServer::serve(FrameChannel& channel)
{
    for (const Frame& frame : channel.receive()) {
        Frame reply = m_handler(frame);
        reply.request = frame.request;
        channel.send(reply);
    }
    channel.flush();
}

void ControlServer::close()
{
    m_listener.reset();
    const auto deadline = Clock::now() + std::chrono::milliseconds(200);
    const auto pending = [](const auto& channel) { return !channel->closed() && channel->queuedBytes() > 0; };
    while (std::any_of(m_channels.begin(), m_channels.end(), pending) && Clock::now() < deadline) {
        PollTurn turn;
        for (const auto& channel : m_channels)
            channel->addTo(turn, false, [] {});
        turn.wait(deadline);
    }
    m_channels.clear();
}

Descriptor connectControl(const HostFolder& folder)
{
    Descriptor connection(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    const sockaddr_un address = socketAddress(folder);
    if (!connection)
        throw systemError(LOCKSTEP_TEXT("open a socket"), errno);
    if (::connect(connection.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0)
        return connection;
    if (errno == ENOENT || errno == ECONNREFUSED)
        return {};
    throw fileError(folder.path() + "/control.sock", errno);
}

} // namespace lockstep
