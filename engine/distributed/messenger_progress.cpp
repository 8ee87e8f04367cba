// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/messenger.h"

#include <algorithm>
#include <exception>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace lockstep {

namespace {

constexpr std::chrono::milliseconds kLongestPeriod{250};

// Sets a flag for as long as it lives, whatever is thrown meanwhile.
class FlagScope {
public:
    explicit FlagScope(bool& flag) : m_flag(flag) { m_flag = true; }
    ~FlagScope() { m_flag = false; }
    FlagScope(const FlagScope&) = delete;
    FlagScope& operator=(const FlagScope&) = delete;

private:
    bool& m_flag;
};

} // namespace

// One unit of progress. One thread leads: it does the network's work for all; the others wait for it.
void Messenger::step(Lock& lock, Clock::time_point until, const Goal& goal)
{
    if (m_leading) {
        ++m_followers;
        m_changed.wait_until(lock, until);
        --m_followers;
        return;
    }
    {
        const FlagScope leading(m_leading);
        m_leader = std::this_thread::get_id();
        for (PeerLink& link : m_links) {
            if (m_failure || goal.reached())
                break;
            if (!link.closed && !link.outgoing.empty() && link.canWrite)
                flush(link, lock);
            if (link.hasInput())
                pump(link, lock, goal);
        }
        if (!m_failure && !goal.reached())
            waitForEvents(lock, until);
    }
    if (m_followers > 0)
        m_changed.notify_all();
}

void Messenger::waitForEvents(Lock& lock, Clock::time_point until)
{
    const bool hasMore = std::any_of(m_links.begin(), m_links.end(), [](const PeerLink& link) {
        return link.canRead && !link.stalled && !link.closed;
    });
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
    const int timeout = hasMore ? 0 : static_cast<int>(std::clamp<long>(left, 0, 60'000));
    epoll_event events[32];
    lock.unlock();
    const int count = ::epoll_wait(m_epoll.get(), events, 32, timeout);
    lock.lock();
    for (int i = 0; i < count; ++i) {
        const std::uint32_t index = events[i].data.u32;
        const std::uint32_t flags = events[i].events;
        if (index >= m_links.size()) {
            std::uint64_t ignored = 0;
            [[maybe_unused]] const ssize_t read = ::read(m_event.get(), &ignored, sizeof ignored);
            continue;
        }
        PeerLink& link = m_links[index];
        if ((flags & (EPOLLIN | EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0)
            link.canRead = true;
        if ((flags & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0)
            link.hungUp = true;
        if ((flags & (EPOLLOUT | EPOLLHUP | EPOLLERR)) != 0) {
            link.canWrite = true;
            ++link.writeEdges;
        }
        // Nobody reads a stalled link, so its end must be seen here.
        if ((flags & EPOLLERR) != 0 && link.stalled)
            lost(link, Failure::Kind::Closed, {}, lock);
    }
}

void Messenger::wake()
{
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(m_event.get(), &one, sizeof one);
}

void Messenger::runBackground()
{
    Lock lock(m_mutex);
    const auto period = std::min<std::chrono::milliseconds>(m_options.heartbeat / 2, kLongestPeriod);
    try {
        while (!m_stopping && !m_failure) {
            m_stopWanted.wait_for(lock, period, [this] { return m_stopping || m_failure; });
            if (m_stopping || m_failure)
                break;
            if (!m_leading)
                step(lock, Clock::now(), {});
            tick(lock);
        }
    } catch (const std::exception& error) {
        failPeer(Failure::Kind::Broke, m_rank, error.what(), lock);
    }
    if (m_failure)
        sayFarewell(lock);
}

void Messenger::tick(Lock& lock)
{
    const Clock::time_point now = Clock::now();
    // We ourselves were stopped or starved: what the peers sent meanwhile is still to be read.
    const bool wasAway = now - m_lastTick > m_options.silence / 2;
    m_lastTick = now;
    for (PeerLink& link : m_links) {
        if (link.closed || m_failure)
            continue;
        if (wasAway)
            link.lastReceived = now;
        if (now - link.lastSent >= m_options.heartbeat && link.outgoing.empty() && !link.sendingNow)
            beat(link, now, lock);
        checkSilence(link, now, lock);
    }
}

void Messenger::beat(PeerLink& link, Clock::time_point now, Lock& lock)
{
    SendOperation operation;
    operation.header = makeHeader(Beat{m_current, m_activity, m_waitingOn, m_moved});
    link.outgoing.push_back(operation);
    link.lastSent = now;
    flush(link, lock);
}

void Messenger::checkSilence(PeerLink& link, Clock::time_point now, Lock& lock)
{
    if (m_failure || link.closed || link.stalled || link.saidBye ||
        now - link.lastReceived <= m_options.silence)
        return;
    // A thread that is busy with other links may not have come round to this one: silent is only an empty
    // socket.
    int unread = 0;
    if (::ioctl(link.socket.get(), FIONREAD, &unread) == 0 && unread > 0) {
        link.lastReceived = now;
        link.canRead = true;
        return;
    }
    const std::chrono::duration<double> silent = now - link.lastReceived;
    std::string seconds = std::to_string(silent.count());
    seconds.resize(seconds.find('.') + 2);
    failPeer(Failure::Kind::Silent, link.rank, seconds, lock);
}

} // namespace lockstep
