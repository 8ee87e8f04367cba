// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/forecast/strategy_settings.h"

#include "engine/protocol/experiment_member.h"

#include <algorithm>
#include <cstdio>
#include <string>

namespace lockstep {

namespace {

bool isOffered(StrategyKind kind)
{
    Experiment experiment;
    return setMember(experiment, "training.strategy", toString(kind)).ok();
}

std::string percent(double ratio)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.3g %%", ratio * 100);
    return text;
}

StrategySettings powerSgd(int rank)
{
    return {.compression = CompressionKind::PowerSgd, .compressionRank = rank};
}

StrategySettings localSteps(int steps)
{
    StrategySettings settings;
    settings.strategy = StrategyKind::LocalSteps;
    settings.localSteps = steps;
    return settings;
}

StrategySettings plain(StrategyKind kind)
{
    StrategySettings settings;
    settings.strategy = kind;
    return settings;
}

AccuracyNote powerSgdNote(int rank)
{
    if (rank >= 4)
        return {LOCKSTEP_TEXT("up to half a point less"), true};
    if (rank >= 2)
        return {LOCKSTEP_TEXT("half a point less in a long training, more in a short one; begin with rank 4"),
                false};
    return {LOCKSTEP_TEXT("half a point to a whole one less in a long training, more in a short one; begin "
                          "with rank 4"),
            false};
}

AccuracyNote compressionNote(const StrategySettings& settings)
{
    switch (settings.compression) {
    case CompressionKind::None:
        return {LOCKSTEP_TEXT("nothing lost: every step is that of one large batch"), true};
    case CompressionKind::BFloat16:
    case CompressionKind::Float16:
        return {LOCKSTEP_TEXT("no loss that could be measured"), true};
    case CompressionKind::Int8:
        return {LOCKSTEP_TEXT("hardly any loss: rounded at random, values are right on average"), true};
    case CompressionKind::TopK:
        return {LOCKSTEP_TEXT("a fifth of a point less in a long training, several points in a short one"),
                false};
    case CompressionKind::PowerSgd:
        break;
    }
    return powerSgdNote(settings.compressionRank);
}

} // namespace

StrategySettings settingsOf(const TrainingSpec& training)
{
    StrategySettings settings = plain(training.strategy);
    if (training.strategy == StrategyKind::AllReduce)
        settings.compression = training.compression;
    if (settings.compression == CompressionKind::PowerSgd)
        settings.compressionRank = training.compressionRank;
    if (settings.compression == CompressionKind::TopK)
        settings.compressionRatio = training.compressionRatio;
    if (training.strategy == StrategyKind::LocalSteps) {
        settings.localSteps = training.localSteps;
        settings.overlapMeetings = training.overlapMeetings;
    }
    if (training.strategy == StrategyKind::ServerAsync)
        settings.staleness = training.staleness;
    return settings;
}

TrainingSpec withSettings(TrainingSpec training, const StrategySettings& settings)
{
    training.strategy = settings.strategy;
    training.compression = settings.compression;
    if (settings.compression == CompressionKind::PowerSgd)
        training.compressionRank = settings.compressionRank;
    if (settings.compression == CompressionKind::TopK)
        training.compressionRatio = settings.compressionRatio;
    if (settings.strategy == StrategyKind::LocalSteps) {
        training.localSteps = settings.localSteps;
        training.overlapMeetings = settings.overlapMeetings;
    }
    if (settings.strategy == StrategyKind::ServerAsync)
        training.staleness = settings.staleness;
    return training;
}

std::vector<StrategySettings> settingsToCompare(const TrainingSpec& training)
{
    std::vector<StrategySettings> all{plain(StrategyKind::AllReduce),
                                      {.compression = CompressionKind::BFloat16},
                                      powerSgd(4),
                                      powerSgd(2),
                                      powerSgd(1),
                                      {.compression = CompressionKind::Int8},
                                      {.compression = CompressionKind::TopK},
                                      localSteps(10),
                                      localSteps(50),
                                      plain(StrategyKind::ServerSync),
                                      plain(StrategyKind::ServerAsync)};
    std::erase_if(all, [](const StrategySettings& each) { return !isOffered(each.strategy); });
    const StrategySettings own = settingsOf(training);
    if (std::find(all.begin(), all.end(), own) == all.end()) {
        // Beside its kin.
        const auto kin = std::find_if(all.rbegin(), all.rend(), [&](const StrategySettings& each) {
            return each.strategy == own.strategy && each.compression == own.compression;
        });
        all.insert(kin == all.rend() ? all.begin() + 1 : kin.base(), own);
    }
    return all;
}

Sentence nameOf(const StrategySettings& settings)
{
    switch (settings.strategy) {
    case StrategyKind::AllReduce:
        break;
    case StrategyKind::ModelParallel:
        return LOCKSTEP_TEXT("model-parallel");
    case StrategyKind::ServerSync:
        return LOCKSTEP_TEXT("server-sync");
    case StrategyKind::ServerAsync:
        return LOCKSTEP_TEXT("server-async");
    case StrategyKind::LocalSteps:
        return {settings.overlapMeetings ? LOCKSTEP_TEXT("%1 local steps, overlapped")
                                         : LOCKSTEP_TEXT("%1 local steps"),
                {std::to_string(settings.localSteps)}};
    }
    switch (settings.compression) {
    case CompressionKind::None:
        return LOCKSTEP_TEXT("all-reduce");
    case CompressionKind::BFloat16:
        return LOCKSTEP_TEXT("bf16");
    case CompressionKind::Float16:
        return LOCKSTEP_TEXT("fp16");
    case CompressionKind::Int8:
        return LOCKSTEP_TEXT("int8");
    case CompressionKind::TopK:
        return {LOCKSTEP_TEXT("top-k, %1"), {percent(settings.compressionRatio)}};
    case CompressionKind::PowerSgd:
        break;
    }
    return {LOCKSTEP_TEXT("PowerSGD rank %1"), {std::to_string(settings.compressionRank)}};
}

AccuracyNote accuracyNote(const StrategySettings& settings)
{
    switch (settings.strategy) {
    case StrategyKind::AllReduce:
        break;
    case StrategyKind::ModelParallel:
    case StrategyKind::ServerSync:
        return compressionNote({});
    case StrategyKind::ServerAsync:
        return {LOCKSTEP_TEXT("half a point less or more; diverges where the rate is not lowered"), false};
    case StrategyKind::LocalSteps:
        if (settings.overlapMeetings)
            return {
                LOCKSTEP_TEXT("little less at best, many points in a short training with batch norm: what is "
                              "agreed comes a meeting late"),
                false};
        return {LOCKSTEP_TEXT("half a point less, from 16 steps on one and a half; more with batch norm on "
                              "small batches"),
                settings.localSteps == 1};
    }
    return compressionNote(settings);
}

} // namespace lockstep
