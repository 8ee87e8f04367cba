// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/compression/narrow_sum.h"

#include <algorithm>

namespace lockstep {
namespace {

/// Calls job(place, its values, their bytes, the place of the first) for the part of each of `count`.
template <typename Job>
void forEachPart(std::span<float> values, std::uint64_t first, int count, const WireFormat& format,
                 std::span<std::byte> wire, const Job& job)
{
    const auto members = static_cast<std::size_t>(count);
    const std::size_t part = (values.size() + members - 1) / members;
    for (std::size_t place = 0; place < members; ++place) {
        const std::size_t from = std::min(place * part, values.size());
        const std::span<float> own = values.subspan(from, std::min(part, values.size() - from));
        job(static_cast<int>(place), own, wire.subspan(place * format.bytes(part), format.bytes(own.size())),
            first + from);
    }
}

} // namespace

/// Of one bucket.
class NarrowSum::Crossing final : public CrossingSum {
public:
    Crossing(const NarrowSum& codec, std::uint64_t first, Lane& lane)
        : m_codec(codec), m_first(first), m_lane(lane)
    {
    }
    std::size_t largestMessage(std::size_t count) const override { return m_codec.m_format->bytes(count); }
    void sum(std::span<float> values, CrossingGroup& group) override
    {
        m_codec.cross(values, m_first, group, m_lane);
    }

private:
    const NarrowSum& m_codec;
    const std::uint64_t m_first;
    Lane& m_lane;
};

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
    Lane& lane = m_lanes[stream];
    Crossing crossing(*this, m_firsts[bucket], lane);
    lane.group->allReduceSumVia(crossing, m_buckets[bucket]);
}

void NarrowSum::cross(std::span<float> values, std::uint64_t first, CrossingGroup& group, Lane& lane) const
{
    const int count = group.count();
    const auto members = static_cast<std::size_t>(count);
    const std::size_t partBytes = m_format->bytes((values.size() + members - 1) / members);
    lane.sent.resize(partBytes * members);
    lane.received.resize(lane.sent.size());
    std::span<float> own;
    std::uint64_t ownFirst = 0;
    forEachPart(values, first, count, *m_format, lane.sent, [&](int place, auto part, auto wire, auto from) {
        m_format->encode(part, roundingOf(from, group.place()), wire);
        if (place == group.place()) {
            own = part;
            ownFirst = from;
        }
    });
    group.allToAll(lane.sent, lane.received);

    const std::size_t ownBytes = m_format->bytes(own.size());
    lane.other.resize(own.size());
    std::fill(own.begin(), own.end(), 0.0f);
    for (std::size_t place = 0; place < members; ++place) {
        m_format->decode(std::span(lane.received).subspan(place * partBytes, ownBytes), lane.other);
        for (std::size_t i = 0; i < own.size(); ++i)
            own[i] += lane.other[i];
    }
    lane.sent.resize(partBytes);
    m_format->encode(own, roundingOf(ownFirst, count), std::span(lane.sent).first(ownBytes));
    std::vector<std::byte> sums = group.allGather(lane.sent);
    forEachPart(values, first, count, *m_format, sums,
                [&](int, auto part, auto wire, auto) { m_format->decode(wire, part); });
}

std::string NarrowSum::description() const
{
    return "all-reduce in " + std::string(toString(m_kind));
}

/// Whoever crosses draws by itself, and whoever rounds a sum draws anew.
RoundingPlace NarrowSum::roundingOf(std::uint64_t first, int place) const
{
    return {m_seed, m_step, static_cast<std::uint32_t>(place), first};
}

} // namespace lockstep
