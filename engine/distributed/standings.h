// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/wire.h"
#include "engine/protocol/sentence.h"

#include <cstdint>
#include <vector>

namespace lockstep {

/// Where a rank stood when a collective did not end, from what it told last: it may have come further since,
/// by half a second's worth.
struct RankStanding {
    int rank = 0;
    /// The collective that it is in. Kind None: outside of collectives, `sequence` is the last that it
    /// finished.
    CollectiveId collective;
    Activity activity = Activity::Training; ///< outside of collectives
    int waitingOn = -1;                     ///< the rank that it waits for, -1: none
    double silentSeconds = 0;               ///< since anything came from it
    bool operator==(const RankStanding&) const = default;
};

/// What some groups can tell of how they ended.
class StandingsSource {
public:
    virtual ~StandingsSource() = default;
    /// Of all ranks, ascending, where this rank lost patience with another one; empty otherwise, for one rank
    /// is to tell it for all.
    virtual std::vector<RankStanding> standings() const = 0;
};

/// One sentence for each rank, those first that never began the collective which others are in. At most 64.
std::vector<Sentence> describeStandings(std::vector<RankStanding> standings);

} // namespace lockstep
