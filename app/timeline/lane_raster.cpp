// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/lane_raster.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

/// Adds the span's share of every column that it meets; both ends in columns.
template <typename Share>
void cover(std::span<LaneColumn> columns, double begin, double end, const Share& share)
{
    begin = std::max(begin, 0.0);
    end = std::min(end, static_cast<double>(columns.size()));
    for (auto column = static_cast<std::size_t>(begin); static_cast<double>(column) < end; ++column) {
        const double low = std::max(begin, static_cast<double>(column));
        const double high = std::min(end, static_cast<double>(column + 1));
        float& covered = share(columns[column]);
        covered = std::min(1.0F, covered + static_cast<float>(high - low));
    }
}

template <typename Share>
void coverSpans(std::span<LaneColumn> columns, const LaneWindow& window, double beginUs,
                const std::vector<double>& spans, const Share& share)
{
    const auto columnOf = [&](double us) { return (beginUs + us - window.fromUs) / window.usPerColumn; };
    for (std::size_t i = 0; i + 1 < spans.size(); i += 2) {
        const double begin = columnOf(spans[i]);
        const double end = columnOf(spans[i + 1]);
        if (end > 0 && begin < static_cast<double>(columns.size()))
            cover(columns, begin, end, [&](LaneColumn& column) -> float& { return share(column, i / 2); });
    }
}

} // namespace

void coverLane(const RankTimeline& rank, const HostClock& clock, const StepSlots& axis,
               const LaneWindow& window, std::span<LaneColumn> columns)
{
    const double toUs = window.fromUs + window.usPerColumn * static_cast<double>(columns.size());
    const auto [first, last] = axis.within(window.fromUs, toUs);
    if (first == last)
        return;
    auto told = std::ranges::lower_bound(rank.steps, axis.all()[first].step, {},
                                         [](const ToldStep& one) { return one.timeline.step; });
    for (std::size_t i = first; i < last && told != rank.steps.end(); ++i) {
        const StepSlot& slot = axis.all()[i];
        if (told->timeline.step != slot.step)
            continue;
        const double begin = beginOnAxis(slot, *told, clock);
        for (const StepPart part : kStepParts)
            coverSpans(columns, window, begin, spansOf(told->timeline, part),
                       [part](LaneColumn& column, std::size_t) -> float& {
                           return column.parts[static_cast<std::size_t>(part)];
                       });
        coverSpans(
            columns, window, begin, told->timeline.bucketUs,
            [](LaneColumn& column, std::size_t bucket) -> float& { return column.buckets[bucket % 2]; });
        ++told;
    }
}

} // namespace lockstep
