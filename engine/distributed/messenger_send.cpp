// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/messenger.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/socket.h>
#include <sys/uio.h>

namespace lockstep {

namespace {

// What is left of an operation, as sendmsg() takes it.
ssize_t sendRest(int socket, SendOperation& operation)
{
    const std::size_t headerLeft = sizeof(FrameHeader) - std::min(sizeof(FrameHeader), operation.written);
    const std::size_t payloadDone = operation.written + headerLeft - sizeof(FrameHeader);
    iovec parts[2] = {
        {reinterpret_cast<char*>(&operation.header) + (sizeof(FrameHeader) - headerLeft), headerLeft},
        {const_cast<char*>(operation.payload) + payloadDone, operation.header.length - payloadDone}};
    msghdr message{};
    message.msg_iov = headerLeft > 0 ? parts : parts + 1;
    message.msg_iovlen = (headerLeft > 0 ? 1u : 0u) + (parts[1].iov_len > 0 ? 1u : 0u);
    return ::sendmsg(socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
}

} // namespace

// Sends queued frames until the socket is full. The lock is released around the system call.
void Messenger::flush(PeerLink& link, Lock& lock)
{
    if (link.sendingNow)
        return;
    while (!link.outgoing.empty() && link.canWrite && !link.closed && !m_failure && link.sendError.empty()) {
        SendOperation& operation = link.outgoing.front();
        const unsigned edges = link.writeEdges;
        link.sendingNow = true;
        lock.unlock();
        const ssize_t count = sendRest(link.socket.get(), operation);
        const int error = errno;
        lock.lock();
        link.sendingNow = false;
        if (count > 0)
            operation.written += static_cast<std::size_t>(count);
        if (m_failure) {
            prepareFarewell(link);
            m_changed.notify_all();
            return;
        }
        if (count >= 0)
            sent(link, static_cast<std::size_t>(count));
        else if (error != EINTR)
            sendFailed(link, error, edges, lock);
    }
    if (m_followers > 0)
        m_changed.notify_all();
}

void Messenger::sent(PeerLink& link, std::size_t bytes)
{
    const SendOperation& operation = link.outgoing.front();
    link.lastSent = Clock::now();
    link.traffic.bytesSent += static_cast<std::int64_t>(bytes);
    if (operation.owner) {
        m_lastMoved = link.lastSent;
        m_moved += bytes;
    }
    if (operation.written < operation.size())
        return;
    Completions* const owner = operation.owner;
    link.outgoing.pop_front();
    if (owner)
        completed(owner->sending, owner->sent, link.rank);
}

void Messenger::sendFailed(PeerLink& link, int error, unsigned edgesBefore, Lock& lock)
{
    if (error == EAGAIN) {
        if (link.writeEdges == edgesBefore)
            link.canWrite = false;
        return;
    }
    if (link.stalled) // nobody reads it
        return lost(link, Failure::Kind::Broken, std::strerror(error), lock);
    // The peer's reason may lie unread in our socket: the read side looks there first, then reports this.
    link.canWrite = false;
    link.sendError = std::strerror(error);
    link.canRead = true;
    wake();
}

void Messenger::completed(std::deque<int>& pending, std::deque<int>& done, int rank)
{
    if (const auto i = std::find(pending.begin(), pending.end(), rank); i != pending.end())
        pending.erase(i);
    done.push_back(rank);
    if (m_followers > 0)
        m_changed.notify_all();
    if (m_leading && m_leader != std::this_thread::get_id())
        wake(); // a leader inside epoll_wait() does not see the condition variable
}

} // namespace lockstep
