// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/strategy_check.h"

#include "engine/protocol/json_value.h"

#include <algorithm>

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

const char* refusalOfCompression(StrategyKind strategy)
{
    if (usesServers(strategy))
        return LOCKSTEP_TEXT("found %1, but with %2 gradients reach the servers whole; expected none.");
    if (strategy == StrategyKind::ModelParallel)
        return LOCKSTEP_TEXT("found %1, but with %2 gradients cross whole; expected none.");
    return LOCKSTEP_TEXT("found %1, but with %2 no gradients cross the network; expected none.");
}

/// The replicas of all hosts are cut alike, for they exchange their gradients part by part.
void checkParts(const Experiment& experiment, std::vector<Error>& errors)
{
    const std::vector<Host>& hosts = experiment.topology.hosts;
    const auto first = std::ranges::find_if(hosts, [](const Host& host) { return !host.devices.empty(); });
    for (std::size_t i = 0; i < hosts.size(); ++i) {
        const std::size_t devices = hosts[i].devices.size();
        const std::string key = "topology.hosts." + std::to_string(i) + ".devices";
        if (devices == 1)
            errors.push_back({LOCKSTEP_TEXT("found one device on the host %1, but with model-parallel the "
                                            "devices of a host hold the model between them; expected two or "
                                            "more."),
                              {quotedText(hosts[i].name)},
                              key});
        else if (devices > 1 && devices != first->devices.size())
            errors.push_back(
                {LOCKSTEP_TEXT("found %1 devices on the host %2, expected as many as on the host "
                               "%3, %4: with model-parallel the model is cut alike everywhere."),
                 {std::to_string(devices), quotedText(hosts[i].name), quotedText(first->name),
                  std::to_string(first->devices.size())},
                 key});
    }
    const std::vector<std::string>& cuts = experiment.training.cuts;
    if (first != hosts.end() && !cuts.empty() && cuts.size() + 1 != first->devices.size())
        errors.push_back({LOCKSTEP_TEXT("found %1 layers, expected one fewer than a host has devices: %2."),
                          {std::to_string(cuts.size()), std::to_string(first->devices.size() - 1)},
                          "training.cuts"});
}

} // namespace

std::vector<Error> checkModelParallel(const Experiment& experiment)
{
    std::vector<Error> errors;
    if (experiment.training.strategy != StrategyKind::ModelParallel)
        return errors;
    checkParts(experiment, errors);
    return errors;
}

std::vector<Error> checkStrategy(const TrainingSpec& training)
{
    std::vector<Error> errors;
    const bool isCompressed = training.compression != CompressionKind::None;
    if (isCompressed && training.strategy != StrategyKind::AllReduce) {
        errors.push_back({refusalOfCompression(training.strategy),
                          {quoted(toString(training.compression)), std::string(toString(training.strategy))},
                          "training.compression"});
        return errors;
    }
    checkPrecision(training, errors);
    checkTopK(training, errors);
    return errors;
}

} // namespace lockstep
