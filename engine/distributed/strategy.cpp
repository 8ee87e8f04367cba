// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/strategy.h"

#include "engine/core/error.h"
#include "engine/distributed/all_reduce.h"
#include "engine/distributed/compression/gradient_codec.h"
#include "engine/distributed/local_steps.h"
#include "engine/distributed/server/served_strategy.h"

namespace lockstep {

std::unique_ptr<Strategy> makeStrategy(const TrainingSpec& training, ProcessGroup& group,
                                       const HostReplica& replica)
{
    switch (training.strategy) {
    case StrategyKind::AllReduce:
    case StrategyKind::ModelParallel:
        return std::make_unique<AllReduce>(group, replica.buckets,
                                           makeGradientCodec(training, group, replica));
    case StrategyKind::LocalSteps:
        return std::make_unique<LocalSteps>(training, group, replica);
    case StrategyKind::ServerSync:
    case StrategyKind::ServerAsync:
        LOCKSTEP_CHECK(group.servers() != nullptr);
        return std::make_unique<ServedStrategy>(training, *group.servers(), replica);
    }
    LOCKSTEP_CHECK(false && "a kind of strategy that nothing makes");
}

bool isStandard(const StrategyFactory& factory)
{
    const auto* const function = factory.target<decltype(&makeStrategy)>();
    return function != nullptr && *function == &makeStrategy;
}

} // namespace lockstep
