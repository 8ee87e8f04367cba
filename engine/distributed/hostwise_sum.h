// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/host_memory.h"
#include "engine/distributed/messenger.h"

#include <gloo/context.h>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace lockstep {

/// Who shares memory with whom, as one rank sees it.
struct HostLayout {
    std::vector<int> local;   ///< the ranks that share this one's memory, itself among them; ascending
    std::vector<int> leaders; ///< the lowest rank of each memory; in the order of the ring
};
/// `ids`: of the memory of each rank, by rank; zeros: it has none, so it is a leader by itself. `ring`: all
/// ranks in the order in which leaders pass sums on; empty: ascending.
HostLayout layOutHosts(std::span<const HostMemory::Id> ids, int rank, std::span<const int> ring = {});

/// Sums over all ranks in two tiers. Those that share memory add there, each a part of it; the leader of each
/// host exchanges the result with the other leaders over the network; and what comes of that goes back
/// through the memory. So a host's link carries what one rank sends, however many it has: 2(h-1)/h of the
/// values for h hosts. All ranks hold the same bits: on a host the order is that of its ranks, and among
/// leaders it is Gloo's.
///
/// Only the values pass through memory. Ranks wait for one another by messages, so the limits on waiting, the
/// failures and who is blamed are those of all collectives, and a rank that dies is missed at once.
class HostwiseSum {
public:
    /// The messenger is borrowed; it connects all ranks. A rank that shares no memory needs none: it only
    /// takes part in the sums of leaders. `stream`: which of the group's this is; sums on different ones may
    /// be under way at once in the same memory.
    HostwiseSum(Messenger& messenger, std::shared_ptr<const HostMemory> memory, HostLayout layout,
                int stream = 0);

    /// In place, within a collective that has begun; `tag` is its number. The same sequence of calls on all
    /// ranks. Throws as Messenger does, and Gloo's own exceptions.
    void sum(std::span<float> values, std::uint32_t tag);
    void sum(std::span<double> values, std::uint32_t tag);

private:
    template <typename Number>
    void sumInTiers(std::span<Number> values, std::uint32_t tag);
    template <typename Number>
    void gather(std::span<Number> values, std::uint32_t tag);
    template <typename Number>
    void spread(std::span<Number> values, std::uint32_t tag);
    template <typename Number>
    std::span<Number> place(std::size_t local, std::size_t count) const;
    template <typename Number>
    void addUp(std::span<Number> out, std::size_t from, std::size_t count) const;
    void waitForAll(std::uint32_t tag);

    bool isShared() const { return m_layout.local.size() > 1; }
    bool isLeader() const { return m_own == 0; }

    Messenger& m_messenger;
    const HostLayout m_layout;
    std::size_t m_own = 0; ///< our place in m_layout.local
    std::shared_ptr<const HostMemory> m_memory;
    const int m_firstSet;                     ///< of places, those of this stream
    std::shared_ptr<gloo::Context> m_local;   ///< of those that share our memory; null: nobody does
    std::shared_ptr<gloo::Context> m_leaders; ///< null: we are none, or the only one
    int m_set = 0; ///< of the stream's places, for the next piece; in step on all ranks
};

} // namespace lockstep
