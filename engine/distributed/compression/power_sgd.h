// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/compression/gradient_codec.h"
#include "engine/distributed/compression/low_rank.h"
#include "engine/distributed/rank_memories.h"

#include <vector>

namespace lockstep {

/// PowerSGD [Vogels 2019]: of each gradient that is large enough as a matrix (first axis x all others), two
/// narrow ones cross; the others cross whole. Two sums over the ranks for each bucket: all P and what is
/// whole, then all Q; as all sums, in the memory of each host before they cross the network. Each rank keeps
/// an error of its own, of which only the sum counts, so it does not matter who shares a host. It does the
/// same for a rank alone, so that n ranks do what one with the whole batch does.
class PowerSgd final : public GradientCodec {
public:
    PowerSgd(const TrainingSpec& training, ProcessGroup& group, const HostReplica& replica);

    bool begin(std::int64_t step) override;
    void reduce(std::size_t bucket, std::size_t stream) override;
    void settle() override;
    TensorStore& state() override { return m_state; }
    std::string description() const override;

private:
    struct Matrix {
        LowRankGradient<float> codec;
        std::span<float> gradient;
    };
    struct Bucket {
        std::vector<Matrix> matrices;
        std::vector<std::span<float>> whole; ///< gradients that cross as they are
        std::size_t leftSize = 0;            ///< of the first sum: every P, and what is whole
        std::size_t rightSize = 0;           ///< of the second: every Q
    };
    struct Lane {
        ProcessGroup* group = nullptr;
        std::vector<float> left, right; ///< what crosses of one bucket
    };
    struct Values {
        std::vector<float> q, error;
    };
    void project(Bucket& bucket, std::span<float> left);
    void share(Bucket& bucket, std::span<float> left, std::span<float> right);
    void finish(Bucket& bucket, std::span<float> right);
    void addMatrix(Bucket& bucket, const Parameter& parameter, std::uint64_t seed, std::uint64_t stream);

    ProcessGroup& m_group;
    const std::size_t m_rank;
    std::vector<Bucket> m_buckets;
    std::vector<std::unique_ptr<Values>> m_values; ///< of the matrices
    std::vector<NamedTensor> m_shared, m_own;      ///< the same by name
    std::vector<Lane> m_lanes;                     ///< by stream
    std::size_t m_elements = 0, m_crossing = 0;    ///< numbers of a step
    HostTensors m_starts;                          ///< Q, equal on all ranks
    HostTensors m_errors;                          ///< of this rank
    std::unique_ptr<RankMemories> m_memories;
    JoinedTensors m_state;
};

} // namespace lockstep
