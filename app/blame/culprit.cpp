// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/blame/culprit.h"

#include "app/blame/lower_median.h"
#include "app/blame/step_stretch.h"

#include <algorithm>
#include <map>
#include <utility>

namespace lockstep {

namespace {

using Kind = Culprit::Kind;

constexpr double kWorthNaming = 0.1, kLinkWorthNaming = 0.2; ///< of the time
constexpr double kLeastSeconds = 2e-3;                       ///< of a step; less is no matter
constexpr double kEnter = 0.7, kLeave = 0.3;                 ///< of the stretches

double highest(const std::vector<double>& values)
{
    return *std::ranges::max_element(values);
}

int placeOfHighest(const std::vector<double>& values)
{
    return static_cast<int>(std::ranges::max_element(values) - values.begin());
}

/// What one stretch would have been spared without one slow thing; a step's share of it, s.
struct Saving {
    Kind kind = Kind::Nothing;
    int rank = -1;
    double cost = 0;
    double own = 0;
    double usual = 0;
    double step = 0;
    int steps = 0;
};

/// Of a loader, of a rank, and of the network where `slowness` is more than 0: the fraction of the exchange
/// that is lost to a link.
std::vector<Saving> savingsOf(const StepStretch& stretch, double slowness)
{
    std::vector<double> computes, waits, owns, evened;
    for (const RankStep& rank : stretch.ranks) {
        computes.push_back(rank.compute / stretch.steps);
        waits.push_back(rank.data / stretch.steps);
        owns.push_back(computes.back() + waits.back());
    }
    const double usual = lowerMedian(computes);
    for (std::size_t rank = 0; rank < computes.size(); ++rank)
        evened.push_back(waits[rank] + std::min(computes[rank], usual));
    const double step = stretch.seconds / stretch.steps;
    const double lost = slowness * stretch.exchange / stretch.steps;
    return {
        {Kind::SlowLoader, placeOfHighest(waits), highest(owns) - highest(computes), highest(waits),
         lowerMedian(waits), step, stretch.steps},
        {Kind::SlowRank, placeOfHighest(computes), highest(owns) - highest(evened), highest(computes), usual,
         step, stretch.steps},
        {.kind = Kind::SlowLink, .cost = lost, .step = step, .steps = stretch.steps},
    };
}

/// What speaks for one culprit.
struct Case {
    double saved = 0; ///< in all stretches together, s
    std::vector<Saving> shown;
};

using Cases = std::map<std::pair<Kind, int>, Case>;

Cases casesOf(const std::vector<StepStretch>& stretches, double slowness)
{
    Cases cases;
    for (const StepStretch& stretch : stretches)
        for (const Saving& saving : savingsOf(stretch, slowness)) {
            Case& its = cases[{saving.kind, saving.rank}];
            its.saved += saving.cost * saving.steps;
            const double worth = saving.kind == Kind::SlowLink ? kLinkWorthNaming : kWorthNaming;
            if (saving.cost >= std::max(kLeastSeconds, worth * saving.step))
                its.shown.push_back(saving);
        }
    return cases;
}

Culprit medianOf(const std::vector<Saving>& shown, Kind kind, int rank)
{
    Culprit culprit{.kind = kind, .rank = rank};
    const auto median = [&](double Saving::*member) {
        std::vector<double> values;
        for (const Saving& saving : shown)
            values.push_back(saving.*member);
        return lowerMedian(std::move(values));
    };
    culprit.step = median(&Saving::step);
    culprit.cost = median(&Saving::cost);
    culprit.own = median(&Saving::own);
    culprit.usual = median(&Saving::usual);
    for (const Saving& saving : shown)
        culprit.shown += saving.steps;
    return culprit;
}

} // namespace

bool nameTheSame(const Culprit& one, const Culprit& other)
{
    const auto linksOf = [](const Culprit& culprit) {
        return culprit.link ? culprit.link->links : std::vector<std::size_t>();
    };
    return one.kind == other.kind && one.rank == other.rank && one.host == other.host &&
           linksOf(one) == linksOf(other);
}

Culprit findCulprit(const std::deque<JoinedStep>& steps, const std::optional<SlowLink>& link,
                    const Culprit& before)
{
    const std::vector<StepStretch> stretches = stretchesOf(steps);
    if (steps.size() < kFewestSteps || stretches.size() < kFewestStretches || steps.front().empty())
        return {};
    Culprit found{.kind = Kind::Nothing};
    double most = 0;
    for (const auto& [who, its] : casesOf(stretches, link ? 1 - link->mbps / link->expectedMbps : 0)) {
        const auto& [kind, rank] = who;
        const bool wasIt = before.kind == kind && before.rank == rank;
        const double needed = (wasIt ? kLeave : kEnter) * static_cast<double>(stretches.size());
        if (its.saved > most && static_cast<double>(its.shown.size()) >= needed) {
            most = its.saved;
            found = medianOf(its.shown, kind, rank);
        }
    }
    if (found.kind == Kind::SlowLink)
        found.link = link;
    std::vector<double> lengths;
    for (const StepStretch& stretch : stretches) {
        found.steps += stretch.steps;
        lengths.push_back(stretch.seconds / stretch.steps);
    }
    if (found.kind == Kind::Nothing)
        found.step = lowerMedian(std::move(lengths));
    return found;
}

} // namespace lockstep
