// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/clock_alignment.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

namespace lockstep {

namespace {

/// Common moments whose median is one knot.
constexpr std::size_t kMomentsOfKnot = 8;

/// Keeps what a stranger's journal says within whole numbers.
constexpr double kMaxDriftNs = 1e18;

std::int64_t median(std::vector<std::int64_t>& values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

} // namespace

std::optional<CommonMoment> commonMoment(const StepTimeline& timeline)
{
    if (timeline.bucketUs.empty())
        return {};
    return CommonMoment{timeline.step, timeline.startNs + std::llround(timeline.bucketUs.back() * 1e3)};
}

std::optional<HostClock> HostClock::following(const HostClock& known, std::span<const CommonMoment> ofKnown,
                                              std::span<const CommonMoment> mine)
{
    HostClock clock;
    clock.m_basis = Basis::CommonSums;
    std::vector<std::int64_t> offsets;
    std::vector<std::int64_t> times;
    const auto close = [&] {
        if (const std::int64_t ns = times.empty() ? 0 : median(times);
            !times.empty() && (clock.m_knots.empty() || ns > clock.m_knots.back().ns))
            clock.m_knots.push_back({ns, median(offsets)});
        offsets.clear();
        times.clear();
    };
    auto other = ofKnown.begin();
    for (const CommonMoment& moment : mine) {
        other = std::lower_bound(other, ofKnown.end(), moment.step,
                                 [](const CommonMoment& one, std::int64_t step) { return one.step < step; });
        if (other == ofKnown.end())
            break;
        if (other->step != moment.step)
            continue;
        times.push_back(moment.ns);
        offsets.push_back(known.shared(other->ns) - moment.ns);
        if (offsets.size() == kMomentsOfKnot)
            close();
    }
    // A short rest says less than the knot before it.
    if (clock.m_knots.empty() || offsets.size() > kMomentsOfKnot / 2)
        close();
    if (clock.m_knots.empty())
        return {};
    return clock;
}

/// Beyond the ends the clock drifts on as it did last.
std::int64_t HostClock::shared(std::int64_t monotonicNs) const
{
    if (m_knots.size() < 2)
        return monotonicNs + (m_knots.empty() ? 0 : m_knots.front().offsetNs);
    const auto after = std::lower_bound(std::next(m_knots.begin()), std::prev(m_knots.end()), monotonicNs,
                                        [](const Knot& knot, std::int64_t ns) { return knot.ns < ns; });
    const Knot& before = *std::prev(after);
    const double part =
        static_cast<double>(monotonicNs - before.ns) / static_cast<double>(after->ns - before.ns);
    const double drift = part * static_cast<double>(after->offsetNs - before.offsetNs);
    return monotonicNs + before.offsetNs + std::llround(std::clamp(drift, -kMaxDriftNs, kMaxDriftNs));
}

std::vector<HostClock> alignClocks(std::span<const ClockSource> sources)
{
    std::map<int, HostClock> hosts;
    std::vector<HostClock> clocks;
    for (const ClockSource& source : sources) {
        const auto known = hosts.find(source.host);
        if (known != hosts.end()) {
            clocks.push_back(known->second);
            continue;
        }
        const bool isFirst = clocks.empty();
        const auto followed =
            isFirst ? std::nullopt
                    : HostClock::following(clocks.front(), sources.front().moments, source.moments);
        const HostClock clock =
            followed ? *followed
                     : HostClock(isFirst ? HostClock::Basis::Reference : HostClock::Basis::WallClock,
                                 source.wallMinusMonotonicNs);
        hosts.emplace(source.host, clock);
        clocks.push_back(clock);
    }
    return clocks;
}

} // namespace lockstep
