// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/strategy.h"

#include "engine/core/error.h"
#include "engine/distributed/all_reduce.h"

namespace lockstep {

std::unique_ptr<Strategy> makeStrategy(const TrainingSpec& training, ProcessGroup& group,
                                       std::span<const Parameter> parameters)
{
    switch (training.strategy) {
    case StrategyKind::AllReduce:
        return std::make_unique<AllReduce>(group, parameters,
                                           static_cast<std::size_t>(training.bucketMegabytes * (1 << 20)));
    }
    LOCKSTEP_CHECK(!"a kind of strategy that nothing makes");
}

} // namespace lockstep
