// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/host_memory.h"
#include "engine/distributed/messenger.h"
#include "engine/distributed/sum_order.h"
#include "engine/distributed/tree_sum.h"

#include <gloo/context.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace lockstep {

/// Who shares memory with whom, as one rank sees it.
struct HostLayout {
    std::vector<int> local;   ///< the ranks that share this one's memory, itself among them; ascending
    std::vector<int> leaders; ///< the lowest rank of each memory; in the order of the ring
    std::vector<std::vector<int>> members; ///< by leader: the ranks of its memory, ascending
    std::optional<TreePlace> tree;         ///< of this rank's leader among leaders; nothing: they form a ring
};
/// `ids`: of the memory of each rank, by rank; zeros: it has none, so it is a leader by itself.
HostLayout layOutHosts(std::span<const HostMemory::Id> ids, int rank, const SumOrder& order = {});

/// One rank's way to those that share its memory, and a leader's to the other leaders over the network: what
/// collectives of two tiers are made of. In memory each rank has places for one piece of values after the
/// other, in sets: the ranks fill theirs, meet, and read each other's. One collective at a time.
///
/// Only the values pass through memory. Ranks wait for one another by messages, so the limits on waiting, the
/// failures and who is blamed are those of all collectives, and a rank that dies is missed at once.
class HostTiers {
public:
    /// The messenger is borrowed; it connects all ranks. A rank that shares no memory needs none: it is a
    /// leader by itself. `stream`: which of the group's this is; collectives on different ones may be under
    /// way at once in the same memory.
    HostTiers(Messenger& messenger, std::shared_ptr<const HostMemory> memory, HostLayout layout,
              int stream = 0);

    Messenger& messenger() const { return m_messenger; }
    const HostLayout& layout() const { return m_layout; }
    std::size_t own() const { return m_own; } ///< our place in layout().local
    bool isShared() const { return m_layout.local.size() > 1; }
    bool isLeader() const { return m_own == 0; }
    bool crosses() const { return m_layout.leaders.size() > 1; } ///< something does, of any host
    /// Of the leaders, in the order of the ring; null: we are none, or the only one.
    const std::shared_ptr<gloo::Context>& leaders() const { return m_leaders; }

    /// Of the present set: the place of that one of layout().local, for `count` values.
    /// REQUIRES: isShared(); they fit in kHostPieceBytes.
    template <typename Value>
    std::span<Value> place(std::size_t local, std::size_t count) const
    {
        const std::span<std::byte> bytes = m_memory->piece(static_cast<int>(local), m_firstSet + m_set);
        return {reinterpret_cast<Value*>(bytes.data()), count};
    }
    /// What a rank of this host wrote before is there for all others of it afterwards. Throws as Messenger
    /// does.
    void waitForAll(std::uint32_t tag);
    /// The next piece comes, on all ranks of this host. Its places are filled anew with the next piece but
    /// one: by then everybody has met for the piece between them, and so has read what was here before.
    void nextSet() { m_set = (m_set + 1) % kStreamPieceSets; }
    /// Gives the leader's values to all ranks of its host.
    template <typename Value>
    void spread(std::span<Value> values, std::uint32_t tag);

private:
    Messenger& m_messenger;
    const HostLayout m_layout;
    std::size_t m_own = 0;
    std::shared_ptr<const HostMemory> m_memory;
    const int m_firstSet;                     ///< of places, those of this stream
    std::shared_ptr<gloo::Context> m_local;   ///< of those that share our memory; null: nobody does
    std::shared_ptr<gloo::Context> m_leaders; ///< see leaders()
    int m_set = 0;                            ///< of the stream's places; in step on all ranks
};

/// Calls with each part of `values` that a place holds, in turn.
template <typename Value, typename Function>
void forEachPiece(std::span<Value> values, Function&& function)
{
    constexpr std::size_t kCount = kHostPieceBytes / sizeof(Value);
    for (std::size_t from = 0; from < values.size(); from += kCount)
        function(values.subspan(from, std::min(kCount, values.size() - from)));
}

template <typename Value>
void HostTiers::spread(std::span<Value> values, std::uint32_t tag)
{
    forEachPiece(values, [&](std::span<Value> piece) {
        const std::span<Value> shared = place<Value>(0, piece.size());
        if (isLeader())
            std::ranges::copy(piece, shared.begin());
        waitForAll(tag);
        if (!isLeader())
            std::ranges::copy(shared, piece.begin());
        nextSet();
    });
}

} // namespace lockstep
