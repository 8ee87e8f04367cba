// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/hostwise_gather.h"

#include "engine/distributed/gloo_exchange.h"

#include <algorithm>

namespace lockstep {

namespace {

/// Where something of `bytes` lies that comes after `before` others of the same size.
std::span<std::byte> part(std::span<std::byte> all, std::size_t before, std::size_t bytes)
{
    return all.subspan(before * bytes, bytes);
}

/// Of this host's ranks, one after the other, into `host`: for the leader, or for all of them where there is
/// no other host.
void gatherOfHost(HostTiers& tiers, std::span<const std::byte> mine, std::span<std::byte> host,
                  std::uint32_t tag)
{
    const bool takesAll = tiers.isLeader() || !tiers.crosses();
    forEachPiece(mine, [&](std::span<const std::byte> piece) {
        const auto from = static_cast<std::size_t>(piece.data() - mine.data());
        std::ranges::copy(piece, tiers.place<std::byte>(tiers.own(), piece.size()).begin());
        tiers.waitForAll(tag);
        for (std::size_t local = 0; takesAll && local < tiers.layout().local.size(); ++local)
            std::ranges::copy(tiers.place<std::byte>(local, piece.size()),
                              part(host, local, mine.size()).subspan(from).begin());
        tiers.nextSet();
    });
}

} // namespace

std::vector<std::byte> gatherHostwise(HostTiers& tiers, std::span<const std::byte> mine, std::uint32_t tag)
{
    std::vector<int> order; // of the ranks: host by host along the ring
    std::vector<std::size_t> counts;
    std::size_t before = 0; // ranks of the hosts before this one
    for (const std::vector<int>& members : tiers.layout().members) {
        if (members == tiers.layout().local)
            before = order.size();
        order.insert(order.end(), members.begin(), members.end());
        counts.push_back(members.size() * mine.size());
    }
    std::vector<std::byte> ordered(order.size() * mine.size());
    const std::span<std::byte> host =
        std::span(ordered).subspan(before * mine.size(), tiers.layout().local.size() * mine.size());
    if (tiers.isShared())
        gatherOfHost(tiers, mine, host, tag);
    else
        std::ranges::copy(mine, host.begin());
    if (tiers.leaders())
        allGatherParts(tiers.leaders(), ordered, counts, tag);
    if (tiers.isShared() && tiers.crosses())
        tiers.spread(std::span(ordered), tag);
    if (std::ranges::is_sorted(order))
        return ordered;

    std::vector<std::byte> all(ordered.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        std::ranges::copy(part(ordered, i, mine.size()),
                          part(all, static_cast<std::size_t>(order[i]), mine.size()).begin());
    return all;
}

} // namespace lockstep
