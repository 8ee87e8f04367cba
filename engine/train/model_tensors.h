// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/program.h"
#include "engine/distributed/rank_memories.h"
#include "engine/distributed/strategy.h"
#include "engine/optim/optimizer.h"

namespace lockstep {

/// What a checkpoint holds of a model: its parameters, then its buffers. Borrows the program.
JoinedTensors modelTensors(Program& program);

/// The strategy's state, then that of every rank's optimiser, where those differ (else null). Borrows both.
JoinedTensors strategyTensors(Strategy& strategy, RankMemories* optimizers);

/// What a checkpoint holds besides: the optimiser's state, then the strategy's tensors, whose names begin
/// with kStrategyState there. Borrows all.
JoinedTensors stateTensors(Optimizer& optimizer, Strategy& strategy, RankMemories* optimizers);
inline constexpr const char* kStrategyState = "strategy.";

} // namespace lockstep
