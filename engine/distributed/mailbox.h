// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/completions.h"
#include "engine/distributed/wire.h"

#include <deque>
#include <list>
#include <memory>
#include <optional>

namespace lockstep {

struct ReceiveOperation {
    Completions* owner = nullptr;
    std::uint64_t slot = 0;
    char* data = nullptr;
    std::size_t size = 0;
};

/// Brings one peer's messages together with the receives that are posted for them, in order. A small message
/// may come before its receive and is kept; a large one, or one too many, has no place yet. No lock, no
/// socket.
class Mailbox {
public:
    struct Limits {
        std::size_t message = 64 << 10; ///< bytes of one message that is kept
        std::size_t total = 4 << 20;    ///< of all that are, what it costs to keep each included
    };
    /// What keeping a message costs besides its bytes: else a peer could send messages of no bytes for ever.
    static constexpr std::size_t kCostOfKeeping = 128;

    explicit Mailbox(const Limits& limits) : m_limits(limits) {}

    /// A receive waits for a message that has not begun to arrive.
    bool hasPosted() const { return !m_posted.empty(); }
    /// The message that is arriving goes into a posted receive's memory.
    bool isFilling() const { return m_target.has_value(); }
    bool isFillingFor(const Completions& owner) const { return m_target && m_target->owner == &owner; }
    /// The oldest message that is kept, null: none.
    const FrameHeader* firstKept() const { return m_kept.empty() ? nullptr : &m_kept.front().header; }

    void post(const ReceiveOperation& operation) { m_posted.push_back(operation); }
    /// Moves the oldest kept message to where it belongs. REQUIRES: firstKept() fits `operation`.
    void take(const ReceiveOperation& operation);
    static bool fits(const FrameHeader& header, const ReceiveOperation& operation);
    /// `header` is for the receive that was posted first. REQUIRES: hasPosted().
    bool fitsPosted(const FrameHeader& header) const { return fits(header, m_posted.front()); }

    /// Where the payload of `header` goes: to the first posted receive, else aside. Nothing: there is no
    /// place yet. REQUIRES: nothing posted, or fitsPosted().
    std::optional<char*> place(const FrameHeader& header);
    /// The payload that was placed last is whole. The owner of its receive, null: it is kept, for later.
    /// REQUIRES: isFilling(), or nothing posted, or fitsPosted().
    Completions* arrived(const FrameHeader& header);

    void forget(const Completions& owner);

private:
    struct KeptMessage {
        FrameHeader header;
        std::unique_ptr<char[]> data;
    };
    static std::size_t costOf(const FrameHeader& header) { return header.length + kCostOfKeeping; }

    const Limits m_limits;
    std::list<ReceiveOperation> m_posted;
    std::deque<KeptMessage> m_kept;
    std::size_t m_keptCost = 0;               ///< of those and of `m_aside`
    std::optional<ReceiveOperation> m_target; ///< of the message that is arriving; none: it goes aside
    std::unique_ptr<char[]> m_aside;
};

} // namespace lockstep
