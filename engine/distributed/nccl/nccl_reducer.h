// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/device/device_replica.h"
#include "engine/core/error.h"
#include "engine/distributed/bucket_progress.h"
#include "engine/distributed/bucket_times.h"
#include "engine/distributed/nccl/communicator.h"
#include "engine/distributed/process_group.h"
#include "engine/protocol/mutex.h"

#include <chrono>
#include <exception>
#include <memory>
#include <thread>
#include <vector>

namespace lockstep::cuda {

/// Sums gradients over the ranks by NCCL, bucket by bucket where they lie on the device, while backward still
/// runs: a GradientReducer from GPU to GPU. A thread of its own gives the sums to a queue of its own, each
/// after the device has made the bucket's gradients.
///
/// NCCL itself knows neither deadlines nor names. So the process group stays the witness: the scalars cross
/// there once this rank's device has made all its gradients, and a rank that does not come is named by the
/// group, with its patience for ranks that save or evaluate. From then on every rank has given its part, and
/// sums that make no progress are NCCL's or the network's fault. Whatever ends the group, a stop included, is
/// seen within a second and aborts NCCL, which frees the device.
class NcclReducer {
public:
    /// Borrows group and replica. `timeout`: of a sum that makes no progress.
    NcclReducer(ProcessGroup& group, std::unique_ptr<Communicator> communicator, const DeviceReplica& replica,
                std::chrono::duration<double> timeout);
    /// In the middle of a step the group is aborted; else the end is in order.
    ~NcclReducer();
    NcclReducer(const NcclReducer&) = delete;
    NcclReducer& operator=(const NcclReducer&) = delete;

    void begin();
    /// The gradient of that parameter is final in the order of the replica's queue; may give sums. Throws
    /// what they have met.
    void add(std::size_t parameter);
    /// Waits until every gradient is the sum over ranks, and sums `scalars` along with them. The host waits
    /// as well: a sum that is broken off must be known before an optimiser is given anything.
    void finish(std::span<double> scalars);
    /// By bucket, of the step whose finish() has returned; until begin(). A sum begins when the device has
    /// made the gradients and the sum before is done, as the host sees it when it asks.
    std::span<const BucketTimes> bucketTimes() const { return m_times; }

private:
    using Clock = std::chrono::steady_clock;

    void run();
    void serve();
    bool isSummed(std::size_t bucket);
    void give(Queue& queue, std::size_t bucket);
    void waitForSums();
    void throwIfLate(std::size_t bucket, Clock::time_point since) const;
    void rethrow();
    void giveUp();
    void askGroup(const EngineError& error);
    template <typename Step>
    void perform(Step&& step);

    ProcessGroup& m_group;
    std::unique_ptr<Communicator> m_communicator;
    Queue& m_computing;
    std::vector<DeviceBucket> m_buckets;
    const std::chrono::duration<double> m_timeout;
    BucketProgress m_progress;
    std::vector<std::unique_ptr<Event>> m_final;  ///< by bucket: its gradients are
    std::vector<std::unique_ptr<Event>> m_summed; ///< by bucket
    std::vector<BucketTimes>
        m_times; ///< by bucket; the thread's, until finish() returns; no begin: not seen yet

    Mutex m_mutex;
    ConditionVariable m_changed;
    // Buckets of this step, from the first: complete, given to NCCL, summed.
    std::size_t m_complete LOCKSTEP_GUARDED_BY(m_mutex) = 0;
    std::size_t m_given LOCKSTEP_GUARDED_BY(m_mutex) = 0;
    std::size_t m_done LOCKSTEP_GUARDED_BY(m_mutex) = 0;
    bool m_stopping LOCKSTEP_GUARDED_BY(m_mutex) = false;
    std::exception_ptr m_error LOCKSTEP_GUARDED_BY(m_mutex);
    std::thread m_thread; ///< the last member: it uses the others
};

} // namespace lockstep::cuda
