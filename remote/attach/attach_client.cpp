// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/attach/attach_client.h"

#include "engine/protocol/attach_messages.h"
#include "remote/printable.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr std::size_t kReadBytes = 256u << 10;
constexpr int kReadsPerCall = 8; ///< so that timers get their turn under a flood

bool endsRequest(FrameType type)
{
    switch (type) {
    case FrameType::Welcome:
    case FrameType::Submitted:
    case FrameType::Done:
    case FrameType::Runs:
    case FrameType::Ended:
    case FrameType::Failed:
        return true;
    default:
        return false;
    }
}

} // namespace

AttachClient::AttachClient(std::unique_ptr<HostChannel> channel, std::string host)
    : m_channel(std::move(channel)), m_host(std::move(host))
{
    m_buffer.resize(kReadBytes);
}

std::uint32_t AttachClient::request(FrameType type, std::string payload, Reply reply)
{
    const std::uint32_t number = m_nextRequest++;
    m_replies.emplace(number, std::move(reply));
    m_out += encodeFrame({type, number, std::move(payload)});
    return number;
}

WantedRequest AttachClient::want(FrameType type, std::string payload, Reply reply)
{
    return {m_self, request(type, std::move(payload), std::move(reply))};
}

WantedRequest::~WantedRequest()
{
    const auto client = m_client.lock();
    if (client && (*client)->m_replies.contains(m_number))
        (*client)->cancel(m_number);
}

void AttachClient::cancel(std::uint32_t request)
{
    m_replies.erase(request);
    m_out += encodeFrame({FrameType::Cancel, request, "{}"});
}

Error AttachClient::notGreeted(const Sentence& reason)
{
    // A shell's "not found" or a loader's complaint is on standard error, a profile's chatter before the
    // greeting.
    std::string said = printableTail(m_channel->diagnostics());
    if (said.empty())
        said = printableTail(m_scanner.noise());
    return {LOCKSTEP_TEXT("The engine on %1 did not start: %2 It said: %3"),
            {m_host, reason, said.empty() ? "-" : said},
            ""};
}

Result<void> AttachClient::process(Reading reading)
{
    const auto now = Clock::now();
    if (reading == Reading::Paused) {
        m_heard = now;
    } else if (const auto read = readAvailable(); !read) {
        return read.error();
    }
    if (!m_greeted && now - m_opened > kGreetingTime)
        return notGreeted(LOCKSTEP_TEXT("it has not answered for 30 seconds."));
    if (m_greeted && now - m_heard > std::chrono::milliseconds(kHeartbeatLostMs))
        return Error{LOCKSTEP_TEXT("%1 has been silent for %2 seconds; the connection counts as lost."),
                     {m_host, std::to_string(kHeartbeatLostMs / 1000)},
                     ""};
    if (m_greeted && now - m_beaten >= std::chrono::milliseconds(kHeartbeatIntervalMs)) {
        m_out += encodeFrame({FrameType::Heartbeat, 0, ""});
        m_beaten = now;
    }
    return writeAvailable();
}

Result<void> AttachClient::readAvailable()
{
    for (int i = 0; i < kReadsPerCall; ++i) {
        const auto count = m_channel->read(m_buffer.data(), m_buffer.size());
        if (!count)
            return m_greeted ? count.error() : notGreeted(LOCKSTEP_TEXT("it ended at once."));
        if (count.value() == 0)
            break;
        m_heard = Clock::now();
        if (const auto taken = takeBytes(std::string_view(m_buffer.data(), count.value())); !taken)
            return taken.error();
    }
    return {};
}

Result<void> AttachClient::takeBytes(std::string_view bytes)
{
    std::string rest;
    if (!m_greeted) {
        const auto greeted = m_scanner.feed(bytes, rest);
        if (!greeted)
            return notGreeted(greeted.error());
        if (!greeted.value())
            return {};
        m_greeted = true;
        bytes = rest;
    }
    const auto frames = m_reader.feed(bytes);
    if (!frames)
        return frames.error();
    for (const Frame& frame : frames.value())
        dispatch(frame);
    return {};
}

void AttachClient::dispatch(const Frame& frame)
{
    const auto found = m_replies.find(frame.request);
    if (frame.type == FrameType::Heartbeat || found == m_replies.end())
        return;
    // The function may send requests and cancel this one, so it is kept alive outside the map.
    if (endsRequest(frame.type)) {
        const Reply reply = std::move(found->second);
        m_replies.erase(found);
        reply(frame);
    } else {
        const Reply reply = found->second;
        reply(frame);
    }
}

Result<void> AttachClient::writeAvailable()
{
    // The host's shell could swallow what comes before the engine reads, so nothing is sent before the
    // greeting.
    if (!m_greeted)
        return {};
    std::size_t sent = 0;
    while (sent < m_out.size()) {
        const auto count = m_channel->write(std::string_view(m_out).substr(sent));
        if (!count)
            return count.error();
        if (count.value() == 0)
            break;
        sent += count.value();
    }
    m_out.erase(0, sent);
    return {};
}

void AttachClient::addDescriptors(std::vector<pollfd>& descriptors, Reading reading) const
{
    const std::size_t first = descriptors.size();
    m_channel->addDescriptors(descriptors, m_greeted && !m_out.empty());
    if (reading == Reading::Paused)
        for (std::size_t i = first; i < descriptors.size(); ++i)
            descriptors[i].events = static_cast<short>(descriptors[i].events & ~POLLIN);
}

Deadline AttachClient::nextDeadline() const
{
    if (!m_greeted)
        return m_opened + kGreetingTime + std::chrono::milliseconds(1);
    return std::min(m_beaten + std::chrono::milliseconds(kHeartbeatIntervalMs),
                    m_heard + std::chrono::milliseconds(kHeartbeatLostMs + 1));
}

} // namespace lockstep
