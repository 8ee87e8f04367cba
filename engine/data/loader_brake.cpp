// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/loader_brake.h"

#include <algorithm>
#include <unistd.h>
#include <vector>

namespace lockstep {

LoaderBrake::Clock::duration LoaderBrake::holdBack(Clock::time_point now)
{
    const bool isOn = ::access(m_file.c_str(), F_OK) == 0;
    if (!m_last) {
        m_last = now;
        return {};
    }
    const Clock::duration interval = now - *m_last;
    Clock::duration wait{};
    if (isOn)
        wait = std::clamp<Clock::duration>(kSlowdown * usual() - interval, {}, kLongest);
    if (wait == Clock::duration()) {
        m_intervals.push_back(interval);
        if (m_intervals.size() > kIntervals)
            m_intervals.pop_front();
    }
    m_last = now + wait;
    return wait;
}

/// 0: nothing is known yet.
LoaderBrake::Clock::duration LoaderBrake::usual() const
{
    if (m_intervals.empty())
        return {};
    std::vector<Clock::duration> sorted(m_intervals.begin(), m_intervals.end());
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::ranges::nth_element(sorted, middle);
    return *middle;
}

} // namespace lockstep
