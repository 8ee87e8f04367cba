// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/journal.h"
#include "remote/mirrors/run_folder.h"

#include <cstdint>
#include <vector>

namespace lockstep {

/// A run whose journals tell where the time of its steps went. Backward is over after 60 ms, the sums of its
/// buckets take until 80 ms, so that every step hides some and not all of them. One rank is slow.
struct ToldRun {
    int hosts = 2;
    int ranksPerHost = 2;
    int steps = 24;
    int buckets = 4;
    int slowRank = -1;
    double slowerMs = 0;      ///< its forward takes so much longer
    double driftPpm = 0;      ///< of each host's clock against that of the host before it
    double lateUs = 0;        ///< a rank hears of the end of a sum up to so much later
    bool hasWallSkew = false; ///< wall clocks of the hosts disagree by seconds

    /// Nanoseconds since 1970 at which a step begins: the truth, that no clock shows.
    std::int64_t trueNs(int step) const;
    /// What the monotonic clock of a host shows then.
    std::int64_t clockNs(int host, std::int64_t trueNs) const;
};

StepTimeline toldStep(const ToldRun& run, int rank, int step);
/// With a step record beside each.
std::vector<Record> toldJournal(const ToldRun& run, int rank);
/// Below `runs`, as mirrors leave it.
Result<RunFolder> writeToldRun(const QString& runs, const ToldRun& run);

} // namespace lockstep
