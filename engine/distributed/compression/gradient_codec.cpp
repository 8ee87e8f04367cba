// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/compression/gradient_codec.h"

#include "engine/distributed/compression/narrow_sum.h"
#include "engine/distributed/compression/power_sgd.h"
#include "engine/distributed/compression/top_k.h"

namespace lockstep {
namespace {

bool keepsMomentum(const TrainingSpec& training)
{
    return training.strategy == StrategyKind::AllReduce && training.compression == CompressionKind::TopK &&
           training.optimizer == OptimizerKind::Momentum && training.momentum > 0;
}

TopK::Options topKOptions(const TrainingSpec& training)
{
    TopK::Options options{.ratio = training.compressionRatio, .decayAll = training.decayAll};
    if (keepsMomentum(training)) {
        options.momentum = training.momentum;
        options.nesterov = training.nesterov;
        options.weightDecay = training.weightDecay;
    }
    return options;
}

} // namespace

TrainingSpec optimizerTraining(const TrainingSpec& training)
{
    TrainingSpec left = training;
    if (keepsMomentum(training)) {
        left.optimizer = OptimizerKind::Sgd;
        left.weightDecay = 0;
    }
    return left;
}

std::unique_ptr<GradientCodec> makeGradientCodec(const TrainingSpec& training, ProcessGroup& group,
                                                 const HostReplica& replica)
{
    switch (training.compression) {
    case CompressionKind::None:
        break;
    case CompressionKind::BFloat16:
    case CompressionKind::Float16:
    case CompressionKind::Int8:
        return std::make_unique<NarrowSum>(training.compression, training.seed, group, replica.buckets);
    case CompressionKind::TopK:
        return std::make_unique<TopK>(topKOptions(training), group, replica);
    case CompressionKind::PowerSgd:
        return std::make_unique<PowerSgd>(training, group, replica);
    }
    return nullptr;
}

} // namespace lockstep
