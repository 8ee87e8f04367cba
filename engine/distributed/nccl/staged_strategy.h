// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/bucket_progress.h"
#include "engine/distributed/nccl/job_thread.h"
#include "engine/distributed/nccl/staged_replica.h"
#include "engine/distributed/strategy.h"

#include <memory>
#include <string>
#include <vector>

namespace lockstep::cuda {

/// Any strategy of the host's for a replica on a device: for worlds in which NCCL does not serve every rank.
/// Gradients come to this host bucket by bucket while backward still runs, and go back when the strategy has
/// left them as they are to be applied; so every rank gets the bits that a rank without a GPU gets. The inner
/// strategy runs on a thread of its own, which waits for the copies.
class StagedStrategy final : public Strategy {
public:
    /// `reason`: why not NCCL, for the log. Borrows the rest. A collective call.
    StagedStrategy(const StrategyFactory& make, const TrainingSpec& training, ProcessGroup& group,
                   const DeviceReplica& replica, const std::string& reason);

    bool touchesWeights() const override { return m_inner->touchesWeights(); }
    bool optimizersDiffer() const override { return m_inner->optimizersDiffer(); }
    RemoteState* remoteState() override { return m_inner->remoteState(); }
    std::string exchange() const override { return m_exchange; }
    double divisor(const StepBatch& batch) const override { return m_inner->divisor(batch); }
    void begin(const StepBatch& batch) override;
    void ready(std::size_t index) override;
    StepEnd finish(const StepVotes& mine) override;
    std::span<const BucketTimes> bucketTimes() const override { return m_inner->bucketTimes(); }
    StepEnd settle() override;
    TensorStore& state() override { return m_inner->state(); }

private:
    void bring(std::size_t bucket);
    void bringWeights();
    void deliver(const StepEnd& end);

    ProcessGroup& m_group;
    Queue& m_computing;
    StagedReplica m_replica;
    std::unique_ptr<Strategy> m_inner;
    std::string m_exchange;
    BucketProgress m_progress;
    std::vector<std::unique_ptr<Event>> m_final; ///< by bucket: its gradients are
    std::unique_ptr<Queue> m_copies;             ///< of the thread
    JobThread m_thread;                          ///< the last member: its jobs use the others
};

} // namespace lockstep::cuda
