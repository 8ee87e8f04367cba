// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/forecast/strategy_forecast.h"

#include "app/forecast/forecast_texts.h"
#include "engine/protocol/strategy_check.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr double kSecondsOfHour = 3600;
/// A strategy that is plainer is as good when it is no slower than this.
constexpr double kAboutAsQuick = 1.1;

double stepsOfEpoch(const ForecastInput& input, int ranks, double samples)
{
    const double globalBatch = static_cast<double>(input.training.batch) * ranks;
    const double steps = samples / globalBatch;
    return input.training.dropLast ? std::floor(steps) : std::ceil(steps);
}

StrategyForecast forecastOf(const ForecastInput& input, StepModel& model, const StrategySettings& settings)
{
    StrategyForecast forecast;
    forecast.settings = settings;
    forecast.stepSeconds = model.seconds(settings);
    if (input.samples)
        forecast.epochHours = stepsOfEpoch(input, model.ranks(), static_cast<double>(*input.samples)) *
                              forecast.stepSeconds.middle / kSecondsOfHour;
    const StepModel::Crossing crossing = model.slowest(settings);
    forecast.slowest = crossing.place;
    if (crossing.place)
        forecast.slowestName = nameOf(input.topology, *crossing.place);
    forecast.slowestBytes = crossing.bytes;
    forecast.accuracy = accuracyNote(settings);
    if (const std::vector<Error> errors = checkStrategy(withSettings(input.training, settings));
        !errors.empty())
        forecast.refusal = errors.front();
    forecast.isChosen = settings == settingsOf(input.training);
    return forecast;
}

void recommend(std::vector<StrategyForecast>& rows)
{
    const auto isFit = [](const StrategyForecast& row) { return row.accuracy.isSafe && !row.refusal; };
    const auto seconds = [&](const StrategyForecast& row) { return row.stepSeconds.middle; };
    double quickest = -1;
    for (const StrategyForecast& row : rows) {
        if (isFit(row) && (quickest < 0 || seconds(row) < quickest))
            quickest = seconds(row);
    }
    const auto best = std::find_if(rows.begin(), rows.end(), [&](const StrategyForecast& row) {
        return isFit(row) && seconds(row) <= kAboutAsQuick * quickest;
    });
    if (best != rows.end())
        best->isRecommended = true;
}

StrategySituation situationOf(const ForecastInput& input, StepModel& model)
{
    StrategySituation now;
    now.computeSeconds = model.slowestCompute();
    now.exchangeSeconds = model.exchangeSeconds();
    const StepModel::Crossing crossing = model.slowest({});
    now.mbps = crossing.place ? crossing.place->mbps : 0;
    now.roundTrip = model.roundTrip();
    now.reductionOf4 = powerSgdReduction(input.work, 4);
    now.reductionOf2 = powerSgdReduction(input.work, 2);
    now.reductionOf1 = powerSgdReduction(input.work, 1);
    now.chosen = settingsOf(input.training);
    now.chosenSeconds = model.seconds(now.chosen);
    if (const double chosen = model.slowest(now.chosen).bytes; chosen > 0)
        now.reductionOfChosen = crossing.bytes / chosen;
    const double inHalf = model.slowest({.compression = CompressionKind::BFloat16}).bytes;
    now.ofRing = inHalf > 0 ? crossing.bytes / (2 * inHalf) : 1;
    for (const ComputeRate& rate : model.rates())
        now.speeds.push_back(rate.flopsPerSecond);
    now.areSharesEqual = input.training.shares.kind == ShareKind::Equal;
    return now;
}

} // namespace

StrategyTable forecastStrategies(const ForecastInput& input)
{
    StrategyTable table;
    if (input.rates.empty() || input.work.layers.empty())
        return table;
    StepModel model(input);
    // Where the experiment has the devices of a host hold a model between them, every other strategy would
    // give each of them a replica.
    ForecastInput replicas = input;
    if (input.training.strategy == StrategyKind::ModelParallel)
        replicas.training = withSettings(input.training, {});
    StepModel replicaModel(replicas);
    for (const StrategySettings& settings : settingsToCompare(input.training)) {
        const bool isOwn = settings.strategy == input.training.strategy;
        table.rows.push_back(forecastOf(input, isOwn ? model : replicaModel, settings));
    }
    recommend(table.rows);
    table.advice = adviceFor(situationOf(input, model));
    table.computeSeconds = model.slowestCompute();
    table.knowsNetwork = model.slowest({}).place.has_value() || !model.crossesHosts();
    table.isComputeAssumed = model.isAssumed();
    table.samples = input.samples;
    return table;
}

} // namespace lockstep
