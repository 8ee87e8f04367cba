// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/bucket_times.h"
#include "engine/protocol/step_parts.h"

#include <chrono>
#include <cstdint>
#include <span>

namespace lockstep {

/// A stopwatch for the parts of the steps. Of some steps it notes as well when each part was under way, for a
/// `timeline` record: FORMAT.md says of which. Nothing is allocated in a step. One thread.
class PartWatch {
public:
    using Clock = std::chrono::steady_clock;

    PartWatch();
    /// What follows belongs to that step: the wait for its batch comes first.
    void begin(std::int64_t step, Clock::time_point now = Clock::now());
    /// Seconds since the call before, which belong to that part.
    double lap(StepPart part, Clock::time_point now = Clock::now());
    /// The time since the call before belongs to no part.
    void skip(Clock::time_point now = Clock::now()) { m_last = now; }
    /// The last lap was the last of the step. Null: it is not one of those to be told; else valid until
    /// begin().
    const StepTimeline* finish(std::span<const BucketTimes> buckets);

private:
    bool isDue(std::int64_t step, Clock::time_point now);
    double microseconds(Clock::time_point time) const;

    Clock::time_point m_last = Clock::now();
    Clock::time_point m_start; ///< of the step that is noted
    Clock::time_point m_told;  ///< when the last one that was told began
    std::int64_t m_stride = 1; ///< a power of two
    bool m_isFirst = true;     ///< nothing has been told yet
    bool m_isNoted = false;    ///< the step under way is
    StepTimeline m_timeline;   ///< keeps the memory of its lists
};

} // namespace lockstep
