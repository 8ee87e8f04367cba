// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/network/network_load.h"

#include <optional>
#include <span>
#include <vector>

namespace lockstep {

class MetricTable;

/// Where the time of a rank's steps goes, on average over its last ones, s.
struct RankTimes {
    int rank = 0;
    double data = 0;    ///< waiting for the next batch
    double compute = 0; ///< forward, backward, optimiser
    double network = 0; ///< waiting for the other ranks
};
/// Over so many steps at most; the first one of a run, which also prepares, is left out. Ranks that have told
/// fewer than two steps are missing.
inline constexpr std::size_t kTimedSteps = 20;
std::vector<RankTimes> recentTimes(const MetricTable& table, int worldSize);

/// What a step waits for most.
struct SlowestPart {
    enum class Kind {
        Unknown, ///< no steps have been told
        Nothing,
        Loader, ///< of `rank`
        Rank,   ///< its computing
        Network ///< `link` or `direct`, where one can be named
    };
    Kind kind = Kind::Unknown;
    double step = 0;                 ///< how long one takes, s
    double saving = 0;               ///< how much shorter it would be without, s
    int rank = -1;                   ///< of a loader and of a rank
    double compute = 0;              ///< of a rank: its own, s
    double usual = 0;                ///< of a rank: that of the others, s
    std::optional<std::size_t> link; ///< into Topology::links
    std::optional<NetworkLoad::HostPair> direct;
};

/// The rule: a step of ranks that wait for each other lasts as long as the slowest rank's own work (its data
/// and its computing) and what even the rank that waits least then waits for the network. So much shorter
/// would it be
///  - if no rank waited for data: a loader;
///  - if no rank computed longer than the median rank (of an even number, the faster of the two in the
///    middle): a rank;
///  - if nothing had to be sent, by the least time that any rank waits for others: the network.
/// The largest of the three is named when it is worth a tenth of the step. Of the network, the fullest link
/// is named where one carries at least half of what is drawn, else the one across which a rank is blocked
/// longest, the fuller of equals. `times` in any order.
SlowestPart slowestPart(std::span<const RankTimes> times, const Topology& topology, const NetworkLoad& load);

} // namespace lockstep
