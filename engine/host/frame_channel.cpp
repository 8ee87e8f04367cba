// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/frame_channel.h"

#include <algorithm>
#include <cerrno>
#include <sys/socket.h>
#include <unistd.h>

namespace lockstep {

void PollTurn::add(int descriptor, short events, std::function<void()> handler)
{
    m_polled.push_back({descriptor, events, 0});
    m_handlers.push_back(std::move(handler));
}

void PollTurn::wait(Clock::time_point deadline)
{
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
    const int timeout = static_cast<int>(std::clamp<long long>(left, 0, 60'000));
    if (::poll(m_polled.data(), m_polled.size(), timeout) <= 0)
        return;
    for (std::size_t i = 0; i < m_polled.size(); ++i) {
        if (m_polled[i].revents != 0)
            m_handlers[i]();
    }
}

FrameChannel::FrameChannel(Descriptor socket) : m_input(std::move(socket))
{
    setNonBlocking(m_input.get());
}

FrameChannel::FrameChannel(Descriptor input, Descriptor output)
    : m_input(std::move(input)), m_output(std::move(output))
{
    setNonBlocking(m_output.get());
}

void FrameChannel::sendText(std::string_view bytes)
{
    if (m_sent > m_queue.size() / 2) {
        m_queue.erase(0, m_sent);
        m_sent = 0;
    }
    m_queue += bytes;
}

void FrameChannel::flush()
{
    while (!m_closed && queuedBytes() > 0) {
        const ssize_t count = ::write(output(), m_queue.data() + m_sent, queuedBytes());
        if (count < 0) {
            m_closed = !isTransient(errno);
            return;
        }
        m_sent += static_cast<std::size_t>(count);
    }
}

std::vector<Frame> FrameChannel::receive()
{
    static constexpr std::size_t kChunk = 64u << 10;
    char buffer[kChunk];
    const ssize_t count = ::read(m_input.get(), buffer, sizeof buffer);
    if (count <= 0) {
        m_inputEnded = m_inputEnded || count == 0;
        m_closed = m_closed || (count < 0 && !isTransient(errno));
        return {};
    }
    m_lastHeard = Clock::now();
    auto frames = m_reader.feed({buffer, static_cast<std::size_t>(count)});
    if (frames.ok())
        return std::move(frames).value();
    m_breach = frames.error();
    m_inputEnded = true;
    return {};
}

void FrameChannel::addTo(PollTurn& turn, bool reading, std::function<void()> onReadable)
{
    if (m_closed)
        return;
    reading = reading && !m_inputEnded;
    const bool writing = queuedBytes() > 0;
    if (!m_output) {
        if (!reading && !writing)
            return;
        const int events = (reading ? POLLIN : 0) | (writing ? POLLOUT : 0);
        turn.add(m_input.get(), static_cast<short>(events), [this, reading, handler = std::move(onReadable)] {
            flush();
            if (reading)
                handler();
        });
        return;
    }
    if (reading)
        turn.add(m_input.get(), POLLIN, std::move(onReadable));
    // Without an event asked for, poll still tells when the reader of a pipe has gone.
    if (m_inputEnded && !writing)
        return;
    turn.add(m_output.get(), static_cast<short>(writing ? POLLOUT : 0), [this, writing] {
        if (writing)
            flush();
        else
            m_closed = true;
    });
}

void FrameChannel::finishSending()
{
    ::shutdown(output(), SHUT_WR);
}

} // namespace lockstep
