// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/link_socket.h"

#include <cerrno>
#include <cstddef>
#include <linux/tcp.h>
#include <netinet/in.h>
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

/// Some thread is in there without the mutex, also when an exception ends it.
class Busy {
public:
    explicit Busy(bool& flag) : m_flag(flag) { m_flag = true; }
    ~Busy() { m_flag = false; }
    Busy(const Busy&) = delete;
    Busy& operator=(const Busy&) = delete;

private:
    bool& m_flag;
};

} // namespace

LinkSocket::LinkSocket(MeshLink link, std::chrono::milliseconds patience) : m_socket(std::move(link.socket))
{
    if (link.keys) {
        m_sealer.emplace(link.keys->sending);
        m_opener.emplace(link.keys->receiving);
    }
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

std::optional<SendingState> LinkSocket::sending() const
{
    tcp_info info{};
    socklen_t size = sizeof info;
    // Kernels write as much of it as they know.
    constexpr std::size_t kNeeded = offsetof(tcp_info, tcpi_sndbuf_limited) + sizeof info.tcpi_sndbuf_limited;
    if (::getsockopt(m_socket.get(), IPPROTO_TCP, TCP_INFO, &info, &size) != 0 || size < kNeeded)
        return std::nullopt;
    constexpr double kMicrosecond = 1e-6;
    SendingState state;
    state.busySeconds = static_cast<double>(info.tcpi_busy_time) * kMicrosecond;
    state.receiverLimitedSeconds = static_cast<double>(info.tcpi_rwnd_limited) * kMicrosecond;
    state.senderLimitedSeconds = static_cast<double>(info.tcpi_sndbuf_limited) * kMicrosecond;
    state.roundTripMs = info.tcpi_rtt * 1e-3;
    state.leastRoundTripMs = info.tcpi_min_rtt * 1e-3;
    state.deliveredMbps = static_cast<double>(info.tcpi_delivery_rate) * 8e-6;
    state.isRateALowerBound = info.tcpi_delivery_rate_app_limited != 0;
    state.resentSegments = info.tcpi_total_retrans;
    state.windowBytes = std::int64_t{info.tcpi_snd_cwnd} * info.tcpi_snd_mss;
    return state;
}

int LinkSocket::unread() const
{
    int bytes = 0;
    return ::ioctl(m_socket.get(), FIONREAD, &bytes) == 0 ? bytes : 0;
}

LinkSocket::Result LinkSocket::read(std::span<const iovec> parts, Mutex& mutex)
{
    if (!m_opener)
        return receive(parts, mutex);
    bool isAlive = false; // a part of a record is here: on a slow link the rest takes its time
    while (true) {
        RecordOpener::Result opened;
        {
            const Busy reading(m_reading);
            const MutexUnlock unlocked(mutex);
            opened = m_opener->open(parts);
        }
        if (opened.kind == RecordOpener::Result::Opened)
            return {Result::Moved, opened.bytes, 0};
        if (opened.kind == RecordOpener::Result::Forged)
            return {Result::Forged, 0, 0};
        if (!m_canRead)
            return {isAlive ? Result::Moved : Result::Blocked, 0, 0};
        const std::span<char> room = m_opener->room();
        const iovec part{room.data(), room.size()};
        const Result result = receive({&part, 1}, mutex);
        if (result.kind == Result::Blocked)
            continue;
        if (result.kind != Result::Moved)
            return result;
        m_opener->received(result.bytes);
        isAlive = true;
    }
}

LinkSocket::Result LinkSocket::receive(std::span<const iovec> parts, Mutex& mutex)
{
    ssize_t count = 0;
    int error = 0;
    {
        const Busy reading(m_reading);
        const MutexUnlock unlocked(mutex);
        do {
            count = ::readv(m_socket.get(), parts.data(), static_cast<int>(parts.size()));
            error = errno;
        } while (count < 0 && error == EINTR);
    }
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
    if (!m_sealer)
        return transmit(parts, mutex);
    std::size_t taken = 0;
    if (!holdsBack()) {
        const Busy writing(m_writing);
        const MutexUnlock unlocked(mutex);
        taken = m_sealer->seal(parts);
    }
    const std::span<const char> unsent = m_sealer->unsent();
    const iovec part{const_cast<char*>(unsent.data()), unsent.size()};
    const Result result = transmit({&part, 1}, mutex);
    if (result.kind == Result::Moved)
        m_sealer->sent(result.bytes);
    else if (result.kind != Result::Blocked || taken == 0)
        return result;
    return {Result::Moved, taken, 0};
}

std::string LinkSocket::sealed(std::string bytes)
{
    if (!m_sealer)
        return bytes;
    for (iovec rest{bytes.data(), bytes.size()}; rest.iov_len > 0;) {
        const std::size_t taken = m_sealer->seal({&rest, 1});
        rest = {static_cast<char*>(rest.iov_base) + taken, rest.iov_len - taken};
    }
    const std::span<const char> unsent = m_sealer->unsent();
    return {unsent.begin(), unsent.end()};
}

LinkSocket::Result LinkSocket::transmit(std::span<const iovec> parts, Mutex& mutex)
{
    msghdr message{};
    message.msg_iov = const_cast<iovec*>(parts.data());
    message.msg_iovlen = parts.size();
    const unsigned edges = m_writeEdges;
    ssize_t count = 0;
    int error = 0;
    {
        const Busy writing(m_writing);
        const MutexUnlock unlocked(mutex);
        do {
            count = ::sendmsg(m_socket.get(), &message, MSG_DONTWAIT | MSG_NOSIGNAL);
            error = errno;
        } while (count < 0 && error == EINTR);
    }
    if (count >= 0)
        return {Result::Moved, static_cast<std::size_t>(count), 0};
    if (error != EAGAIN)
        return {Result::Failed, 0, error};
    if (m_writeEdges == edges)
        m_canWrite = false;
    return {Result::Blocked, 0, 0};
}

} // namespace lockstep
