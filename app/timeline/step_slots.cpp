// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/step_slots.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace lockstep {

namespace {

/// Between two slots, of the middle one's length.
constexpr double kGap = 0.04;

struct Stretch {
    std::int64_t beginNs = 0;
    std::int64_t endNs = 0;
};

std::map<std::int64_t, Stretch> stretchesOf(const TimelineStore& store, std::span<const HostClock> clocks)
{
    std::map<std::int64_t, Stretch> stretches;
    for (std::size_t lane = 0; lane < store.ranks().size(); ++lane) {
        for (const ToldStep& told : store.ranks()[lane].steps) {
            const std::int64_t begin = clocks[lane].shared(told.timeline.startNs);
            const std::int64_t end = begin + std::llround(lengthUs(told.timeline) * 1e3);
            const auto [found, isNew] = stretches.try_emplace(told.timeline.step, Stretch{begin, end});
            if (isNew)
                continue;
            found->second.beginNs = std::min(found->second.beginNs, begin);
            found->second.endNs = std::max(found->second.endNs, end);
        }
    }
    return stretches;
}

double middleLength(const std::vector<StepSlot>& all)
{
    std::vector<double> lengths;
    for (const StepSlot& slot : all)
        lengths.push_back(slot.lengthUs);
    const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
    std::nth_element(lengths.begin(), middle, lengths.end());
    return *middle;
}

} // namespace

StepSlots::StepSlots(const TimelineStore& store, std::span<const HostClock> clocks)
{
    for (const auto& [step, stretch] : stretchesOf(store, clocks))
        m_slots.push_back(
            {step, stretch.beginNs, static_cast<double>(stretch.endNs - stretch.beginNs) * 1e-3});
    if (m_slots.empty())
        return;
    const double gap = kGap * middleLength(m_slots);
    double at = 0;
    for (StepSlot& slot : m_slots) {
        slot.atUs = at;
        at += slot.lengthUs + gap;
    }
}

double StepSlots::lengthUs() const
{
    return m_slots.empty() ? 0 : m_slots.back().atUs + m_slots.back().lengthUs;
}

std::pair<std::size_t, std::size_t> StepSlots::within(double fromUs, double toUs) const
{
    const auto first = std::ranges::partition_point(
        m_slots, [fromUs](const StepSlot& slot) { return slot.atUs + slot.lengthUs <= fromUs; });
    const auto last =
        std::partition_point(first, m_slots.end(), [toUs](const StepSlot& slot) { return slot.atUs < toUs; });
    return {static_cast<std::size_t>(first - m_slots.begin()),
            static_cast<std::size_t>(last - m_slots.begin())};
}

const StepSlot* StepSlots::find(std::int64_t step) const
{
    const auto found = std::ranges::lower_bound(m_slots, step, {}, &StepSlot::step);
    return found != m_slots.end() && found->step == step ? &*found : nullptr;
}

const StepSlot* StepSlots::nearest(double atUs) const
{
    if (m_slots.empty())
        return nullptr;
    const auto after = std::ranges::partition_point(
        m_slots, [atUs](const StepSlot& slot) { return slot.atUs + slot.lengthUs < atUs; });
    if (after == m_slots.end())
        return &m_slots.back();
    if (after == m_slots.begin() || after->atUs <= atUs)
        return &*after;
    const StepSlot& before = *std::prev(after);
    return atUs - (before.atUs + before.lengthUs) < after->atUs - atUs ? &before : &*after;
}

double beginOnAxis(const StepSlot& slot, const ToldStep& told, const HostClock& clock)
{
    return slot.atUs + static_cast<double>(clock.shared(told.timeline.startNs) - slot.beginNs) * 1e-3;
}

} // namespace lockstep
