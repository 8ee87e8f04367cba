// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/timeline/step_slots.h"

#include <array>
#include <span>
#include <vector>

namespace lockstep {

/// A stretch of the axis over columns of pixels.
struct LaneWindow {
    double fromUs = 0;
    double usPerColumn = 1; ///< > 0
};

/// How much of a column of pixels each part of the steps covers, 0 ... 1.
struct LaneColumn {
    std::array<float, kStepParts.size()> parts{};
    std::array<float, 2> buckets{}; ///< of even and of odd number, so that neighbours can be told apart
};

/// What a lane shows in these columns: exactly what lies in each, however many spans do. Costs what the spans
/// in the window do, and the columns.
void coverLane(const RankTimeline& rank, const HostClock& clock, const StepSlots& axis,
               const LaneWindow& window, std::span<LaneColumn> columns);

} // namespace lockstep
