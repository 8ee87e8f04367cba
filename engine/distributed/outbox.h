// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/completions.h"
#include "engine/distributed/wire.h"

#include <array>
#include <list>
#include <optional>
#include <span>
#include <string>
#include <sys/uio.h>

namespace lockstep {

/// The frames that wait to be sent to one peer, the first of them perhaps half-way. No lock, no socket: the
/// owner sends what remains() says and tells advance() how far that went.
class Outbox {
public:
    bool empty() const { return m_frames.empty(); }
    /// Some frame belongs to a collective, rather than to the link itself.
    bool holdsMessages() const;
    /// The memory of `payload` belongs to `owner` and stays until the frame is sent or forgotten.
    void pushMessage(const FrameHeader& header, std::span<const char> payload, Completions& owner);
    void pushControl(const FrameHeader& header);

    using Parts = std::array<iovec, 2>;
    /// What is left of the first frame, in `parts`, which may be used without a lock until advance().
    std::span<iovec> remains(Parts& parts);
    struct Progress {
        bool isMessage = false;      ///< the bytes belong to a message
        Completions* sent = nullptr; ///< the owner of a message that is sent with this
    };
    Progress advance(std::size_t bytes);

    /// The first frame uses memory of `owner`.
    bool isSendingFor(const Completions& owner) const;
    /// Gives up the frames of `owner`, once the group has failed and nothing but a farewell follows. The rest
    /// of a half-sent one is copied: a frame cannot be put inside another.
    void forget(const Completions& owner);
    /// Empties the box and returns the rest of a half-sent frame. Nothing: it is longer than kLongestRest.
    std::optional<std::string> takeHalfSent();
    static constexpr std::size_t kLongestRest = 4 << 20;

private:
    struct Frame {
        FrameHeader header;
        const char* payload = nullptr;
        Completions* owner = nullptr; ///< null: of the link itself
        std::size_t written = 0;      ///< of header and payload
        std::size_t size() const { return sizeof(FrameHeader) + static_cast<std::size_t>(header.length); }
    };

    void keepRest();

    std::list<Frame> m_frames; ///< a list: the first is used while others are added
    std::string m_rest;        ///< of a half-sent frame whose owner is gone
    bool m_isCut = false;      ///< there was more of it
};

} // namespace lockstep
