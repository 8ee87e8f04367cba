// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/forecast/step_model.h"
#include "app/forecast/strategy_advice.h"

#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// What one strategy would do for an experiment.
struct StrategyForecast {
    StrategySettings settings;
    Estimate stepSeconds;
    std::optional<double> epochHours;  ///< nothing: how many samples there are is not known
    std::optional<Bottleneck> slowest; ///< what a step fills longest
    std::string slowestName;           ///< how people know it; empty: nothing has a bandwidth
    double slowestBytes = 0;           ///< that cross it in a step
    AccuracyNote accuracy;
    std::optional<Error> refusal; ///< why it cannot be combined with the rest of the training
    bool isChosen = false;        ///< the experiment has it
    bool isRecommended = false;   ///< the quickest safe one; of two that are about as quick, the plainer
    bool operator==(const StrategyForecast&) const = default;
};

struct StrategyTable {
    std::vector<StrategyForecast> rows; ///< the plainest first
    StrategyAdvice advice;
    double computeSeconds = 0;             ///< of a step, of the slowest rank
    bool knowsNetwork = true;              ///< a link or switch has a bandwidth, or nothing has to cross one
    bool isComputeAssumed = false;         ///< nothing is known of a device
    std::optional<std::int64_t> samples{}; ///< of an epoch
    bool operator==(const StrategyTable&) const = default;
};

/// Compares the strategies for an experiment. Pure; quick, but for drawings of hundreds of hosts a matter for
/// another thread. REQUIRES: a rate for each device. Without ranks or work: no rows.
StrategyTable forecastStrategies(const ForecastInput& input);

} // namespace lockstep
