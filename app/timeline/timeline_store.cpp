// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/timeline_store.h"

#include <algorithm>

namespace lockstep {

namespace {

std::size_t numbersOf(const StepTimeline& timeline)
{
    std::size_t numbers = timeline.bucketUs.size() + timeline.bucketBytes.size();
    for (const StepPart part : kStepParts)
        numbers += spansOf(timeline, part).size();
    return numbers;
}

} // namespace

void TimelineStore::append(std::size_t lane, ToldStep&& told)
{
    RankTimeline& rank = m_ranks[lane];
    if (!rank.steps.empty() && told.timeline.step <= rank.steps.back().timeline.step)
        return;
    rank.numbers += numbersOf(told.timeline);
    rank.steps.push_back(std::move(told));
    while (rank.steps.size() > kMaxSteps ||
           (rank.steps.size() > 1 && rank.numbers > kMaxNumbers / m_ranks.size())) {
        rank.numbers -= numbersOf(rank.steps.front().timeline);
        rank.steps.pop_front();
    }
}

void TimelineStore::append(TimelineStore& later)
{
    for (std::size_t lane = 0; lane < m_ranks.size(); ++lane) {
        RankTimeline& rank = later.m_ranks[lane];
        for (ToldStep& told : rank.steps)
            append(lane, std::move(told));
        rank.steps.clear();
        rank.numbers = 0;
    }
}

bool TimelineStore::empty() const
{
    return std::ranges::all_of(m_ranks, [](const RankTimeline& rank) { return rank.steps.empty(); });
}

std::vector<HostClock> TimelineStore::clocks() const
{
    std::vector<ClockSource> sources;
    for (const RankTimeline& rank : m_ranks) {
        ClockSource& source = sources.emplace_back();
        source.host = rank.host;
        for (const ToldStep& told : rank.steps) {
            source.wallMinusMonotonicNs = told.wallMinusMonotonicNs;
            if (const auto moment = commonMoment(told.timeline))
                source.moments.push_back(*moment);
        }
    }
    return alignClocks(sources);
}

} // namespace lockstep
