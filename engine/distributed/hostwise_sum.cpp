// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/hostwise_sum.h"

#include "engine/distributed/gloo_all_reduce.h"
#include "engine/distributed/gloo_exchange.h"
#include "engine/distributed/reduce_functions.h"
#include "engine/protocol/sum_way.h"

#include <algorithm>

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

/// The leaders, in the collective with that number.
class Leaders final : public CrossingGroup {
public:
    Leaders(const std::shared_ptr<gloo::Context>& context, std::uint32_t tag) : m_context(context), m_tag(tag)
    {
    }
    int place() const override { return m_context->rank; }
    int count() const override { return m_context->size; }
    std::vector<std::byte> allGather(std::span<const std::byte> mine) override
    {
        return lockstep::allGather(m_context, mine, m_tag);
    }
    void allToAll(std::span<const std::byte> mine, std::span<std::byte> theirs) override
    {
        lockstep::allToAll(m_context, mine, theirs, m_tag);
    }

private:
    const std::shared_ptr<gloo::Context>& m_context;
    const std::uint32_t m_tag;
};

} // namespace

void HostwiseSum::sum(std::span<float> values, std::uint32_t tag)
{
    sumAsTheyAre(values, tag);
}

void HostwiseSum::sum(std::span<double> values, std::uint32_t tag)
{
    sumAsTheyAre(values, tag);
}

template <typename Number>
void HostwiseSum::sumAsTheyAre(std::span<Number> values, std::uint32_t tag)
{
    const std::optional<TreePlace>& tree = m_tiers.layout().tree;
    sumInTiers(values, tag, [&] {
        if (tree && values.size_bytes() >= kRingBytes)
            sumAlongTree(m_tiers.messenger(), *tree, values);
        else
            allReduce(m_tiers.leaders(), values, tag);
    });
}

void HostwiseSum::sumVia(CrossingSum& crossing, std::span<float> values, std::uint32_t tag)
{
    sumInTiers(values, tag, [&] {
        Leaders leaders(m_tiers.leaders(), tag);
        crossing.sum(values, leaders);
    });
}

template <typename Number, typename Cross>
void HostwiseSum::sumInTiers(std::span<Number> values, std::uint32_t tag, const Cross& cross)
{
    if (m_tiers.isShared())
        gather(values, tag);
    if (m_tiers.leaders())
        cross();
    if (m_tiers.isShared() && m_tiers.crosses())
        m_tiers.spread(values, tag);
}

/// Adds up what this host's ranks have: for the leader, or for all of them where there is no other host.
template <typename Number>
void HostwiseSum::gather(std::span<Number> values, std::uint32_t tag)
{
    const bool takesSum = m_tiers.isLeader() || !m_tiers.crosses();
    forEachPiece(values, [&](std::span<Number> piece) {
        std::ranges::copy(piece, m_tiers.place<Number>(m_tiers.own(), piece.size()).begin());
        m_tiers.waitForAll(tag);
        if (piece.size_bytes() <= kAloneBytes) {
            if (takesSum)
                addUp(piece, 0, piece.size());
        } else {
            const std::size_t ranks = m_tiers.layout().local.size();
            const std::size_t from = piece.size() * m_tiers.own() / ranks;
            const std::size_t count = piece.size() * (m_tiers.own() + 1) / ranks - from;
            addUp(m_tiers.place<Number>(0, piece.size()).subspan(from, count), from, count);
            m_tiers.waitForAll(tag);
            if (takesSum)
                std::ranges::copy(m_tiers.place<Number>(0, piece.size()), piece.begin());
        }
        m_tiers.nextSet();
    });
}

/// Into `out`, which may be a part of the first place: the sum of all places, from element `from` on.
template <typename Number>
void HostwiseSum::addUp(std::span<Number> out, std::size_t from, std::size_t count) const
{
    const auto part = [&](std::size_t local) {
        return m_tiers.place<Number>(local, from + count).subspan(from);
    };
    if (out.data() != part(0).data())
        std::ranges::copy(part(0), out.begin());
    for (std::size_t local = 1; local < m_tiers.layout().local.size(); ++local)
        add(out, part(local));
}

} // namespace lockstep
