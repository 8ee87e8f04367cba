// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/compression/gradient_codec.h"
#include "engine/distributed/rank_memories.h"

#include <vector>

namespace lockstep {

/// Deep gradient compression [Lin 2018]: of each gradient with more than one axis, a rank sends the values of
/// largest size with their places, and adds the others to those of the next step. Momentum is that of the
/// rank's gradients before they wait (the optimiser has none), and begins anew where a value was sent, for it
/// would push on in a direction that is outdated. Coupled weight decay is part of the gradients then, as it
/// has to go through the momentum. What has one axis, and everything in the first steps, crosses whole,
/// momentum included.
///
/// Which values a rank sends does not depend on who shares its host: were those of a host added up first, it
/// would send less, and momentum and what waits would be another's when ranks move. What a host's ranks send
/// crosses to each other host once.
///
/// It does the same for a rank alone.
class TopK final : public GradientCodec {
public:
    struct Options {
        double ratio = 0.01;
        double momentum = 0; ///< 0: none is kept
        bool nesterov = false;
        double weightDecay = 0; ///< times the weight, added to the gradient
        bool decayAll = true;   ///< see TrainingSpec
    };
    TopK(const Options& options, ProcessGroup& group, const HostReplica& replica);

    bool begin(std::int64_t step) override;
    void reduce(std::size_t bucket, std::size_t stream) override;
    void settle() override { m_memories->gather(); }
    TensorStore& state() override { return *m_memories; }
    bool readsWeights() const override { return m_options.weightDecay > 0; }
    std::string description() const override;

private:
    struct Tensor {
        std::span<float> gradient;
        std::span<const float> weights;
        float decay = 0;             ///< of this rank's part of the gradient
        std::size_t sent = 0;        ///< values of a step; 0: all of them, always
        std::vector<float> velocity; ///< empty without momentum
        std::vector<float> waiting;  ///< empty where all are sent
    };
    struct Bucket {
        std::vector<std::unique_ptr<Tensor>> tensors;
        std::size_t whole = 0; ///< values of the tensors that always cross whole
        std::size_t sent = 0;  ///< values of the others in a step
        std::size_t elements = 0;
    };
    /// What crosses of one bucket.
    struct Lane {
        ProcessGroup* group = nullptr;
        std::vector<float> whole;
        std::vector<std::uint32_t> largest; ///< places, then the bits of the values
    };
    void addTensor(Bucket& bucket, const Parameter& parameter, std::vector<NamedTensor>& own);
    bool crossesWhole(const Tensor& tensor) const { return m_sendsAll || tensor.sent == 0; }
    void gainMomentum(const Bucket& bucket);
    void gainMomentum(Tensor& tensor) const;
    template <typename Job>
    void forEachWhole(const Bucket& bucket, Lane& lane, const Job& job);
    void sumWhole(const Bucket& bucket, Lane& lane);
    void sumLargest(const Bucket& bucket, Lane& lane);
    void takeLargest(const Bucket& bucket, std::span<std::uint32_t> largest);
    void addLargest(const Bucket& bucket, std::span<const std::uint32_t> largest);

    const Options m_options;
    ProcessGroup& m_group;
    std::vector<Bucket> m_buckets;
    HostTensors m_own; ///< velocities and what waits
    std::unique_ptr<RankMemories> m_memories;
    std::vector<Lane> m_lanes; ///< by stream
    bool m_sendsAll = false;   ///< in this step
};

} // namespace lockstep
