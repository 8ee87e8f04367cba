// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/timeline/timeline_store.h"

#include <span>
#include <utility>
#include <vector>

namespace lockstep {

/// The room of one step on the axis of the lanes.
struct StepSlot {
    std::int64_t step = 0;
    std::int64_t beginNs = 0; ///< when the first rank began it, nanoseconds since 1970 on the clock of all
    double lengthUs = 0;      ///< until the last rank ended it
    double atUs = 0;          ///< where it begins on the axis
};

/// The axis of the lanes, in microseconds. The steps that journals tell of stand side by side on it, for what
/// lies between two of them may be thousands of others. Within a step, all ranks have one time.
class StepSlots {
public:
    StepSlots() = default;
    /// `clocks`: by rank of the store.
    StepSlots(const TimelineStore& store, std::span<const HostClock> clocks);

    const std::vector<StepSlot>& all() const { return m_slots; }
    double lengthUs() const;
    /// Indices [first, last) of those that show between two places.
    std::pair<std::size_t, std::size_t> within(double fromUs, double toUs) const;
    /// Null where there is none.
    const StepSlot* find(std::int64_t step) const;
    /// The one whose room this is, or the nearest; null only where there are none at all.
    const StepSlot* nearest(double atUs) const;

private:
    std::vector<StepSlot> m_slots; ///< ascending
};

/// Where a rank's step begins on the axis.
double beginOnAxis(const StepSlot& slot, const ToldStep& told, const HostClock& clock);

} // namespace lockstep
