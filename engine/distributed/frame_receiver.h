// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/wire.h"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <sys/uio.h>

namespace lockstep {

/// Cuts the bytes of one peer into frames. No lock, no socket: the owner reads into room() and tells
/// received() how much came; advance() says what is whole by now. A message's payload goes straight to its
/// place, and the same read takes in what follows, so the next header usually costs nothing.
class FrameReceiver {
public:
    enum class State {
        Header,   ///< between frames, or inside a header
        Unplaced, ///< a message's header is here; its payload stays in the kernel until place()
        Payload,  ///< inside a message
    };
    enum class Event {
        NeedsBytes,
        Control, ///< a whole frame that is no message: header(), text()
        Message, ///< the header of a message: wants place()
        Arrived, ///< the whole payload of header() is at its place
        Damaged, ///< no frame: damage(); nothing more can be read
    };

    explicit FrameReceiver(int worldSize) : m_worldSize(worldSize) {}

    State state() const { return m_state; }
    /// Of the frame that advance() told last.
    const FrameHeader& header() const { return m_header; }
    /// The payload of a control frame; valid until the next call.
    std::string_view text() const { return m_text; }
    const std::string& damage() const { return m_damage; }
    /// Bytes of payloads of messages so far.
    std::uint64_t payloadBytes() const { return m_payloadBytes; }

    /// Call it until it needs bytes. REQUIRES: not Unplaced.
    Event advance();
    /// `destination` holds header().length bytes and stays until Arrived. REQUIRES: Unplaced.
    void place(char* destination);

    using Parts = std::array<iovec, 2>;
    /// Where the next bytes go. REQUIRES: advance() needs bytes.
    std::span<iovec> room(Parts& parts);
    void received(std::size_t bytes);
    /// Bytes that are here but not looked at yet.
    bool hasStaged() const { return m_stageEnd > m_stageBegin; }

private:
    Event readHeader();
    Event readPayload();
    std::size_t staged() const { return m_stageEnd - m_stageBegin; }

    const int m_worldSize;
    State m_state = State::Header;
    FrameHeader m_header;
    std::string_view m_text;
    std::string m_damage;
    char* m_destination = nullptr;
    std::size_t m_received = 0; ///< of the payload
    std::uint64_t m_payloadBytes = 0;
    std::array<char, 8192> m_stage; ///< bytes read beyond the payload
    std::size_t m_stageBegin = 0;
    std::size_t m_stageEnd = 0;
};

} // namespace lockstep
