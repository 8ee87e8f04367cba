// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/checkpoint/checkpoint.h"
#include "engine/compute/program.h"
#include "engine/distributed/strategy.h"
#include "engine/optim/optimizer.h"
#include "engine/protocol/resume_point.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// What every rank must know the same of before the first step.
struct StartingPoint {
    TrainingPosition position;      ///< of the checkpoint, or of the beginning
    std::string checkpoint;         ///< folder it came from; empty: a fresh start. Rank 0 only
    std::vector<Sentence> warnings; ///< checkpoints that were passed over. Rank 0 only
    double bestTop1 = -1;           ///< validation of the best checkpoint that is kept; -1: none. Rank 0 only
    std::vector<LoadedTensor> strategy; ///< its state in that checkpoint, for restoreStrategy(). Rank 0 only
};

/// Loads the checkpoint that `resume` (RankLaunch::resume, not empty) asks for into program and optimiser.
/// The position must fit `expected` (model, seed; in mid-epoch the global batch too). Where the newest is
/// asked for and there is none, the beginning is returned, with a warning. Rank 0 only. Throws
/// EngineError(CheckpointError).
StartingPoint loadStart(const CheckpointStore& store, const std::string& resume,
                        const TrainingPosition& expected, Program& program, Optimizer& optimizer);

/// The strategy's tensors (strategyTensors()), which need the ranks to have met, take over those of the
/// checkpoint, dealt out to `worldSize` ranks; nothing after a fresh start. Rank 0 only. Throws
/// EngineError(CheckpointError).
void restoreStrategy(const StartingPoint& start, int worldSize, TensorStore& tensors);

} // namespace lockstep
