// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/messenger.h"

#include "engine/core/error.h"

#include <algorithm>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

namespace lockstep {

namespace {

// The kernel gives up on unacknowledged bytes after this time. Longer than all patience of the group: a peer
// that computes or saves for long closes its window, and Linux applies this limit to that as well.
void limitUnacknowledged(int descriptor, std::chrono::milliseconds limit)
{
    const auto value = static_cast<unsigned>(limit.count());
    ::setsockopt(descriptor, IPPROTO_TCP, TCP_USER_TIMEOUT, &value, sizeof value);
}

} // namespace

Messenger::Messenger(int rank, std::vector<Descriptor> sockets, MessengerOptions options)
    : m_rank(rank), m_options(options), m_links(sockets.size()), m_epoll(::epoll_create1(EPOLL_CLOEXEC)),
      m_event(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)), m_lastMoved(Clock::now()), m_lastTick(m_lastMoved)
{
    LOCKSTEP_CHECK(m_epoll && m_event);
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u32 = static_cast<std::uint32_t>(sockets.size());
    LOCKSTEP_CHECK(::epoll_ctl(m_epoll.get(), EPOLL_CTL_ADD, m_event.get(), &event) == 0);
    for (std::size_t i = 0; i < sockets.size(); ++i) {
        PeerLink& link = m_links[i];
        link.rank = link.traffic.rank = static_cast<int>(i);
        link.socket = std::move(sockets[i]);
        link.lastReceived = link.lastSent = m_lastMoved;
        link.closed = !link.socket;
        if (link.closed)
            continue;
        prepareForMessages(link.socket.get());
        limitUnacknowledged(link.socket.get(), std::max(options.timeout, options.outside) + options.silence);
        event.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET;
        event.data.u32 = static_cast<std::uint32_t>(i);
        LOCKSTEP_CHECK(::epoll_ctl(m_epoll.get(), EPOLL_CTL_ADD, link.socket.get(), &event) == 0);
    }
    m_background = std::thread([this] { runBackground(); });
}

Messenger::~Messenger()
{
    close();
    m_background.join();
}

// In order: everybody says Bye and reads until the others have. Closing with unread bytes would reset the
// connection and could destroy our own last message on its way.
void Messenger::close()
{
    Lock lock(m_mutex);
    m_closing = true;
    const auto pending = [this] {
        return std::any_of(m_links.begin(), m_links.end(), [](const PeerLink& link) {
            return !link.closed && (!link.outgoing.empty() || !link.saidBye);
        });
    };
    if (!m_failure) {
        for (PeerLink& link : m_links) {
            if (link.closed)
                continue;
            SendOperation bye;
            bye.header = makeHeader(FrameType::Bye, m_current);
            link.outgoing.push_back(std::move(bye));
            flush(link, lock);
        }
        const Clock::time_point end = Clock::now() + m_options.linger;
        while (!m_failure && pending() && Clock::now() < end)
            step(lock, std::min(end, Clock::now() + std::chrono::milliseconds(20)), {});
        for (PeerLink& link : m_links)
            if (link.socket)
                ::shutdown(link.socket.get(), SHUT_WR);
    }
    m_stopping = true;
    wake();
    m_changed.notify_all();
    m_stopWanted.notify_all();
}

void Messenger::throwIfEnded(const Lock&) const
{
    if (m_failure)
        throw EngineError(exitCodeOf(*m_failure), toError(*m_failure),
                          m_failure->kind == Failure::Kind::BrokenOff ? -1 : m_failure->culprit);
    LOCKSTEP_CHECK(!m_closing);
}

void Messenger::begin(const CollectiveId& collective)
{
    Lock lock(m_mutex);
    throwIfEnded(lock);
    m_current = collective;
    m_lastMoved = Clock::now();
    for (PeerLink& link : m_links) {
        if (!link.early.empty())
            checkStep(link, link.early.front().header, lock);
        if (link.stalled)
            checkStep(link, link.header, lock);
    }
    throwIfEnded(lock);
}

void Messenger::end()
{
    const Lock lock(m_mutex);
    m_current = {.kind = CollectiveKind::None, .root = 0, .sequence = m_current.sequence, .bytes = 0};
}

void Messenger::send(Completions& owner, int to, std::uint64_t slot, std::span<const char> data)
{
    Lock lock(m_mutex);
    throwIfEnded(lock);
    PeerLink& link = m_links.at(static_cast<std::size_t>(to));
    LOCKSTEP_CHECK(link.socket);
    if (link.closed || link.saidBye) {
        failPeer(Failure::Kind::Left, to, {}, lock);
        throwIfEnded(lock);
    }
    SendOperation operation;
    operation.header = makeHeader(FrameType::Data, m_current);
    operation.header.slot = slot;
    operation.header.length = data.size();
    operation.payload = data.data();
    operation.owner = &owner;
    owner.sending.push_back(to);
    link.outgoing.push_back(std::move(operation));
    flush(link, lock);
}

