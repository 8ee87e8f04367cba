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

Sentence opening(const StrategySituation& now)
{
    const Sentence exchange = secondsText(now.exchangeSeconds);
    const Sentence compute = secondsText(now.computeSeconds);
    if (now.mbps > 0)
        return {LOCKSTEP_TEXT("Over %1 a step spends %2 on gradients, %3 on computing."),
                {formatBandwidth(now.mbps).toStdString(), exchange, compute}};
    return {LOCKSTEP_TEXT("A step spends %1 on gradients, %2 on computing."), {exchange, compute}};
}

/// How long a step takes when so many times less is sent: from all of it crossing while backward goes on, to
/// nothing of it.
struct StepRange {
    StepRange(const StrategySituation& now, double reduction)
        : least(std::max(now.computeSeconds, now.exchangeSeconds / reduction)),
          most(now.computeSeconds + now.exchangeSeconds / reduction)
    {
    }
    double least, most;
};

Sentence gain(const StrategySituation& now, const Offer& offer)
{
    const StepRange before(now, 1);
    const StepRange after(now, offer.reduction);
    return {LOCKSTEP_TEXT("With %1, %2 times less crosses: %3 a step, %4 times faster."),
            {nameOf(offer.advice.settings), factorText(offer.reduction), secondsText(after.least, after.most),
             factorText(before.most / after.most, before.least / after.least)}};
}

Sentence later(const StrategySituation& now, int rank)
{
    const StepRange after(now, reductionOf(now, rank));
    return {LOCKSTEP_TEXT("When accuracy has held, rank %1 takes %2 a step."),
            {std::to_string(rank), secondsText(after.least, after.most)}};
}

Sentence offered(const StrategySituation& now, const Offer& offer)
{
    const StrategySettings& settings = offer.advice.settings;
    if (settings == StrategySettings{})
        return LOCKSTEP_TEXT("They cross while backward goes on: sending less would gain nothing.");
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
    std::vector<Sentence> sentences{opening(now), offered(now, offer)};
    if (!(advice.settings == StrategySettings{}))
        sentences.push_back({LOCKSTEP_TEXT("Accuracy: %1."), {accuracyNote(advice.settings).text}});
    if (advice.laterRank > 0)
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
