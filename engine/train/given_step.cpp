// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/given_step.h"

namespace lockstep {

void GivenStep::add(const LossResult& piece)
{
    LossResult& total = loss ? *loss : loss.emplace();
    total.lossSum += piece.lossSum;
    total.correct += piece.correct;
    total.correctTop5 += piece.correctTop5;
}

void GivenStep::add(const std::optional<ComputeSeconds>& piece)
{
    if (!piece)
        return;
    ComputeSeconds& total = device ? *device : device.emplace();
    total.forward += piece->forward;
    total.backward += piece->backward;
    total.update += piece->update;
}

} // namespace lockstep
