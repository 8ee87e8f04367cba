// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/gradient_reducer.h"
#include "engine/distributed/strategy.h"

namespace lockstep {

/// Every rank applies the gradient of the whole global batch in every step: the sum over the ranks, to the
/// bit the same on each of them. So the replicas stay equal by themselves, and there is no state.
class AllReduce final : public Strategy {
public:
    AllReduce(ProcessGroup& group, std::span<const GradientBucket> buckets) : m_reducer(group, buckets) {}

    bool touchesWeights() const override { return false; }
    double divisor(const StepBatch& batch) const override { return batch.globalCount; }
    void begin(const StepBatch&) override { m_reducer.begin(); }
    void ready(std::size_t index) override { m_reducer.add(index); }
    StepEnd finish(const StepVotes& mine) override;
    std::span<const BucketTimes> bucketTimes() const override { return m_reducer.bucketTimes(); }
    StepEnd settle() override { return {}; }
    TensorStore& state() override { return m_state; }

private:
    GradientReducer m_reducer;
    HostTensors m_state; ///< none
};

} // namespace lockstep
