// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/host_tiers.h"

#include "engine/core/error.h"
#include "engine/distributed/gloo_transport.h"

#include <gloo/barrier.h>

#include <utility>

namespace lockstep {

HostLayout layOutHosts(std::span<const HostMemory::Id> ids, int rank, const SumOrder& order)
{
    const std::vector<int>& ring = order.ring;
    const std::vector<int>& parents = order.parents;
    LOCKSTEP_CHECK(ring.empty() || ring.size() == ids.size());
    LOCKSTEP_CHECK(parents.empty() || parents.size() == ids.size());
    const auto first = [&](int of) {
        const auto own = ids.begin() + of;
        return *own == HostMemory::Id{} ? of
                                        : static_cast<int>(std::find(ids.begin(), own, *own) - ids.begin());
    };
    const auto sharing = [&](int leader) {
        std::vector<int> ranks;
        for (int other = leader; other < static_cast<int>(ids.size()); ++other)
            if (first(other) == leader)
                ranks.push_back(other);
        return ranks;
    };
    HostLayout layout;
    layout.local = sharing(first(rank));
    for (int other = 0; other < static_cast<int>(ids.size()); ++other)
        if (first(other) == other)
            layout.leaders.push_back(other);
    if (!ring.empty()) {
        std::vector<std::size_t> places(ids.size());
        for (std::size_t place = 0; place < ring.size(); ++place)
            places.at(static_cast<std::size_t>(ring[place])) = place;
        std::ranges::sort(layout.leaders, {},
                          [&](int leader) { return places[static_cast<std::size_t>(leader)]; });
    }
    for (const int leader : layout.leaders)
        layout.members.push_back(sharing(leader));
    if (parents.empty() || layout.leaders.size() < 2)
        return layout;
    const auto above = [&](int leader) {
        const int parent = parents[static_cast<std::size_t>(leader)];
        return parent < 0 ? parent : first(parent);
    };
    layout.tree.emplace().parent = above(first(rank));
    for (const int leader : layout.leaders)
        if (above(leader) == first(rank))
            layout.tree->children.push_back(leader);
    return layout;
}

HostTiers::HostTiers(Messenger& messenger, std::shared_ptr<const HostMemory> memory, HostLayout layout,
                     int stream)
    : m_messenger(messenger), m_layout(std::move(layout)), m_memory(std::move(memory)),
      m_firstSet(stream * kStreamPieceSets)
{
    LOCKSTEP_CHECK(stream >= 0 && stream < kMaxStreams);
    const auto own = std::ranges::find(m_layout.local, messenger.rank());
    LOCKSTEP_CHECK(own != m_layout.local.end());
    m_own = static_cast<std::size_t>(own - m_layout.local.begin());
    if (isShared()) {
        LOCKSTEP_CHECK(m_memory && m_layout.local.size() <= static_cast<std::size_t>(m_memory->ranks()));
        m_local = makeGlooContext(messenger, m_layout.local);
    }
    if (isLeader() && crosses())
        m_leaders = makeGlooContext(messenger, m_layout.leaders);
}

// Messages go through the kernel, which orders memory as a lock does.
void HostTiers::waitForAll(std::uint32_t tag)
{
    gloo::BarrierOptions options(m_local);
    options.setTag(tag);
    gloo::barrier(options);
}

} // namespace lockstep
