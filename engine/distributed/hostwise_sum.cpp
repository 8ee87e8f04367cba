// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/hostwise_sum.h"

#include "engine/core/error.h"
#include "engine/distributed/gloo_all_reduce.h"
#include "engine/distributed/gloo_transport.h"
#include "engine/distributed/reduce_functions.h"

#include <gloo/barrier.h>

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

// Up to this size each rank adds up all values itself: that takes less than waiting for the others' parts.
constexpr std::size_t kAloneBytes = 16 << 10;

void add(std::span<float> sums, std::span<const float> more)
{
    sumFloats(sums.data(), sums.data(), more.data(), sums.size());
}
void add(std::span<double> sums, std::span<const double> more)
{
    sumDoubles(sums.data(), sums.data(), more.data(), sums.size());
}

/// Calls with each piece of `values` in turn.
template <typename Number, typename Function>
void forEachPiece(std::span<Number> values, Function&& function)
{
    constexpr std::size_t kCount = kHostPieceBytes / sizeof(Number);
    for (std::size_t from = 0; from < values.size(); from += kCount)
        function(values.subspan(from, std::min(kCount, values.size() - from)));
}

} // namespace

HostLayout layOutHosts(std::span<const HostMemory::Id> ids, int rank, std::span<const int> ring)
{
    LOCKSTEP_CHECK(ring.empty() || ring.size() == ids.size());
    const auto first = [&](int of) {
        const auto own = ids.begin() + of;
        return *own == HostMemory::Id{} ? of
                                        : static_cast<int>(std::find(ids.begin(), own, *own) - ids.begin());
    };
    HostLayout layout;
    for (int other = 0; other < static_cast<int>(ids.size()); ++other) {
        if (first(other) == other)
            layout.leaders.push_back(other);
        if (first(other) == first(rank))
            layout.local.push_back(other);
    }
    if (!ring.empty()) {
        std::vector<std::size_t> places(ids.size());
        for (std::size_t place = 0; place < ring.size(); ++place)
            places.at(static_cast<std::size_t>(ring[place])) = place;
        std::ranges::sort(layout.leaders, {},
                          [&](int leader) { return places[static_cast<std::size_t>(leader)]; });
    }
    return layout;
}

HostwiseSum::HostwiseSum(Messenger& messenger, std::shared_ptr<const HostMemory> memory, HostLayout layout,
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
    if (isLeader() && m_layout.leaders.size() > 1)
        m_leaders = makeGlooContext(messenger, m_layout.leaders);
}

void HostwiseSum::sum(std::span<float> values, std::uint32_t tag)
{
    sumInTiers(values, tag);
}

void HostwiseSum::sum(std::span<double> values, std::uint32_t tag)
{
    sumInTiers(values, tag);
}

template <typename Number>
void HostwiseSum::sumInTiers(std::span<Number> values, std::uint32_t tag)
{
    if (isShared())
        gather(values, tag);
    if (m_leaders)
        allReduce(m_leaders, values, tag);
    if (isShared() && m_layout.leaders.size() > 1)
        spread(values, tag);
}

/// Adds up what this host's ranks have: for the leader, or for all of them where there is no other host.
///
/// A set of places is filled anew with the next piece but one. By then everybody has met for the piece
/// between them, and so has read what was here before.
template <typename Number>
void HostwiseSum::gather(std::span<Number> values, std::uint32_t tag)
{
    const bool takesSum = isLeader() || m_layout.leaders.size() == 1;
    forEachPiece(values, [&](std::span<Number> piece) {
        std::ranges::copy(piece, place<Number>(m_own, piece.size()).begin());
        waitForAll(tag);
        if (piece.size_bytes() <= kAloneBytes) {
            if (takesSum)
                addUp(piece, 0, piece.size());
        } else {
            const std::size_t ranks = m_layout.local.size();
            const std::size_t from = piece.size() * m_own / ranks;
            const std::size_t count = piece.size() * (m_own + 1) / ranks - from;
            addUp(place<Number>(0, piece.size()).subspan(from, count), from, count);
            waitForAll(tag);
            if (takesSum)
                std::ranges::copy(place<Number>(0, piece.size()), piece.begin());
        }
        m_set = (m_set + 1) % kStreamPieceSets;
    });
}

/// Gives the leader's values to all ranks of its host.
template <typename Number>
void HostwiseSum::spread(std::span<Number> values, std::uint32_t tag)
{
    forEachPiece(values, [&](std::span<Number> piece) {
        const std::span<Number> shared = place<Number>(0, piece.size());
        if (isLeader())
            std::ranges::copy(piece, shared.begin());
        waitForAll(tag);
        if (!isLeader())
            std::ranges::copy(shared, piece.begin());
        m_set = (m_set + 1) % kStreamPieceSets;
    });
}

template <typename Number>
std::span<Number> HostwiseSum::place(std::size_t local, std::size_t count) const
{
    const std::span<std::byte> bytes = m_memory->piece(static_cast<int>(local), m_firstSet + m_set);
    return {reinterpret_cast<Number*>(bytes.data()), count};
}

/// Into `out`, which may be a part of the first place: the sum of all places, from element `from` on.
template <typename Number>
void HostwiseSum::addUp(std::span<Number> out, std::size_t from, std::size_t count) const
{
    const auto part = [&](std::size_t local) { return place<Number>(local, from + count).subspan(from); };
    if (out.data() != part(0).data())
        std::ranges::copy(part(0), out.begin());
    for (std::size_t local = 1; local < m_layout.local.size(); ++local)
        add(out, part(local));
}

/// What a rank wrote before is there for all others afterwards: messages go through the kernel, which orders
/// memory as a lock does.
void HostwiseSum::waitForAll(std::uint32_t tag)
{
    gloo::BarrierOptions options(m_local);
    options.setTag(tag);
    gloo::barrier(options);
}

} // namespace lockstep
