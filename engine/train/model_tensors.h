// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/program.h"
#include "engine/distributed/strategy.h"
#include "engine/optim/optimizer.h"

#include <vector>

namespace lockstep {

/// What a checkpoint holds of a model: its parameters, then its buffers. Valid as long as the program.
std::vector<NamedTensor> modelTensors(const Program& program);

/// What a checkpoint holds besides: the optimiser's state, then the strategy's, whose names begin with
/// kStrategyState there. Valid as long as both.
std::vector<NamedTensor> stateTensors(Optimizer& optimizer, Strategy& strategy);
inline constexpr const char* kStrategyState = "strategy.";

} // namespace lockstep
