// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/farewell.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <linux/sockios.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

namespace lockstep {

namespace {

using Clock = std::chrono::steady_clock;

class LastLink {
public:
    explicit LastLink(Farewell words) : m_words(std::move(words)) {}

    bool isOver() const { return m_over; }
    /// Sends and reads what goes. True: our words got further.
    bool advance()
    {
        if (m_over)
            return false;
        const bool moved = speak();
        hear();
        return moved;
    }
    pollfd interest() const
    {
        return {m_words.socket, static_cast<short>(left() > 0 ? POLLIN | POLLOUT : POLLIN), 0};
    }

private:
    std::size_t left() const { return m_words.bytes.size() - m_said; }
    bool speak()
    {
        bool moved = false;
        while (left() > 0) {
            const ssize_t sent =
                ::send(m_words.socket, m_words.bytes.data() + m_said, left(), MSG_DONTWAIT | MSG_NOSIGNAL);
            if (sent < 0 && (errno == EAGAIN || errno == EINTR))
                break;
            m_said = sent < 0 ? m_words.bytes.size() : m_said + static_cast<std::size_t>(sent);
            moved = true;
        }
        if (left() == 0 && !m_finished) {
            ::shutdown(m_words.socket, SHUT_WR);
            m_finished = true;
        }
        // What the kernel has taken moves on when the peer acknowledges it.
        int queued = 0;
        ::ioctl(m_words.socket, SIOCOUTQ, &queued);
        moved = moved || queued < m_queued;
        m_queued = queued;
        return moved;
    }
    void hear()
    {
        std::array<char, 16384> unread;
        ssize_t count = 0;
        do {
            count = ::recv(m_words.socket, unread.data(), unread.size(), MSG_DONTWAIT);
        } while (count > 0);
        const bool peerClosed = count == 0 || (errno != EAGAIN && errno != EINTR);
        m_over = peerClosed || m_words.forgoesAnswer;
    }

    Farewell m_words;
    std::size_t m_said = 0;
    bool m_finished = false;
    bool m_over = false;
    int m_queued = 0; ///< in the kernel
};

} // namespace

void sayFarewell(std::vector<Farewell> words, const FarewellLimits& limits)
{
    std::vector<LastLink> links;
    for (Farewell& each : words)
        links.emplace_back(std::move(each));
    const Clock::time_point end = Clock::now() + limits.longest;
    Clock::time_point quietAt = Clock::now() + limits.quiet;
    while (Clock::now() < std::min(end, quietAt)) {
        std::vector<pollfd> waiting;
        for (LastLink& link : links) {
            if (link.advance())
                quietAt = Clock::now() + limits.quiet;
            if (!link.isOver())
                waiting.push_back(link.interest());
        }
        if (waiting.empty())
            return;
        ::poll(waiting.data(), waiting.size(), 10);
    }
}

} // namespace lockstep
