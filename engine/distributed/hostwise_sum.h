// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/crossing_sum.h"
#include "engine/distributed/host_tiers.h"

#include <cstdint>
#include <span>

namespace lockstep {

/// Sums over all ranks in two tiers. Those that share memory add there, each a part of it; the leader of each
/// host exchanges the result with the other leaders over the network; and what comes of that goes back
/// through the memory. So a host's link carries what one rank sends, however many it has: around a ring
/// 2(h-1)/h of the values for h hosts, in a tree all of them to each neighbour, as they are or in the form of
/// a CrossingSum. All ranks hold the same bits: on a host the order is that of its ranks, and among leaders
/// that of the tree, Gloo's, or the CrossingSum's.
class HostwiseSum {
public:
    /// Borrowed.
    explicit HostwiseSum(HostTiers& tiers) : m_tiers(tiers) {}

    /// In place, within a collective that has begun; `tag` is its number. The same sequence of calls on all
    /// ranks. Throws as Messenger does, and Gloo's own exceptions.
    void sum(std::span<float> values, std::uint32_t tag);
    void sum(std::span<double> values, std::uint32_t tag);
    void sumVia(CrossingSum& crossing, std::span<float> values, std::uint32_t tag);

private:
    /// `cross` is called by leaders, with what their hosts have.
    template <typename Number, typename Cross>
    void sumInTiers(std::span<Number> values, std::uint32_t tag, const Cross& cross);
    template <typename Number>
    void sumAsTheyAre(std::span<Number> values, std::uint32_t tag);
    template <typename Number>
    void gather(std::span<Number> values, std::uint32_t tag);
    template <typename Number>
    void addUp(std::span<Number> out, std::size_t from, std::size_t count) const;

    HostTiers& m_tiers;
};

} // namespace lockstep
