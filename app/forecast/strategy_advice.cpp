// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/forecast/strategy_advice.h"

#include "app/document/quantities.h"
#include "app/forecast/forecast_texts.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

namespace lockstep {

namespace {

constexpr double kUnevenSpeeds = 1.1;
/// PowerSGD pays where layers are matrices of some size.
constexpr double kLeastReduction = 20;
constexpr double kSparseRatio = 0.001;
constexpr std::size_t kMostSparseRanks = 8; ///< what top-k sends grows with the ranks
constexpr int kFewestLocalSteps = 8;
constexpr int kMostLocalSteps = 50;
constexpr int kUnsteadyStaleness = 2;
/// Times faster; less is nothing to speak of.
constexpr double kLeastGain = 1.05;

/// By how much less is sent, and what it is called.
struct Offer {
    StrategyAdvice advice;
    double reduction = 1;
};

double pressure(const StrategySituation& now)
{
    return now.computeSeconds > 0 ? now.exchangeSeconds / now.computeSeconds : 0;
}

double reductionOf(const StrategySituation& now, int rank)
{
    return rank == 4 ? now.reductionOf4 : rank == 2 ? now.reductionOf2 : now.reductionOf1;
}

/// Lower ranks learn late: begin with 4.
Offer powerSgd(const StrategySituation& now)
{
    const double p = pressure(now);
    Offer offer;
    offer.advice.settings = {.compression = CompressionKind::PowerSgd, .compressionRank = 4};
    offer.reduction = now.reductionOf4;
    if (p > now.reductionOf4)
        offer.advice.laterRank = p <= now.reductionOf2 ? 2 : 1;
    if (p > now.reductionOf1)
        offer.advice.batches = static_cast<int>(std::ceil(p / now.reductionOf1));
    offer.advice.speedUp = p;
    return offer;
}

Offer topK(const StrategySituation& now)
{
    Offer offer;
    offer.advice.settings = {.compression = CompressionKind::TopK, .compressionRatio = kSparseRatio};
    offer.reduction = now.ofRing / (kSparseRatio * static_cast<double>(now.speeds.size()));
    offer.advice.speedUp = std::min(pressure(now), offer.reduction);
    return offer;
}

Offer localSteps(const StrategySituation& now)
{
    Offer offer;
    offer.advice.settings.strategy = StrategyKind::LocalSteps;
    offer.advice.settings.localSteps =
        std::clamp(static_cast<int>(std::ceil(pressure(now))), kFewestLocalSteps, kMostLocalSteps);
    offer.reduction = offer.advice.settings.localSteps;
    offer.advice.speedUp = std::min(pressure(now), offer.reduction);
    return offer;
}

Offer serverAsync()
{
    Offer offer;
    offer.advice.settings.strategy = StrategyKind::ServerAsync;
    offer.advice.settings.staleness = kUnsteadyStaleness;
    return offer;
}

/// What all ranks' speeds would do, over what they do while the slowest is waited for.
double idleFactor(const std::vector<double>& speeds)
{
    if (speeds.empty())
        return 1;
    const double sum = std::accumulate(speeds.begin(), speeds.end(), 0.0);
    return sum / (static_cast<double>(speeds.size()) * *std::min_element(speeds.begin(), speeds.end()));
}

bool areUneven(const std::vector<double>& speeds)
{
    const auto [least, most] = std::minmax_element(speeds.begin(), speeds.end());
    return !speeds.empty() && *most > kUnevenSpeeds * *least;
}

Offer offerFor(const StrategySituation& now)
{
    const double p = pressure(now);
    const double ringRoundTrips = 2 * (static_cast<double>(now.speeds.size()) - 1) * now.roundTrip;
    if (now.isSpeedUnsteady) {
        Offer offer = serverAsync();
        offer.advice.speedUp = idleFactor(now.speeds);
        return offer;
    }
    if (ringRoundTrips > now.computeSeconds)
        return localSteps(now);
    if (p <= 1)
        return {};
    if (const double half = 2 * now.ofRing; p <= half)
        return {{.settings = {.compression = CompressionKind::BFloat16}, .speedUp = p}, half};
    if (now.reductionOf4 < kLeastReduction && now.speeds.size() <= kMostSparseRanks)
        return topK(now);
    return powerSgd(now);
}

/// What everything else is measured against: gradients as they are, in every step.
bool isPlain(const StrategySettings& settings)
{
    return settings == StrategySettings{} || settings.strategy == StrategyKind::ModelParallel;
}

Sentence opening(const StrategySituation& now)
{
    const Sentence exchange = secondsText(now.exchangeSeconds);
    const Sentence compute = secondsText(now.computeSeconds);
    if (now.mbps > 0)
        return {
            isPlain(now.chosen)
                ? LOCKSTEP_TEXT("Over %1 a step spends %2 on gradients, %3 on computing.")
                : LOCKSTEP_TEXT("Over %1 gradients as they are would take %2 of a step; computing takes %3."),
            {formatBandwidth(now.mbps).toStdString(), exchange, compute}};
    return {isPlain(now.chosen)
                ? LOCKSTEP_TEXT("A step spends %1 on gradients, %2 on computing.")
                : LOCKSTEP_TEXT("Gradients as they are would take %1 of a step; computing takes %2."),
            {exchange, compute}};
}

/// How long a step takes when so many times less is sent: from all of it crossing while backward goes on, to
/// nothing of it.
struct StepRange {
    StepRange(const StrategySituation& now, double reduction)
        : least(std::max(now.computeSeconds, now.exchangeSeconds / reduction)),
          most(now.computeSeconds + now.exchangeSeconds / reduction)
    {
    }
    explicit StepRange(const Estimate& estimate) : least(estimate.low), most(estimate.high) {}
    double least, most;
};

std::string rangeText(const StepRange& step)
{
    return secondsText(step.least, step.most);
}

/// With what is chosen.
StepRange presentStep(const StrategySituation& now)
{
    if (isPlain(now.chosen))
        return {now, 1};
    return usesServers(now.chosen.strategy) ? StepRange(now.chosenSeconds)
                                            : StepRange(now, now.reductionOfChosen);
}

/// What is chosen, where something else is offered.
Sentence presentWay(const StrategySituation& now)
{
    const Sentence step = rangeText(presentStep(now));
    if (usesServers(now.chosen.strategy))
        return {LOCKSTEP_TEXT("With %1, as chosen, a step takes %2."), {nameOf(now.chosen), step}};
    return {LOCKSTEP_TEXT("With %1, as chosen, %2 times less crosses: %3 a step."),
            {nameOf(now.chosen), factorText(now.reductionOfChosen), step}};
}

Sentence gain(const StrategySituation& now, const Offer& offer)
{
    const bool isChosen = offer.advice.settings == now.chosen;
    const StepRange before = isChosen ? StepRange(now, 1) : presentStep(now);
    const StepRange after(now, offer.reduction);
    const double ofMost = before.most / after.most;
    const double ofLeast = before.least / after.least;
    const Sentence name = nameOf(offer.advice.settings);
    const Sentence reduction = factorText(offer.reduction);
    if (isChosen)
        return {LOCKSTEP_TEXT("With %1, as chosen, %2 times less crosses: %3 a step, %4 times faster than "
                              "without."),
                {name, reduction, rangeText(after), factorText(ofMost, ofLeast)}};
    if (std::max(ofMost, ofLeast) < kLeastGain) // it may cost less accuracy
        return {LOCKSTEP_TEXT("With %1, %2 times less crosses: %3 a step."),
                {name, reduction, rangeText(after)}};
    return {LOCKSTEP_TEXT("With %1, %2 times less crosses: %3 a step, %4 times faster."),
            {name, reduction, rangeText(after), factorText(ofMost, ofLeast)}};
}

Sentence nothingToGain(const StrategySituation& now)
{
    if (isPlain(now.chosen))
        return LOCKSTEP_TEXT("They cross while backward goes on: sending less would gain nothing.");
    if (usesServers(now.chosen.strategy))
        return {LOCKSTEP_TEXT("With all-reduce they would cross while backward goes on; with %1, as chosen, "
                              "a step takes %2."),
                {nameOf(now.chosen), rangeText(presentStep(now))}};
    return {LOCKSTEP_TEXT("They would cross while backward goes on: %1, as chosen, gains nothing."),
            {nameOf(now.chosen)}};
}

Sentence later(const StrategySituation& now, int rank)
{
    const StepRange after(now, reductionOf(now, rank));
    return {LOCKSTEP_TEXT("When accuracy has held, rank %1 takes %2 a step."),
            {std::to_string(rank), rangeText(after)}};
}

Sentence offered(const StrategySituation& now, const Offer& offer)
{
    const StrategySettings& settings = offer.advice.settings;
    if (settings == StrategySettings{})
        return nothingToGain(now);
    if (settings.strategy == StrategyKind::ServerAsync)
        return {LOCKSTEP_TEXT(
                    "A rank's speed changes more than twofold: with %1 the others need not wait for it, "
                    "up to %2 times faster."),
                {nameOf(settings), factorText(offer.advice.speedUp)}};
    return gain(now, offer);
}

Sentence textOf(const StrategySituation& now, const Offer& offer)
{
    const StrategyAdvice& advice = offer.advice;
    if (now.exchangeSeconds <= 0)
        return LOCKSTEP_TEXT("Nothing that is drawn makes a step wait for gradients.");
    std::vector<Sentence> sentences{opening(now)};
    if (!isPlain(now.chosen) && !isPlain(advice.settings) && !(now.chosen == advice.settings))
        sentences.push_back(presentWay(now));
    sentences.push_back(offered(now, offer));
    if (!isPlain(advice.settings))
        sentences.push_back({LOCKSTEP_TEXT("Accuracy: %1."), {accuracyNote(advice.settings).text}});
    const bool isThere =
        now.chosen.compression == CompressionKind::PowerSgd && now.chosen.compressionRank <= advice.laterRank;
    if (advice.laterRank > 0 && !isThere)
        sentences.push_back(later(now, advice.laterRank));
    if (advice.batches > 1)
        sentences.push_back({LOCKSTEP_TEXT("Even then the devices wait: let %1 batches make one step."),
                             {std::to_string(advice.batches)}});
    if (advice.wantsShares)
        sentences.push_back(
            {LOCKSTEP_TEXT("Ranks differ in speed: shares by speed compute up to %1 times faster."),
             {factorText(advice.shareSpeedUp)}});
    return inARow(std::move(sentences));
}

} // namespace

StrategyAdvice adviceFor(const StrategySituation& situation)
{
    if (situation.speeds.size() < 2)
        return {.text = LOCKSTEP_TEXT("One rank exchanges nothing.")};
    Offer offer = offerFor(situation);
    if (situation.areSharesEqual && areUneven(situation.speeds)) {
        offer.advice.wantsShares = true;
        offer.advice.shareSpeedUp = idleFactor(situation.speeds);
    }
    offer.advice.text = textOf(situation, offer);
    return offer.advice;
}

} // namespace lockstep