void Messenger::receive(Completions& owner, int from, std::uint64_t slot, std::span<char> data)
{
    Lock lock(m_mutex);
    throwIfEnded(lock);
    PeerLink& link = m_links.at(static_cast<std::size_t>(from));
    LOCKSTEP_CHECK(link.socket);
    if (!link.early.empty() && link.posted.empty()) {
        EarlyMessage& early = link.early.front();
        if (!(early.header.collective() == m_current))
            failOutOfStep(link, early.header.collective(), lock);
        throwIfEnded(lock);
        if (early.header.slot != slot || early.header.length != data.size()) {
            failPeer(Failure::Kind::BadFrame, from, LOCKSTEP_TEXT("a message of another length or place"),
                     lock);
            throwIfEnded(lock);
        }
        std::copy_n(early.data.get(), data.size(), data.data());
        link.earlyBytes -= data.size();
        link.early.pop_front();
        owner.received.push_back(from);
        m_changed.notify_all();
        return;
    }
    if (link.closed || (link.saidBye && !link.stalled)) {
        failPeer(Failure::Kind::Left, from, {}, lock);
        throwIfEnded(lock);
    }
    owner.receiving.push_back(from);
    link.posted.push_back({&owner, slot, data.data(), data.size()});
    if (link.stalled && place(link, lock)) {
        link.lastReceived = Clock::now();
        if (m_leading)
            wake();
    }
    throwIfEnded(lock);
}

WaitChain Messenger::chainFrom(int peer) const
{
    std::vector<PeerReport> reports;
    for (const PeerLink& link : m_links)
        reports.push_back(link.report);
    return {m_rank, peer, reports};
}

int Messenger::wait(Completions& owner, Direction direction)
{
    Lock lock(m_mutex);
    std::deque<int>& done = direction == Direction::Send ? owner.sent : owner.received;
    if (done.empty())
        waitUntilDone(owner, direction, lock);
    if (done.empty())
        throwIfEnded(lock);
    const int peer = done.front();
    done.pop_front();
    return peer;
}

void Messenger::waitUntilDone(Completions& owner, Direction direction, Lock& lock)
{
    const bool sending = direction == Direction::Send;
    const std::deque<int>& pending = sending ? owner.sending : owner.receiving;
    const Goal goal{sending ? &owner.sent : &owner.received};
    throwIfEnded(lock);
    LOCKSTEP_CHECK(!pending.empty());
    const int peer = pending.front();
    const Clock::time_point start = Clock::now();
    m_waitingOn = peer;
    while (!goal.reached() && !m_failure && !m_closing) {
        Clock::time_point deadline = std::max(start, m_lastMoved) + m_options.timeout;
        if (Clock::now() >= deadline) {
            const WaitChain chain = chainFrom(peer);
            const WaitLimits limits{m_options.timeout, m_options.outside};
            deadline = chain.deadline(std::max(start, m_lastMoved), limits);
            if (Clock::now() >= deadline) {
                failTimedOut(chain, chain.limit(limits), lock);
                break;
            }
            // Beats change the chain.
            deadline = std::min(deadline, Clock::now() + m_options.heartbeat);
        }
        step(lock, deadline, goal);
    }
    m_waitingOn = -1;
    // Of several peers that were waited for, the one that came first is who this wait was for.
    const int awaited = goal.reached() ? goal.done->front() : peer;
    const std::chrono::duration<double> waited = Clock::now() - start;
    m_links[static_cast<std::size_t>(awaited)].traffic.waitSeconds += waited.count();
}

void Messenger::cancel(Completions& owner)
{
    Lock lock(m_mutex);
    if (owner.sending.empty() && owner.receiving.empty())
        return;
    if (!m_failure)
        failPeer(Failure::Kind::Broke, m_rank, LOCKSTEP_TEXT("its collective was left half-way"), lock);
    ++m_followers;
    m_changed.wait(lock, [&] { return !isInFlight(owner); });
    --m_followers;
    forget(owner);
}

// A system call that some thread is in uses this buffer's memory. Both calls are non-blocking: they end at
// once.
bool Messenger::isInFlight(const Completions& owner) const
{
    return std::any_of(m_links.begin(), m_links.end(), [&](const PeerLink& link) {
        const bool reads = link.readingNow && link.target && link.target->owner == &owner;
        const bool writes =
            link.sendingNow && !link.outgoing.empty() && link.outgoing.front().owner == &owner;
        return reads || writes;
    });
}

void Messenger::forget(const Completions& owner)
{
    for (PeerLink& link : m_links) {
        link.posted.remove_if([&](const ReceiveOperation& operation) { return operation.owner == &owner; });
        link.outgoing.remove_if([&](const SendOperation& operation) { return operation.owner == &owner; });
        if (link.target && link.target->owner == &owner)
            link.target.reset();
    }
}

void Messenger::abort(const std::string& reason)
{
    Lock lock(m_mutex);
    if (!m_closing)
        failPeer(Failure::Kind::Aborted, m_rank, reason, lock);
}

void Messenger::setActivity(Activity activity)
{
    const Lock lock(m_mutex);
    m_activity = activity;
}

void Messenger::breakOff()
{
    Lock lock(m_mutex);
    if (!m_closing)
        failPeer(Failure::Kind::BrokenOff, m_rank, {}, lock);
}

void Messenger::collectiveFailed(const std::string& reason)
{
    Lock lock(m_mutex);
    failPeer(Failure::Kind::Broke, m_rank, reason, lock);
}

std::vector<PeerTraffic> Messenger::traffic() const
{
    const Lock lock(m_mutex);
    std::vector<PeerTraffic> traffic;
    for (const PeerLink& link : m_links)
        if (link.rank != m_rank)
            traffic.push_back(link.traffic);
    return traffic;
}

} // namespace lockstep
