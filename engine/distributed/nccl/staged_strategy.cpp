// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/nccl/staged_strategy.h"

namespace lockstep::cuda {

StagedStrategy::StagedStrategy(const StrategyFactory& make, const TrainingSpec& training, ProcessGroup& group,
                               const DeviceReplica& replica, const std::string& reason)
    : m_group(group), m_computing(replica.queue), m_replica(replica),
      m_inner(make(training, group, m_replica.host())), m_progress(replica.buckets)
{
    m_exchange = "copies in the memory of this host" + (reason.empty() ? std::string() : ": " + reason);
    if (const std::string inner = m_inner->exchange(); !inner.empty())
        m_exchange += "; " + inner;
    for (std::size_t i = 0; i < m_replica.buckets(); ++i)
        m_final.push_back(std::make_unique<Event>());
    // There, so that the device is current on the thread.
    m_thread.run([this, patience = m_computing.patience()] { m_copies = std::make_unique<Queue>(patience); });
}

void StagedStrategy::begin(const StepBatch& batch)
{
    bringWeights();
    m_thread.run([this, batch] { m_inner->begin(batch); });
    m_replica.deliverWeights();
    m_progress.begin();
}

void StagedStrategy::ready(std::size_t index)
{
    const std::size_t before = m_progress.complete();
    m_progress.add(index);
    for (std::size_t bucket = before; bucket < m_progress.complete(); ++bucket) {
        m_computing.record(*m_final[bucket]);
        m_thread.give([this, bucket] { bring(bucket); });
    }
}

void StagedStrategy::bring(std::size_t bucket)
{
    m_copies->follow(*m_final[bucket]);
    m_replica.fetchGradients(*m_copies, bucket, [this] { m_group.throwIfEnded(); });
    for (const std::size_t parameter : m_replica.host().buckets[bucket].parameters)
        m_inner->ready(parameter);
}

void StagedStrategy::bringWeights()
{
    if (m_inner->touchesWeights())
        m_replica.fetchWeights();
}

Strategy::StepEnd StagedStrategy::finish(const StepVotes& mine)
{
    StepEnd end;
    m_thread.run([&] { end = m_inner->finish(mine); });
    deliver(end);
    return end;
}

Strategy::StepEnd StagedStrategy::settle()
{
    bringWeights();
    StepEnd end;
    m_thread.run([&] { end = m_inner->settle(); });
    deliver(end);
    return end;
}

void StagedStrategy::deliver(const StepEnd& end)
{
    if (end.outcome == Outcome::ApplyGradients)
        m_replica.deliverGradients();
    m_replica.deliverWeights();
}

} // namespace lockstep::cuda
