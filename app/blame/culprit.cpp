// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/blame/culprit.h"

#include <algorithm>
#include <map>
#include <utility>

namespace lockstep {

namespace {

using Kind = Culprit::Kind;

constexpr double kWorthNaming = 0.1;         ///< of the step
constexpr double kLeastSeconds = 2e-3;       ///< less is no matter
constexpr double kEnter = 0.7, kLeave = 0.3; ///< of the steps

double lowerMedian(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

template <typename Of>
double highest(const JoinedStep& step, Of of)
{
    double value = 0;
    for (const RankStep& rank : step)
        value = std::max(value, of(rank));
    return value;
}

template <typename Of>
int whoHasMost(const JoinedStep& step, Of of)
{
    const auto found = std::ranges::max_element(step, {}, of);
    return static_cast<int>(found - step.begin());
}

/// What one step says.
struct Vote {
    Kind kind = Kind::Nothing;
    int rank = -1;
    double step = 0;
    double cost = 0;
    double own = 0;
    double usual = 0;
};

Vote voteOf(const JoinedStep& step)
{
    const auto ownOf = [](const RankStep& rank) { return rank.data + rank.compute; };
    std::vector<double> computes;
    std::vector<double> waits;
    double network = step.front().network;
    for (const RankStep& rank : step) {
        computes.push_back(rank.compute);
        waits.push_back(rank.data);
        network = std::min(network, rank.network);
    }
    const double usual = lowerMedian(computes);
    const double own = highest(step, ownOf);
    const double fed = highest(step, [](const RankStep& rank) { return rank.compute; });
    const double evened =
        highest(step, [&](const RankStep& rank) { return rank.data + std::min(rank.compute, usual); });

    Vote vote;
    vote.step = own + network;
    const double least = std::max(kLeastSeconds, kWorthNaming * vote.step);
    const auto offer = [&](Kind kind, double saved) {
        if (saved >= least && saved > vote.cost)
            std::tie(vote.kind, vote.cost) = std::pair(kind, saved);
    };
    offer(Kind::SlowLoader, own - fed);
    offer(Kind::SlowRank, own - evened);
    offer(Kind::SlowLink, network);
    if (vote.kind == Kind::SlowLoader) {
        vote.rank = whoHasMost(step, [](const RankStep& rank) { return rank.data; });
        vote.own = step[static_cast<std::size_t>(vote.rank)].data;
        vote.usual = lowerMedian(waits);
    }
    if (vote.kind == Kind::SlowRank) {
        vote.rank = whoHasMost(step, [](const RankStep& rank) { return rank.compute; });
        vote.own = step[static_cast<std::size_t>(vote.rank)].compute;
        vote.usual = usual;
    }
    return vote;
}

Culprit medianOf(const std::vector<Vote>& votes, Kind kind, int rank)
{
    Culprit culprit{.kind = kind, .rank = rank};
    const auto median = [&](double Vote::*member) {
        std::vector<double> values;
        for (const Vote& vote : votes)
            values.push_back(vote.*member);
        return lowerMedian(std::move(values));
    };
    culprit.step = median(&Vote::step);
    culprit.cost = median(&Vote::cost);
    culprit.own = median(&Vote::own);
    culprit.usual = median(&Vote::usual);
    culprit.shown = static_cast<int>(votes.size());
    return culprit;
}

} // namespace

Culprit findCulprit(const std::deque<JoinedStep>& steps, const std::optional<SlowLink>& link,
                    const Culprit& before)
{
    if (steps.size() < kFewestSteps || steps.front().empty())
        return {};
    std::map<std::pair<Kind, int>, std::vector<Vote>> votes;
    std::vector<double> lengths;
    for (const JoinedStep& step : steps) {
        Vote vote = voteOf(step);
        lengths.push_back(vote.step);
        votes[{vote.kind, vote.rank}].push_back(vote);
    }
    const auto count = static_cast<double>(steps.size());
    Culprit found{.kind = Kind::Nothing};
    for (const auto& [who, its] : votes) {
        const auto& [kind, rank] = who;
        const bool wasIt = before.kind == kind && before.rank == rank;
        const bool isKnown = kind != Kind::Nothing && (kind != Kind::SlowLink || link);
        if (isKnown && static_cast<double>(its.size()) >= (wasIt ? kLeave : kEnter) * count &&
            static_cast<int>(its.size()) > found.shown)
            found = medianOf(its, kind, rank);
    }
    if (found.kind == Kind::Nothing)
        found.step = lowerMedian(std::move(lengths));
    if (found.kind == Kind::SlowLink) {
        found.link = link;
        found.cost *= 1 - link->mbps / link->expectedMbps; // the rest is what was drawn
    }
    found.steps = static_cast<int>(steps.size());
    return found;
}

} // namespace lockstep
