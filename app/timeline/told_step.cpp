// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/told_step.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

constexpr double kLongestUs = 1e13;

bool areSpans(const std::vector<double>& times)
{
    for (std::size_t i = 0; i + 1 < times.size(); i += 2) {
        if (!(times[i] >= 0 && times[i + 1] >= times[i] && times[i + 1] <= kLongestUs)) // nor NaN
            return false;
    }
    return times.size() % 2 == 0;
}

} // namespace

bool isSound(const StepTimeline& timeline)
{
    return timeline.step >= 0 && timeline.startNs >= 0 && timeline.startNs <= kLatestMonotonicNs &&
           std::ranges::all_of(kStepParts,
                               [&](StepPart part) { return areSpans(spansOf(timeline, part)); }) &&
           areSpans(timeline.bucketUs) && timeline.bucketUs.size() == 2 * timeline.bucketBytes.size();
}

double lengthUs(const StepTimeline& timeline)
{
    double length = 0;
    const auto take = [&length](const std::vector<double>& times) {
        for (const double time : times)
            length = std::max(length, time);
    };
    for (const StepPart part : kStepParts)
        take(spansOf(timeline, part));
    take(timeline.bucketUs);
    return length;
}

Overlap overlapOf(const StepTimeline& timeline)
{
    std::vector<std::pair<double, double>> buckets;
    for (std::size_t i = 0; i + 1 < timeline.bucketUs.size(); i += 2)
        buckets.emplace_back(timeline.bucketUs[i], timeline.bucketUs[i + 1]);
    std::ranges::sort(buckets);
    Overlap overlap;
    const std::vector<double>& waits = timeline.networkUs;
    double counted = 0; // several may be under way at once
    for (const auto& [from, end] : buckets) {
        const double begin = std::max(from, counted);
        if (end <= begin)
            continue;
        counted = end;
        overlap.summing += end - begin;
        for (std::size_t j = 0; j + 1 < waits.size(); j += 2)
            overlap.shown += std::max(0.0, std::min(end, waits[j + 1]) - std::max(begin, waits[j]));
    }
    return overlap;
}

} // namespace lockstep
