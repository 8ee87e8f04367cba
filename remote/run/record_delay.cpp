// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/run/record_delay.h"

#include <algorithm>
#include <cstdint>
#include <ranges>

namespace lockstep {

namespace {

/// Two clocks go apart by no more than one second in so many.
constexpr int kDrift = 5000;
constexpr std::chrono::seconds kSilence{30};
/// 73 years, either way: a host may write any number into its records, and differences of these still fit.
constexpr std::int64_t kFarthestNs = std::int64_t{1} << 61;

std::chrono::nanoseconds clockTime(std::int64_t count, std::int64_t nanosecondsEach)
{
    const std::int64_t most = kFarthestNs / nanosecondsEach;
    return std::chrono::nanoseconds(std::clamp(count, -most, most) * nanosecondsEach);
}

} // namespace

void RecordDelay::take(int rank, const Record& newest, Clock::time_point now, WallClock::time_point wallNow)
{
    const Delay taken = now.time_since_epoch() - clockTime(newest.monotonicNs, 1);
    const Delay takenByWall = wallNow.time_since_epoch() - clockTime(newest.wallMs, 1'000'000);
    if (!m_before) {
        m_quickest = taken;
        m_quickestByWall = takenByWall;
    }
    const Delay drift = (now - m_before.value_or(now)) / kDrift;
    m_before = now;
    m_quickest = std::min(taken, m_quickest + drift);
    m_quickestByWall = std::min(takenByWall, m_quickestByWall + drift);
    m_arrivals[rank] = {std::min(taken - m_quickest, takenByWall - m_quickestByWall), now};
    if (std::holds_alternative<RankFinished>(newest.event))
        m_arrivals.erase(rank);
}

RecordDelay::Delay RecordDelay::latest() const
{
    Delay latest{};
    for (const Arrival& arrival : std::views::values(m_arrivals))
        if (*m_before - arrival.when < kSilence)
            latest = std::max(latest, arrival.delay);
    return latest;
}

} // namespace lockstep
