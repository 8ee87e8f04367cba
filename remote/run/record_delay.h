// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/journal_records.h"

#include <chrono>
#include <map>
#include <optional>

namespace lockstep {

/// How old it is what a host tells of a run, when it arrives. Clocks of two computers differ by nobody knows
/// what, but by about the same all the time: what has taken longest to arrive is late by the difference to
/// what was quickest so far. Both clocks of a host are asked, for one may be set and the other stands still
/// while a computer sleeps; what one of them calls punctual is. A thread of its own.
class RecordDelay {
public:
    using Clock = std::chrono::steady_clock;
    using WallClock = std::chrono::system_clock;
    using Delay = std::chrono::nanoseconds;

    /// The newest of what has arrived of a rank, and when it did.
    void take(int rank, const Record& newest, Clock::time_point now, WallClock::time_point wallNow);
    /// Of the rank of which what is known is oldest; one that has told nothing for long while others have is
    /// no matter of the way.
    Delay latest() const;

private:
    Delay m_quickest{}, m_quickestByWall{};
    std::optional<Clock::time_point> m_before;
    struct Arrival {
        Delay delay{};
        Clock::time_point when;
    };
    std::map<int, Arrival> m_arrivals; ///< by rank
};

} // namespace lockstep
