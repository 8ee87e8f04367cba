// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/messenger.h"

#include <algorithm>
#include <cerrno>
#include <poll.h>
#include <sys/socket.h>

namespace lockstep {

namespace {

constexpr std::chrono::milliseconds kFarewellTime{500};
constexpr std::size_t kLongestRest =
    4 << 20; // of a half-sent frame that is completed to make room for the reason

} // namespace

void Messenger::fail(Failure failure, Lock&)
{
    if (m_failure)
        return;
    m_failure = std::move(failure);
    for (PeerLink& link : m_links)
        if (!link.sendingNow)
            prepareFarewell(link);
    wake();
    m_changed.notify_all();
    m_stopWanted.notify_all();
}

void Messenger::failPeer(Failure::Kind kind, int culprit, std::string detail, Lock& lock)
{
    fail({.kind = kind,
          .culprit = culprit,
          .finder = m_rank,
          .mine = m_current,
          .theirs = {},
          .detail = std::move(detail)},
         lock);
}

void Messenger::failOutOfStep(const PeerLink& link, const CollectiveId& theirs, Lock& lock)
{
    fail({.kind = Failure::Kind::OutOfStep,
          .culprit = link.rank,
          .finder = m_rank,
          .mine = m_current,
          .theirs = theirs,
          .detail = {}},
         lock);
}

void Messenger::failTimedOut(const WaitChain& chain, std::chrono::milliseconds limit, Lock& lock)
{
    if (chain.isCircle())
        return failPeer(Failure::Kind::Circle, -1, chain.toString(), lock);
    std::string seconds = std::to_string(std::chrono::duration<double>(limit).count());
    seconds.resize(seconds.find('.') + 2);
    failPeer(Failure::Kind::TimedOut, chain.end(), seconds, lock);
}

void Messenger::lost(PeerLink& link, Failure::Kind kind, std::string detail, Lock& lock)
{
    if (link.closed)
        return;
    link.closed = true;
    link.canRead = link.canWrite = false;
    const bool owesUs = !link.posted.empty() || link.inBody;
    const bool oweIt = std::any_of(link.outgoing.begin(), link.outgoing.end(),
                                   [](const SendOperation& operation) { return operation.owner != nullptr; });
    if (!link.saidBye && !m_closing)
        failPeer(kind, link.rank, std::move(detail), lock);
    else if (owesUs || oweIt)
        failPeer(Failure::Kind::Left, link.rank, {}, lock);
    m_changed.notify_all();
}

// A frame cannot be put inside another one: what is left of a half-sent message is copied, because its memory
// goes away when the collective unwinds, and the reason follows it.
void Messenger::prepareFarewell(PeerLink& link)
{
    if (link.farewellReady || !link.socket)
        return;
    link.farewellReady = true;
    const SendOperation* half = nullptr;
    if (!link.outgoing.empty() && link.outgoing.front().written > 0)
        half = &link.outgoing.front();
    if (half && half->size() - half->written > kLongestRest) {
        link.outgoing.clear();
        return;
    }
    if (half) {
        const char* const header = reinterpret_cast<const char*>(&half->header);
        const std::size_t headerDone = std::min(half->written, sizeof(FrameHeader));
        const std::size_t payloadDone = half->written - headerDone;
        link.farewell.append(header + headerDone, sizeof(FrameHeader) - headerDone);
        link.farewell.append(half->payload ? half->payload + payloadDone : "",
                             half->header.length - payloadDone);
    }
    link.outgoing.clear();
    const std::string reason = encode(*m_failure);
    FrameHeader header = makeHeader(FrameType::Fail, m_current);
    header.length = reason.size();
    link.farewell.append(reinterpret_cast<const char*>(&header), sizeof header);
    link.farewell.append(reason);
    // A silent peer will not close its side while we look.
    link.farewellForgoesAnswer = m_failure->kind == Failure::Kind::Silent && m_failure->culprit == link.rank;
}

// Runs on the background thread, which owns the sockets once no other thread is inside a system call.
void Messenger::sayFarewell(Lock& lock)
{
    const Clock::time_point end = Clock::now() + kFarewellTime;
    ++m_followers;
    m_changed.wait_until(lock, end, [this] {
        return std::none_of(m_links.begin(), m_links.end(),
                            [](const PeerLink& link) { return link.isBusy(); });
    });
    --m_followers;
    lock.unlock();
    while (Clock::now() < end) {
        std::vector<pollfd> waiting;
        for (PeerLink& link : m_links)
            if (link.socket && !advanceFarewell(link))
                waiting.push_back(
                    {link.socket.get(),
                     static_cast<short>(link.farewellSent < link.farewell.size() ? POLLIN | POLLOUT : POLLIN),
                     0});
        if (waiting.empty())
            break;
        ::poll(waiting.data(), waiting.size(), 10);
    }
    lock.lock();
}

// True when this link needs no more attention: all is said and the peer has closed its side.
bool Messenger::advanceFarewell(PeerLink& link)
{
    if (link.farewellOver)
        return true;
    const std::size_t left = link.farewell.size() - link.farewellSent;
    if (left > 0) {
        const ssize_t sent = ::send(link.socket.get(), link.farewell.data() + link.farewellSent, left,
                                    MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent > 0)
            link.farewellSent += static_cast<std::size_t>(sent);
        else if (errno != EAGAIN && errno != EINTR)
            link.farewellSent = link.farewell.size();
    }
    if (link.farewellSent == link.farewell.size())
        ::shutdown(link.socket.get(), SHUT_WR);
    // Reading on lets the peer finish its half-sent frame, and keeps the close from resetting the connection.
    std::array<char, 16384> unread;
    ssize_t count = 0;
    do {
        count = ::recv(link.socket.get(), unread.data(), unread.size(), MSG_DONTWAIT);
    } while (count > 0);
    const bool peerClosed = count == 0 || (errno != EAGAIN && errno != EINTR);
    link.farewellOver = peerClosed || link.farewellForgoesAnswer;
    return link.farewellOver;
}

} // namespace lockstep
