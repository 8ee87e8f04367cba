// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/compression/gradient_codec.h"
#include "engine/distributed/gradient_reducer.h"
#include "engine/distributed/strategy.h"

namespace lockstep {

/// Every rank applies the gradient of the whole global batch in every step: the sum over the ranks, or what a
/// codec makes of it, to the bit the same on each of them. So the replicas stay equal by themselves, and the
/// state is that of the codec.
class AllReduce final : public Strategy {
public:
    /// Without a codec, gradients cross as they are.
    AllReduce(ProcessGroup& group, std::span<const GradientBucket> buckets,
              std::unique_ptr<GradientCodec> codec = nullptr)
        : m_codec(std::move(codec)), m_reducer(group, buckets)
    {
    }

    bool touchesWeights() const override { return m_codec && m_codec->readsWeights(); }
    std::string exchange() const override { return m_codec ? m_codec->description() : std::string(); }
    double divisor(const StepBatch& batch) const override { return batch.globalCount; }
    void begin(const StepBatch& batch) override;
    void ready(std::size_t index) override { m_reducer.add(index); }
    StepEnd finish(const StepVotes& mine) override;
    std::span<const BucketTimes> bucketTimes() const override { return m_reducer.bucketTimes(); }
    StepEnd settle() override;
    TensorStore& state() override { return m_codec ? m_codec->state() : m_nothing; }

private:
    std::unique_ptr<GradientCodec> m_codec;
    HostTensors m_nothing;
    GradientReducer m_reducer; ///< the last member: its thread uses the codec
};

} // namespace lockstep
