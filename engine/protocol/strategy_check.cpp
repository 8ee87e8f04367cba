// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/strategy_check.h"

#include "engine/protocol/json_value.h"

namespace lockstep {
namespace {

std::string quoted(std::string_view name)
{
    return quotedText(std::string(name));
}

/// fp16 scales the loss, and each rank would skip other steps; what waits on a rank would be of another scale
/// than what it is added to; and servers know of no scale.
void checkPrecision(const TrainingSpec& training, std::vector<Error>& errors)
{
    if (training.precision != Precision::Float16)
        return;
    const bool isRefused = training.strategy != StrategyKind::AllReduce;
    if (!isRefused && !keepsTheRest(training.compression))
        return;
    errors.push_back({LOCKSTEP_TEXT("found %1, whose loss scale cannot be combined with %2; expected f32 or "
                                    "bf16."),
                      {quoted(toString(training.precision)),
                       std::string(isRefused ? toString(training.strategy) : toString(training.compression))},
                      "training.precision"});
}

/// Its momentum is that of the gradients before they wait, so the optimiser must have no memory of its own;
/// and what is sent of many steps has no norm that could be held against that of one.
void checkTopK(const TrainingSpec& training, std::vector<Error>& errors)
{
    if (training.compression != CompressionKind::TopK)
        return;
    if (training.optimizer != OptimizerKind::Sgd && training.optimizer != OptimizerKind::Momentum)
        errors.push_back({LOCKSTEP_TEXT("found %1, which cannot be combined with top-k; expected sgd or "
                                        "momentum."),
                          {quoted(toString(training.optimizer))},
                          "training.optimizer"});
    if (training.clipNorm > 0)
        errors.push_back({LOCKSTEP_TEXT("Gradients cannot be clipped with top-k, which sends parts of many "
                                        "steps together; expected 0."),
                          {},
                          "training.clip_norm"});
}

} // namespace

std::vector<Error> checkStrategy(const TrainingSpec& training)
{
    std::vector<Error> errors;
    const bool isCompressed = training.compression != CompressionKind::None;
    if (isCompressed && training.strategy != StrategyKind::AllReduce) {
        errors.push_back(
            {usesServers(training.strategy)
                 ? LOCKSTEP_TEXT("found %1, but with %2 gradients reach the servers whole; expected none.")
                 : LOCKSTEP_TEXT("found %1, but with %2 no gradients cross the network; expected none."),
             {quoted(toString(training.compression)), std::string(toString(training.strategy))},
             "training.compression"});
        return errors;
    }
    checkPrecision(training, errors);
    checkTopK(training, errors);
    return errors;
}

} // namespace lockstep
