// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/program.h"
#include "engine/distributed/strategy.h"
#include "engine/optim/optimizer.h"

namespace lockstep {

/// What a checkpoint holds of a model: its parameters, then its buffers. Borrows the program.
JoinedTensors modelTensors(Program& program);

/// What a checkpoint holds besides: the optimiser's state, then the strategy's, whose names begin with
/// kStrategyState there. Borrows both.
JoinedTensors stateTensors(Optimizer& optimizer, Strategy& strategy);
inline constexpr const char* kStrategyState = "strategy.";

} // namespace lockstep
