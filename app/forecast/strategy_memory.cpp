// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/forecast/strategy_memory.h"

#include "app/forecast/gradient_traffic.h"
#include "engine/protocol/process_placement.h"

#include <algorithm>
#include <span>
#include <vector>

namespace lockstep {

namespace {

constexpr double kFloatBytes = 4;

/// Numbers that the optimiser remembers of each weight.
int rememberedBy(OptimizerKind optimizer)
{
    switch (optimizer) {
    case OptimizerKind::Sgd:
        return 0;
    case OptimizerKind::Momentum:
    case OptimizerKind::Adagrad:
        return 1;
    case OptimizerKind::Adam:
    case OptimizerKind::AdamW:
        break;
    }
    return 2;
}

/// Of each matrix that crosses as two narrow ones, one after the other: what they miss, and where the next
/// step begins.
double powerSgdElements(int rank, const ModelWork& work)
{
    StrategySettings settings;
    settings.compression = CompressionKind::PowerSgd;
    settings.compressionRank = rank;
    double elements = 0;
    for (const LayerWork& layer : work.layers) {
        for (const TensorSides& tensor : layer.tensors) {
            if (gradientTraffic(settings, std::span(&tensor, 1)).sums == 2)
                elements += tensor.elements() + rank * static_cast<double>(tensor.rest);
        }
    }
    return elements;
}

/// What waits. Momentum is counted with the optimiser, which has none then.
double topKElements(const ModelWork& work)
{
    double elements = 0;
    for (const LayerWork& layer : work.layers) {
        for (const TensorSides& tensor : layer.tensors)
            elements += tensor.rest > 1 ? tensor.elements() : 0;
    }
    return elements;
}

/// The mean; what an outer optimiser went out from, and its momentum; and what was sent, while it is under
/// way.
double localStepsElements(const TrainingSpec& training, double elements)
{
    const bool hasMomentum = training.outerMomentum > 0;
    const bool isOuter = hasMomentum || training.outerLearningRate != 1;
    return elements * (1 + (isOuter ? 1 : 0) + (hasMomentum ? 1 : 0) + (training.overlapMeetings ? 1 : 0));
}

double elementsPerRank(const TrainingSpec& training, const ModelWork& work)
{
    if (usesServers(training.strategy))
        return 2 * work.elements(); // what is pushed, and what comes back
    if (training.strategy == StrategyKind::LocalSteps)
        return localStepsElements(training, work.elements());
    if (training.compression == CompressionKind::PowerSgd)
        return powerSgdElements(training.compressionRank, work);
    return training.compression == CompressionKind::TopK ? topKElements(work) : 0;
}

} // namespace

StrategyMemory strategyMemory(const TrainingSpec& training, const ModelWork& work, int ranks)
{
    StrategyMemory memory{elementsPerRank(training, work) * kFloatBytes};
    // Weights, gradients, the optimiser, and what each rank has pushed.
    if (usesServers(training.strategy))
        memory.allServers = work.elements() * kFloatBytes * (2 + rememberedBy(training.optimizer) + ranks);
    return memory;
}

double strategyMemoryOn(const Experiment& experiment, const ModelWork& work, std::size_t host)
{
    const std::vector<Placement> placements = placeProcesses(experiment);
    const auto count = [&](Role role, auto&& isMeant) {
        return static_cast<int>(
            std::count_if(placements.begin(), placements.end(), [&](const Placement& placement) {
                return placement.role == role && isMeant(placement);
            }));
    };
    const auto anywhere = [](const Placement&) { return true; };
    const auto here = [host](const Placement& placement) { return placement.host == host; };
    const StrategyMemory memory = strategyMemory(experiment.training, work, count(Role::Rank, anywhere));
    const int servers = count(Role::Server, anywhere);
    return memory.perRank * count(Role::Rank, here) +
           (servers > 0 ? memory.allServers / servers * count(Role::Server, here) : 0);
}

} // namespace lockstep
