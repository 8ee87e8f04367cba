// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/program.h"
#include "engine/data/batch_loader.h"
#include "engine/distributed/gradient_reducer.h"
#include "engine/distributed/process_group.h"
#include "engine/optim/optimizer.h"
#include "engine/train/checkpoint.h"
#include "engine/train/evaluator.h"
#include "engine/train/process_usage.h"
#include "engine/train/rank_recorder.h"
#include "engine/train/stop_flag.h"

#include <optional>

namespace lockstep {

/// What a trainer works with; all borrowed.
struct TrainerParts {
    const TrainingSpec& training;
    Program& program;
    Optimizer& optimizer;
    ProcessGroup& group;
    const DataSplits& data;
    CheckpointStore* checkpoints; ///< rank 0 only
    RankRecorder& recorder;
    const StopFlag& stop;
    int threads = 1;
};

/// Trains one replica in step with the others, from a position to the last epoch. One thread.
///
/// A rank that is asked to stop says so along with its gradients, so all ranks stop after the same step. A
/// checkpoint that cannot be written is a warning while the training goes on.
class Trainer {
public:
    enum class Outcome { Finished, Stopped };

    /// Parameters and optimiser stand at `start` already; the training set has a sample for every rank at least.
    Trainer(const TrainerParts& parts, const TrainingPosition& start);
    /// To the end or until a stop. Throws EngineError.
    Outcome run();

    const TrainingPosition& position() const { return m_position; }
    /// Why the last checkpoint is missing, when it could not be written.
    const std::optional<Error>& unsaved() const { return m_unsaved; }
    std::int64_t stepsPerEpoch() const { return m_sampler.stepsPerEpoch(); }

private:
    struct StepTimes;
    bool trainEpoch();
    bool trainStep(const Batch& batch, double dataSeconds);
    void recordStep(const Batch& batch, const LossResult& loss, double globalLoss, const StepTimes& times);
    void finishEpoch(double seconds);
    Evaluation evaluate(Evaluator& evaluator, const char* set);
    void requireLockstep();
    void saveCheckpoint(Standing standing);
    void recordTraffic();
    void warnOfBadLoss(double loss);

    TrainerParts m_parts;
    Sampler m_sampler;
    BatchLoader m_loader;
    GradientReducer m_reducer;
    Evaluator m_validation;
    ProcessUsage m_usage;
    TrainingPosition m_position;
    std::vector<PeerTraffic> m_traffic; ///< at the last record of it
    std::optional<Error> m_unsaved;
    bool m_warnedOfLoss = false;
};

} // namespace lockstep
