// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/compression/gradient_codec.h"
#include "engine/distributed/compression/wire_format.h"

#include <span>
#include <vector>

namespace lockstep {

/// Gradients cross in a narrow format: each rank owns a part of the bucket, receives that part of every other
/// rank, adds them up in f32 in the order of the ranks, and sends the sum to all. It takes what it sends for
/// the sum itself, so that the ranks hold equal bits. Alone, nothing crosses and nothing is rounded.
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
        std::vector<float> other; ///< one rank's part
    };
    /// Calls job(rank, its values, their bytes, the place of the first) for each rank's part of the bucket.
    template <typename Job>
    void forEachPart(std::size_t bucket, std::span<std::byte> wire, const Job& job);
    RoundingPlace placeOf(std::uint64_t first, int stream) const;

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
