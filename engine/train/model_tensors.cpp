// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/model_tensors.h"

namespace lockstep {

JoinedTensors modelTensors(Program& program)
{
    JoinedTensors tensors;
    tensors.add(program.parameters());
    tensors.add(program.buffers());
    return tensors;
}

JoinedTensors strategyTensors(Strategy& strategy, RankMemories* optimizers)
{
    JoinedTensors tensors;
    tensors.add(strategy.state());
    if (optimizers)
        tensors.add(*optimizers);
    return tensors;
}

JoinedTensors stateTensors(Optimizer& optimizer, Strategy& strategy, RankMemories* optimizers)
{
    JoinedTensors tensors;
    tensors.add(optimizer.state());
    tensors.add(strategy.state(), kStrategyState);
    if (optimizers)
        tensors.add(*optimizers, kStrategyState);
    return tensors;
}

} // namespace lockstep
