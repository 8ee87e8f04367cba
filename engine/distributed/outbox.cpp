// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/outbox.h"

#include <algorithm>

namespace lockstep {

bool Outbox::holdsMessages() const
{
    return std::any_of(m_frames.begin(), m_frames.end(), [](const Frame& frame) { return frame.owner; });
}

void Outbox::pushMessage(const FrameHeader& header, std::span<const char> payload, Completions& owner)
{
    m_frames.push_back({header, payload.data(), &owner, 0});
}

void Outbox::pushControl(const FrameHeader& header)
{
    m_frames.push_back({header, nullptr, nullptr, 0});
}

std::span<iovec> Outbox::remains(Parts& parts)
{
    Frame& frame = m_frames.front();
    const std::size_t headerDone = std::min(frame.written, sizeof(FrameHeader));
    const std::size_t payloadDone = frame.written - headerDone;
    parts[0] = {reinterpret_cast<char*>(&frame.header) + headerDone, sizeof(FrameHeader) - headerDone};
    parts[1] = {const_cast<char*>(frame.payload) + payloadDone, frame.header.length - payloadDone};
    const std::size_t first = parts[0].iov_len > 0 ? 0 : 1;
    const std::size_t end = parts[1].iov_len > 0 ? 2 : 1;
    return std::span(parts).subspan(first, end - first);
}

Outbox::Progress Outbox::advance(std::size_t bytes)
{
    Frame& frame = m_frames.front();
    frame.written += bytes;
    Progress progress{frame.owner != nullptr, nullptr};
    if (frame.written < frame.size())
        return progress;
    progress.sent = frame.owner;
    m_frames.pop_front();
    return progress;
}

bool Outbox::isSendingFor(const Completions& owner) const
{
    return !m_frames.empty() && m_frames.front().owner == &owner;
}

void Outbox::forget(const Completions& owner)
{
    if (isSendingFor(owner))
        keepRest();
    m_frames.remove_if([&](const Frame& frame) { return frame.owner == &owner; });
}

void Outbox::keepRest()
{
    const Frame& frame = m_frames.front();
    if (frame.written == 0)
        return;
    m_isCut = frame.size() - frame.written > kLongestRest;
    if (m_isCut)
        return;
    Parts parts;
    for (const iovec& part : remains(parts))
        m_rest.append(static_cast<const char*>(part.iov_base), part.iov_len);
}

std::optional<std::string> Outbox::takeHalfSent()
{
    if (!m_frames.empty() && m_rest.empty() && !m_isCut)
        keepRest();
    m_frames.clear();
    if (m_isCut)
        return std::nullopt;
    return std::move(m_rest);
}

} // namespace lockstep
