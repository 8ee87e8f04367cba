// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/timeline/timeline_store.h"

#include <QString>

namespace lockstep {

/// What a rank is called beside its lane: "3 · gpu-2".
QString laneName(const RankTimeline& rank);
/// The figures of a step: what goes on `atUs` after its begin (NaN: nothing certain), how long its parts
/// took, and how much of the sums over the ranks was hidden.
QString laneText(const RankTimeline& rank, const ToldStep& told, double atUs);
/// Of a step of which the rank does not tell.
QString laneText(const RankTimeline& rank, std::int64_t step);
/// For a person: "12.4 ms".
QString timeText(double microseconds);

} // namespace lockstep
