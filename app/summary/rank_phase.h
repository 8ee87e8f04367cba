// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/summary/run_summary.h"

namespace lockstep {

/// What is known of a rank now. Whoever has not told of its end, and is on a host that cannot be asked, is
/// out of reach.
inline RunPhase knownPhase(const RankSummary& rank, bool isHostAway)
{
    return isHostAway && !hasEnded(rank.phase) ? RunPhase::Reconnecting : rank.phase;
}

} // namespace lockstep
