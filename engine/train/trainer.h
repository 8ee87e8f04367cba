// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/program.h"
#include "engine/data/batch_loader.h"
#include "engine/distributed/process_group.h"
#include "engine/distributed/rank_memories.h"
#include "engine/distributed/strategy.h"
#include "engine/optim/optimizer.h"
#include "engine/optim/schedule.h"
#include "engine/protocol/shares.h"
#include "engine/train/batch_pieces.h"
#include "engine/train/buffer_snapshot.h"
#include "engine/train/checkpoint_keeper.h"
#include "engine/train/evaluator.h"
#include "engine/train/given_step.h"
#include "engine/train/part_watch.h"
#include "engine/train/rank_recorder.h"
#include "engine/train/share_balance.h"
#include "engine/train/stop_deadline.h"
#include "engine/train/stop_flag.h"
#include "engine/train/stopwatch.h"

#include <atomic>
#include <optional>
#include <set>
#include <string>

namespace lockstep {

/// What a trainer works with; all borrowed.
struct TrainerParts {
    const Experiment& experiment;
    Program& program; ///< compiled for BatchPieces::largest() samples
    Optimizer& optimizer;
    ProcessGroup& group;
    Strategy& strategy;       ///< over the group and the program's parameters
    RankMemories* optimizers; ///< of the optimiser's state; null: all ranks' are equal
    const DataSplits& data;
    CheckpointKeeper* checkpoints; ///< rank 0 only
    RankRecorder& recorder;
    const StopFlag& stop;
    const StopDeadline& deadline; ///< after which the group is broken off
    int threads = 1;
    std::shared_ptr<LoaderBrake> brake{}; ///< of the training data; null: none
    int drawnRanks = 0;                   ///< as RankLaunch::drawnRanks
};

/// Of the program that a training asks for on a rank that takes `batch` samples of a whole global batch.
ProgramOptions programOptions(const TrainingSpec& training, int batch, int threads);

/// Trains one replica in step with the others, from a position to the last epoch. One thread.
///
/// A rank that is asked to stop says so along with its step, so all ranks stop after the same one.
/// Where the step takes too long for that, it is broken off: a rank keeps what stood before it, running
/// statistics included, and rank 0 saves that.
/// Checkpoints are saved beside the training; whoever owns their keeper waits for the last.
///
/// Running statistics follow each rank's own samples; rank 0's are everyone's in evaluation and in
/// checkpoints, as in PyTorch's DistributedDataParallel. They take no part in training, so replicas stay
/// equal.
class Trainer {
public:
    enum class Outcome {
        Finished,
        Stopped,  ///< all ranks after the same step
        BrokenOff ///< each where it was: nothing of the step under way is left, and the replicas may differ
    };

    /// Parameters, optimiser and strategy stand at `start` already; the training set has a sample for every
    /// rank at least.
    Trainer(const TrainerParts& parts, const TrainingPosition& start);
    /// To the end, until a stop, or until `earlyStop` epochs have brought nothing better. Throws EngineError.
    Outcome run();

    const TrainingPosition& position() const { return m_position; }
    /// That are recorded, those before `start` included. Any thread.
    std::int64_t stepsDone() const { return m_stepsDone; }
    std::int64_t stepsPerEpoch() const { return m_sampler.stepsPerEpoch(); }

private:
    const TrainingSpec& training() const { return m_parts.experiment.training; }
    int ownBatch() const { return m_shares.batch(m_parts.group.rank()); }
    BatchPieces piecesOf(int count) const { return {BatchPieces::largest(training(), ownBatch()), count}; }
    Sampler samplerOf(const BatchShares& shares) const;
    LoaderOptions evaluationLoader() const;
    void deal(const BatchShares& shares);
    void calibrateShares();
    void correctShares();
    Outcome trainToTheEnd();
    Outcome leaveStep();
    void trainEpoch();
    const Batch* nextBatch();
    void trainStep(const Batch& batch, double dataSeconds);
    void computeGradients(const Batch& batch, GivenStep& step);
    void updateWeights(Strategy::Outcome outcome, double learningRate);
    void finishGivenStep();
    void leaveGivenStep();
    void settle();
    void hear(const std::optional<StepVotes>& votes);
    bool isEpochLeft() const;
    bool triedLongEnough() const;
    void finishEpoch(double seconds);
    Evaluation evaluate(Evaluator& evaluator, const char* set);
    void requireLockstep();
    void shareBuffers();
    void saveCheckpoint(Standing standing);

    void recordStep(const GivenStep& step);
    void logShares(const char* why);
    void recordSkippedUpdate();
    void recordTraffic();
    void warnOfBadLoss(std::int64_t step, double loss, double learningRate);
    void warnOfDamage(const BatchLoader::Damage& damage);
    void reportNotes();
    void reportFusions();
    void reportEarlyStop();
    void reportNothingToSave();

    TrainerParts m_parts;
    BatchShares m_shares;
    std::optional<ShareBalance> m_balance; ///< where the program finds the shares
    Sampler m_sampler;
    std::optional<BatchLoader> m_loader; ///< always there; a new one where shares change, as the next
    std::optional<Evaluator> m_validation;
    LearningRateSchedule m_schedule;
    std::optional<BufferSnapshot> m_before; ///< the step under way; where a checkpoint may need it
    /// Whether a step is recorded only when the next one has been given, so that the device never waits for
    /// this host between two steps.
    bool m_goesAhead = false;
    bool m_looksLater = false; ///< whether a step's loss is asked for only then, too
    bool m_scalesLoss = false;
    std::int64_t m_forwards = 0;      ///< given to the program
    std::optional<GivenStep> m_given; ///< the last one, until it is recorded
    TrainingPosition m_position;      ///< behind the steps that were given
    std::atomic<std::int64_t> m_stepsDone;
    PartWatch m_partWatch;
    Stopwatch m_stepWatch;              ///< from the end of a step to the end of the next
    double m_learningRate = 0;          ///< of the last step
    std::int64_t m_updated = 0;         ///< the step of the last update, if there was one
    std::int64_t m_skipped = 0;         ///< updates that have been recorded as skipped
    std::int64_t m_unheard = 0;         ///< samples of all ranks in the steps whose votes are not heard yet
    bool m_stopping = false;            ///< some rank wants to stop
    std::int64_t m_damaged = 0;         ///< samples of this epoch, of all ranks, since this attempt began
    std::vector<PeerTraffic> m_traffic; ///< at the last record of it
    bool m_warnedOfLoss = false;
    std::set<std::string> m_fusionLines; ///< that the log has
};

} // namespace lockstep
