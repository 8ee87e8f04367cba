// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/compression/narrow_sum.h"

#include <algorithm>

namespace lockstep {
namespace {

/// Of `count` parts of so many values; the last ones may be smaller.
std::size_t largestPart(std::size_t values, int count)
{
    const auto members = static_cast<std::size_t>(count);
    return (values + members - 1) / members;
}

} // namespace

/// Of one bucket.
class NarrowSum::Crossing final : public CrossingSum {
public:
    Crossing(NarrowSum& codec, std::uint64_t first, Lane& lane) : m_codec(codec), m_first(first), m_lane(lane)
    {
    }
    std::size_t largestMessage(std::size_t count) const override { return m_codec.m_format->bytes(count); }
    void sum(std::span<float> values, CrossingGroup& group) override
    {
        m_codec.cross({values, m_first}, group, m_lane);
    }

private:
    NarrowSum& m_codec;
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

void NarrowSum::cross(const Part& whole, CrossingGroup& group, Lane& lane)
{
    const Part own = encodeParts(whole, group, lane);
    group.allToAll(lane.sent, lane.received);
    addParts(own, group.count(), lane);
    std::vector<std::byte> sums = group.allGather(lane.sent);
    decodeSums(whole, group.count(), sums);
}

NarrowSum::Part NarrowSum::partOf(const Part& whole, int place, int count)
{
    const std::size_t part = largestPart(whole.values.size(), count);
    const std::size_t from = std::min(static_cast<std::size_t>(place) * part, whole.values.size());
    return {whole.values.subspan(from, std::min(part, whole.values.size() - from)), whole.first + from};
}

/// For every place what it adds up. Returns the part of this one.
NarrowSum::Part NarrowSum::encodeParts(const Part& whole, const CrossingGroup& group, Lane& lane)
{
    const WorkClock::Working working = work();
    const std::size_t partBytes = m_format->bytes(largestPart(whole.values.size(), group.count()));
    lane.sent.resize(partBytes * static_cast<std::size_t>(group.count()));
    lane.received.resize(lane.sent.size());
    for (int place = 0; place < group.count(); ++place) {
        const Part part = partOf(whole, place, group.count());
        m_format->encode(part.values, roundingOf(part.first, group.place()),
                         std::span(lane.sent).subspan(static_cast<std::size_t>(place) * partBytes,
                                                      m_format->bytes(part.values.size())));
    }
    return partOf(whole, group.place(), group.count());
}

/// Makes `own` the sum of what all have sent, and of that what is sent to all.
void NarrowSum::addParts(const Part& own, int count, Lane& lane)
{
    const WorkClock::Working working = work();
    const std::size_t ownBytes = m_format->bytes(own.values.size());
    const std::size_t partBytes = lane.received.size() / static_cast<std::size_t>(count);
    lane.other.resize(own.values.size());
    std::ranges::fill(own.values, 0.0f);
    for (std::size_t from = 0; from < lane.received.size(); from += partBytes) {
        m_format->decode(std::span(lane.received).subspan(from, ownBytes), lane.other);
        for (std::size_t i = 0; i < own.values.size(); ++i)
            own.values[i] += lane.other[i];
    }
    lane.sent.resize(partBytes);
    m_format->encode(own.values, roundingOf(own.first, count), std::span(lane.sent).first(ownBytes));
}

void NarrowSum::decodeSums(const Part& whole, int count, std::span<std::byte> sums)
{
    const WorkClock::Working working = work();
    const std::size_t partBytes = sums.size() / static_cast<std::size_t>(count);
    for (int place = 0; place < count; ++place) {
        const std::span<float> values = partOf(whole, place, count).values;
        m_format->decode(
            sums.subspan(static_cast<std::size_t>(place) * partBytes, m_format->bytes(values.size())),
            values);
    }
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
