// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/step_parts.h"

#include <cstdint>

namespace lockstep {

/// A host is up for years and no later than this century, so that sums of times stay whole numbers.
inline constexpr std::int64_t kLatestMonotonicNs = std::int64_t{1} << 58;
inline constexpr std::int64_t kLatestWallMs = (std::int64_t{1} << 62) / 1'000'000;

/// A step of which a journal tells where its time went.
struct ToldStep {
    StepTimeline timeline;
    std::int64_t wallMinusMonotonicNs = 0; ///< between the clocks of the rank's host, as its record tells
};

/// Whether its numbers are what an engine writes: pairs of times in order, none below 0 or longer than
/// months, and as many bytes as buckets. What is not comes from a stranger or a broken engine.
bool isSound(const StepTimeline& timeline);
/// Microseconds from the step's begin to the last end that it tells of.
double lengthUs(const StepTimeline& timeline);
/// Of the sums over the ranks, how much lay beside the network part: what overlap could not hide. Both in
/// microseconds, of all buckets together.
struct Overlap {
    double summing = 0; ///< at least one bucket under way
    double shown = 0;   ///< of it, while the rank waited for nothing else
};
Overlap overlapOf(const StepTimeline& timeline);

} // namespace lockstep
