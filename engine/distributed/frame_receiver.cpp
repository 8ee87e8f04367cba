// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/frame_receiver.h"

#include <algorithm>
#include <cstring>

namespace lockstep {

FrameReceiver::Event FrameReceiver::advance()
{
    return m_state == State::Payload ? readPayload() : readHeader();
}

FrameReceiver::Event FrameReceiver::readHeader()
{
    if (staged() < sizeof(FrameHeader))
        return Event::NeedsBytes;
    std::memcpy(&m_header, m_stage.data() + m_stageBegin, sizeof(FrameHeader));
    m_damage = whatIsWrong(m_header, m_worldSize);
    if (!m_damage.empty())
        return Event::Damaged;
    if (m_header.type == FrameHeader::Type::Data) {
        m_stageBegin += sizeof(FrameHeader);
        m_state = State::Unplaced;
        return Event::Message;
    }
    // Its length is bounded (whatIsWrong), and the stage holds far more.
    const auto length = static_cast<std::size_t>(m_header.length);
    if (staged() < sizeof(FrameHeader) + length)
        return Event::NeedsBytes;
    m_text = {m_stage.data() + m_stageBegin + sizeof(FrameHeader), length};
    m_stageBegin += sizeof(FrameHeader) + length;
    return Event::Control;
}

void FrameReceiver::place(char* destination)
{
    m_destination = destination;
    m_received = 0;
    m_state = State::Payload;
}

FrameReceiver::Event FrameReceiver::readPayload()
{
    const std::size_t ahead = std::min(static_cast<std::size_t>(m_header.length) - m_received, staged());
    if (ahead > 0) {
        std::memcpy(m_destination + m_received, m_stage.data() + m_stageBegin, ahead);
        m_stageBegin += ahead;
        m_received += ahead;
        m_payloadBytes += ahead;
    }
    if (m_received < m_header.length)
        return Event::NeedsBytes;
    m_state = State::Header;
    return Event::Arrived;
}

std::span<iovec> FrameReceiver::room(Parts& parts)
{
    std::memmove(m_stage.data(), m_stage.data() + m_stageBegin, staged());
    m_stageEnd = staged();
    m_stageBegin = 0;
    const iovec stage{m_stage.data() + m_stageEnd, m_stage.size() - m_stageEnd};
    if (m_state != State::Payload) {
        parts[0] = stage;
        return std::span(parts).first(1);
    }
    parts[0] = {m_destination + m_received, static_cast<std::size_t>(m_header.length) - m_received};
    parts[1] = stage;
    return parts;
}

void FrameReceiver::received(std::size_t bytes)
{
    if (m_state == State::Payload) {
        const std::size_t body = std::min(bytes, static_cast<std::size_t>(m_header.length) - m_received);
        m_received += body;
        m_payloadBytes += body;
        bytes -= body;
    }
    m_stageEnd += bytes;
}

} // namespace lockstep
