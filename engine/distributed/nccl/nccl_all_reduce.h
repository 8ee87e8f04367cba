// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/nccl/nccl_reducer.h"
#include "engine/distributed/strategy.h"

namespace lockstep::cuda {

/// How to find and use NCCL.
struct NcclOptions {
    double connectSeconds = 60; ///< until NCCL must have connected all ranks
    double timeoutSeconds = 30; ///< of a sum that makes no progress
    bool deterministic = false; ///< sums have one order whatever else is going on
};

/// AllReduce from GPU to GPU.
class NcclAllReduce final : public Strategy {
public:
    /// Borrows group and replica. A collective call.
    NcclAllReduce(const NcclLibrary& library, ProcessGroup& group, const DeviceReplica& replica,
                  const NcclOptions& options);

    bool touchesWeights() const override { return false; }
    std::string exchange() const override { return m_exchange; }
    double divisor(const StepBatch& batch) const override { return batch.globalCount; }
    void begin(const StepBatch&) override { m_reducer.begin(); }
    void ready(std::size_t index) override { m_reducer.add(index); }
    StepEnd finish(const StepVotes& mine) override;
    std::span<const BucketTimes> bucketTimes() const override { return m_reducer.bucketTimes(); }
    StepEnd settle() override { return {}; }
    TensorStore& state() override { return m_state; }

private:
    std::string m_exchange;
    NcclReducer m_reducer;
    HostTensors m_state; ///< none
};

} // namespace lockstep::cuda
