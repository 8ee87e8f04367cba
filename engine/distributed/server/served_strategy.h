// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/server/server_links.h"
#include "engine/distributed/server/slices.h"
#include "engine/distributed/strategy.h"

#include <functional>
#include <vector>

namespace lockstep {

/// Weights and optimiser stand on servers [Li 2014]. Each step pushes the gradients there, each server its
/// slice of all parameters one after another, and gets the weights in return.
///
/// Together (server-sync): the servers update once from the sum of all ranks' gradients, so the replicas are
/// equal after each step. Else (server-async): they update from each rank's gradients as those come [Dean
/// 2012], and no rank runs further ahead than `staleness` steps [SSP: Ho 2013]; replicas are equal when all
/// have settled. A stop is heard there alone: once a rank wants one, all settle after the step that the
/// foremost has begun.
class ServedStrategy final : public Strategy, public RemoteState {
public:
    /// Borrows the links.
    ServedStrategy(const TrainingSpec& training, ServerLinks& links, const HostReplica& replica);

    RemoteState* remoteState() override { return this; }
    std::string exchange() const override;
    double divisor(const StepBatch& batch) const override;
    void begin(const StepBatch& batch) override;
    void ready(std::size_t) override {}
    StepEnd finish(const StepVotes& mine) override;
    StepEnd settle() override;
    TensorStore& state() override { return m_nothing; }

    void startFrom(const TensorStore& optimizer, std::int64_t updates) override;
    std::int64_t bring(TensorStore& optimizer) override;

private:
    bool isAsync() const { return m_training.strategy == StrategyKind::ServerAsync; }
    Slice sliceOf(std::size_t server) const;
    void start();
    std::vector<std::byte> startOf(Slice slice) const;
    StepEnd pushTogether(const StepVotes& mine);
    StepEnd pushAlone(const StepVotes& mine);
    StepEnd settleAlone();
    double normOfSum(Request request, StepVotes& votes);
    double dampedRate() const;
    void gatherGradients();
    /// The same of all servers, with `pushed`, if it is not empty, cut among them; their weights become the
    /// replica's.
    Reply askForWeights(const Request& request, std::span<const float> pushed);
    void takeWeights();
    void
    forEachParameter(const std::function<void(const Parameter& parameter, std::size_t begin)>& job) const;

    const TrainingSpec m_training;
    ServerLinks& m_links;
    const HostParameters m_parameters;
    std::size_t m_elements = 0;
    std::vector<float> m_pushed, m_weights; ///< of all parameters, one after another
    TensorCopy m_optimizer;                 ///< until the start: what rank 0 begins with
    std::int64_t m_updates = 0;             ///< likewise
    bool m_hasStarted = false;
    StepBatch m_batch;  ///< of the step under way
    StepVotes m_unsaid; ///< alone: since all have settled
    bool m_hasSettled = true;
    HostTensors m_nothing;
};

} // namespace lockstep
