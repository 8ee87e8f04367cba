// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/core/parameter.h"
#include "engine/core/tensor_store.h"
#include "engine/distributed/bucket_times.h"
#include "engine/distributed/process_group.h"
#include "engine/protocol/experiment.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace lockstep {

/// The batch of one step, as every strategy sees it.
struct StepBatch {
    std::int64_t step = 0;   ///< of the training, from 0
    int count = 0;           ///< samples of this rank, may be 0
    int globalCount = 0;     ///< samples of all ranks, >= 1
    double learningRate = 0; ///< of its update
};

/// What a rank tells the others along with its step; added up, what all of them said.
struct StepVotes {
    double lossSum = 0; ///< over the samples
    double stop = 0;    ///< ranks that want to stop after this step
    double damaged = 0; ///< samples that could not be read
};

/// Where weights and optimiser stand while a training goes on, if not on the ranks: on servers.
class RemoteState {
public:
    virtual ~RemoteState() = default;
    /// The training goes on from rank 0's weights as the first step finds them, and from this state of its
    /// optimiser after so many updates, which is copied. By rank 0, before the first step; else the state is
    /// zeros.
    virtual void startFrom(const TensorStore& optimizer, std::int64_t updates) = 0;
    /// Brings the optimiser's state here, to the weights that settle() has left; returns the updates made.
    /// By rank 0 alone, until its next step.
    virtual std::int64_t bring(TensorStore& optimizer) = 0;
};

/// How the replicas of a training stay in step. The trainer calls, on one thread and on every rank alike,
///
///     strategy.begin(batch);  backward(..., [&](std::size_t i) { strategy.ready(i); });
///     then does what strategy.finish(votes) says with the weights
///
/// for each step, and settle() wherever the replicas are looked at from outside. What fails on the way,
/// a lost rank above all, is thrown by any of the calls as EngineError; after that the strategy is unusable.
///
/// A strategy may write weights in begin(), finish() and settle(), and says so to the replica
/// (HostParameters::changed) before the call returns; at other times they are being read. Those that begin()
/// writes (fetched from a server, or an update that was put off until then) are the ones that the step's
/// gradients are of. They stay when the step is broken off, and a training goes on from them: so they must be
/// those of the step before, brought up to date, never part of this step.
class Strategy {
public:
    /// What becomes of the weights.
    enum class Outcome {
        ApplyGradients,  ///< the optimiser updates them from the gradients, as the strategy has left those
        WeightsReplaced, ///< the strategy has written them, and said so to the replica: no update then
        NothingYet       ///< they stay as they are. The next step overwrites the gradients: a strategy keeps
                         ///< what it still needs of them
    };
    struct StepEnd {
        Outcome outcome = Outcome::NothingYet;
        /// The sum of all that all ranks have said since the last time that there was one, the same on every
        /// rank; none: the others were not heard in this step. Ranks stop when they hear it, all together.
        std::optional<StepVotes> votes;
        /// Updates that others had made to the weights which this step's gradients are of, when these were
        /// applied; none: it cannot happen.
        std::optional<std::int64_t> staleness = {};
        /// Of finish(): in which this rank computed what its gradients cross as, rather than waited for
        /// others; none: they cross as they are.
        std::optional<double> compressionSeconds = {};
    };

    virtual ~Strategy() = default;
    /// Whether begin(), finish() or settle() look at the weights or write them. For a replica that is not in
    /// this host's memory, which is brought here before begin() and settle() then.
    virtual bool touchesWeights() const { return true; }
    /// Whether ready() and finish() look at gradients or at votes. Where they do not, a device may give a
    /// step's work only with its update, and the loss among the votes may be missing: nobody else hears it.
    virtual bool watchesSteps() const { return true; }
    /// Whether each rank's optimiser has a state of its own between two steps: then a checkpoint holds that
    /// of every rank.
    virtual bool optimizersDiffer() const { return false; }
    /// Null: weights and optimiser are the ranks' own. Else no rank's optimiser is ever asked for an update,
    /// and a step that was broken off leaves nothing to save.
    virtual RemoteState* remoteState() { return nullptr; }
    /// For the log: over what the replicas are kept in step, and why; empty where there is no choice.
    virtual std::string exchange() const { return {}; }
    /// What the loss sum over this rank's samples is divided by before the gradients are taken, > 0.
    virtual double divisor(const StepBatch& batch) const = 0;
    /// Before the forward pass. May write the weights, as said above.
    virtual void begin(const StepBatch& batch) = 0;
    /// The gradient of parameters[index] is final. Once for each, last layers first.
    virtual void ready(std::size_t index) = 0;
    virtual StepEnd finish(const StepVotes& mine) = 0;
    /// When the gradients of the last step crossed, bucket by bucket, where the strategy knows. Valid from
    /// finish() until the next call.
    virtual std::span<const BucketTimes> bucketTimes() const { return {}; }
    /// Between two steps: what is still under way is brought to an end, so that the weights and the state are
    /// equal on all ranks and no vote is unheard. Before evaluations, checkpoints and the end.
    virtual StepEnd settle() = 0;
    /// What a checkpoint must hold besides weights and optimiser, so that a resumed training goes on to the
    /// same bits: as settle() leaves it, equal on all ranks (what differs by rank is gathered there). The
    /// names are the strategy's own. A step that was broken off (a call threw EngineError(Stopped)) leaves it
    /// as it was before, but for what each rank keeps by itself (rank_memories.h): of that there is nothing
    /// then, for no rank knows the others'. Empty where there is none.
    virtual TensorStore& state() = 0;
};

/// Makes the strategy of an experiment. Group and replica are borrowed and outlive it. A collective call.
using StrategyFactory = std::function<std::unique_ptr<Strategy>(
    const TrainingSpec& training, ProcessGroup& group, const HostReplica& replica)>;
/// The one place that knows them all.
std::unique_ptr<Strategy> makeStrategy(const TrainingSpec& training, ProcessGroup& group,
                                       const HostReplica& replica);
/// Whether it is the one above: a device may then bring a strategy of its own that does the same.
bool isStandard(const StrategyFactory& factory);

} // namespace lockstep
