// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/compression/gradient_codec.h"
#include "engine/distributed/compression/wire_format.h"
#include "engine/distributed/crossing_sum.h"

#include <span>
#include <vector>

namespace lockstep {

/// Gradients cross in a narrow format. Ranks that share memory add up in f32 there, and one of them stands
/// for their host; each of those that cross owns a part of the bucket, receives that part of every other one,
/// adds them up in f32 in their order, and sends the sum to all. It takes what it sends for the sum itself,
/// so that the ranks hold equal bits. Where nothing crosses the network, nothing is rounded.
class NarrowSum final : public GradientCodec {
public:
    NarrowSum(CompressionKind kind, std::uint64_t seed, ProcessGroup& group,
              std::span<const GradientBucket> buckets);

    bool begin(std::int64_t step) override;
    void reduce(std::size_t bucket, std::size_t stream) override;
    TensorStore& state() override { return m_state; }
    std::string description() const override;

private:
    /// What a stream needs to itself.
    struct Lane {
        ProcessGroup* group = nullptr;
        std::vector<std::byte> sent, received;
        std::vector<float> other; ///< one place's part
    };
    class Crossing;
    /// Of the gradients: a bucket, or what of it belongs to one of those that cross.
    struct Part {
        std::span<float> values;
        std::uint64_t first = 0; ///< its place among all gradients
    };
    static Part partOf(const Part& whole, int place, int count);
    void cross(const Part& whole, CrossingGroup& group, Lane& lane);
    Part encodeParts(const Part& whole, const CrossingGroup& group, Lane& lane);
    void addParts(const Part& own, int count, Lane& lane);
    void decodeSums(const Part& whole, int count, std::span<std::byte> sums);
    /// Of the draws of whoever is at that place among those that cross, or of the sums: one more.
    RoundingPlace roundingOf(std::uint64_t first, int place) const;

    const CompressionKind m_kind;
    const std::uint64_t m_seed;
    ProcessGroup& m_group;
    const std::unique_ptr<WireFormat> m_format;
    std::vector<std::span<float>> m_buckets;
    std::vector<std::uint64_t> m_firsts; ///< by bucket: its place among all gradients
    std::int64_t m_step = 0;
    std::vector<Lane> m_lanes; ///< by stream
    HostTensors m_state;       ///< none
};

} // namespace lockstep
