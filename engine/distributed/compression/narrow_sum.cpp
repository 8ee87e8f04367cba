// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/compression/narrow_sum.h"

#include <algorithm>

namespace lockstep {

NarrowSum::NarrowSum(CompressionKind kind, std::uint64_t seed, ProcessGroup& group,
                     std::span<const GradientBucket> buckets)
    : m_kind(kind), m_seed(seed), m_group(group), m_format(makeWireFormat(kind))
{
    for (ProcessGroup* const stream : group.streams())
        m_lanes.emplace_back().group = stream;
    std::uint64_t first = 0;
    for (const GradientBucket& bucket : buckets) {
        m_buckets.push_back(bucket.values);
        m_firsts.push_back(first);
        first += bucket.values.size();
    }
}

bool NarrowSum::begin(std::int64_t step)
{
    m_step = step;
    return m_group.worldSize() > 1;
}

void NarrowSum::reduce(std::size_t bucket, std::size_t stream)
{
    auto& [group, sent, received, other] = m_lanes[stream];
    const auto ranks = static_cast<std::size_t>(m_group.worldSize());
    const std::size_t partBytes = m_format->bytes((m_buckets[bucket].size() + ranks - 1) / ranks);
    sent.resize(partBytes * ranks);
    received.resize(sent.size());
    std::span<float> own;
    std::uint64_t ownFirst = 0;
    forEachPart(bucket, sent, [&](int rank, auto values, auto wire, std::uint64_t first) {
        m_format->encode(values, placeOf(first, m_group.rank()), wire);
        if (rank == m_group.rank()) {
            own = values;
            ownFirst = first;
        }
    });
    group->allToAll(sent, received);

    const std::size_t ownBytes = m_format->bytes(own.size());
    other.resize(own.size());
    std::fill(own.begin(), own.end(), 0.0f);
    for (std::size_t rank = 0; rank < ranks; ++rank) {
        m_format->decode(std::span(received).subspan(rank * partBytes, ownBytes), other);
        for (std::size_t i = 0; i < own.size(); ++i)
            own[i] += other[i];
    }
    sent.resize(partBytes);
    m_format->encode(own, placeOf(ownFirst, m_group.worldSize()), std::span(sent).first(ownBytes));
    std::vector<std::byte> sums = group->allGather(sent);
    forEachPart(bucket, sums,
                [&](int, auto values, auto wire, std::uint64_t) { m_format->decode(wire, values); });
}

std::string NarrowSum::description() const
{
    return "all-reduce in " + std::string(toString(m_kind));
}

template <typename Job>
void NarrowSum::forEachPart(std::size_t bucket, std::span<std::byte> wire, const Job& job)
{
    const std::span<float> all = m_buckets[bucket];
    const auto ranks = static_cast<std::size_t>(m_group.worldSize());
    const std::size_t part = (all.size() + ranks - 1) / ranks;
    for (std::size_t rank = 0; rank < ranks; ++rank) {
        const std::size_t from = std::min(rank * part, all.size());
        const std::span<float> values = all.subspan(from, std::min(part, all.size() - from));
        job(static_cast<int>(rank), values,
            wire.subspan(rank * m_format->bytes(part), m_format->bytes(values.size())),
            m_firsts[bucket] + from);
    }
}

/// Each rank draws by itself, and whoever rounds a sum draws anew.
RoundingPlace NarrowSum::placeOf(std::uint64_t first, int stream) const
{
    return {m_seed, m_step, static_cast<std::uint32_t>(stream), first};
}

} // namespace lockstep
