// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/link_socket.h"

#include <cerrno>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/uio.h>

namespace lockstep {

namespace {

std::size_t sizeOf(std::span<const iovec> parts)
{
    std::size_t size = 0;
    for (const iovec& part : parts)
        size += part.iov_len;
    return size;
}

} // namespace

LinkSocket::LinkSocket(Descriptor socket, std::chrono::milliseconds patience) : m_socket(std::move(socket))
{
    prepareForMessages(m_socket.get());
    const auto value = static_cast<unsigned>(patience.count());
    ::setsockopt(m_socket.get(), IPPROTO_TCP, TCP_USER_TIMEOUT, &value, sizeof value);
}

void LinkSocket::noteEvents(std::uint32_t flags)
{
    const bool hangsUp = (flags & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0;
    m_canRead = m_canRead || hangsUp || (flags & EPOLLIN) != 0;
    m_hungUp = m_hungUp || hangsUp;
    if ((flags & (EPOLLOUT | EPOLLHUP | EPOLLERR)) != 0) {
        m_canWrite = true;
        ++m_writeEdges;
    }
}

void LinkSocket::finishSending()
{
    ::shutdown(m_socket.get(), SHUT_WR);
}

int LinkSocket::unread() const
{
    int bytes = 0;
    return ::ioctl(m_socket.get(), FIONREAD, &bytes) == 0 ? bytes : 0;
}

LinkSocket::Result LinkSocket::read(std::span<const iovec> parts, Mutex& mutex)
{
    ssize_t count = 0;
    int error = 0;
    m_reading = true;
    {
        const MutexUnlock unlocked(mutex);
        do {
            count = ::readv(m_socket.get(), parts.data(), static_cast<int>(parts.size()));
            error = errno;
        } while (count < 0 && error == EINTR);
    }
    m_reading = false;
    if (count > 0) {
        const auto bytes = static_cast<std::size_t>(count);
        if (bytes < sizeOf(parts) && !m_hungUp)
            m_canRead = false; // drained; whatever comes later makes a new edge
        return {Result::Moved, bytes, 0};
    }
    if (count == 0)
        return {Result::Ended, 0, 0};
    if (error != EAGAIN)
        return {Result::Failed, 0, error};
    m_canRead = false;
    return {Result::Blocked, 0, 0};
}

LinkSocket::Result LinkSocket::write(std::span<const iovec> parts, Mutex& mutex)
{
    msghdr message{};
    message.msg_iov = const_cast<iovec*>(parts.data());
    message.msg_iovlen = parts.size();
    const unsigned edges = m_writeEdges;
    ssize_t count = 0;
    int error = 0;
    m_writing = true;
    {
        const MutexUnlock unlocked(mutex);
        do {
            count = ::sendmsg(m_socket.get(), &message, MSG_DONTWAIT | MSG_NOSIGNAL);
            error = errno;
        } while (count < 0 && error == EINTR);
    }
    m_writing = false;
    if (count >= 0)
        return {Result::Moved, static_cast<std::size_t>(count), 0};
    if (error != EAGAIN)
        return {Result::Failed, 0, error};
    if (m_writeEdges == edges)
        m_canWrite = false;
    return {Result::Blocked, 0, 0};
}

} // namespace lockstep
