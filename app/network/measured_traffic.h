// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/blame/recent_links.h"
#include "app/metrics/metric_table.h"

#include <map>
#include <span>
#include <vector>

namespace lockstep {

/// What one rank did with one of its peers lately.
struct Flow {
    int rank = 0;
    int peer = 0;                 ///< as LinksMeasured::peers
    double sentPerSecond = 0;     ///< bytes, from the rank to the peer
    double lateFraction = 0;      ///< of its time, that the rank was blocked on the peer
    double receivedPerSecond = 0; ///< bytes, from the peer to the rank
};

/// What the `link` records of a run tell of the last seconds. A plain value for any one thread.
class MeasuredTraffic {
public:
    /// Records that cover so much are heeded: several steps of a fast run, and the pauses of a slow one.
    static constexpr double kSeconds = 10;

    /// What a rank's journal tells, in its order; other records than of links are passed over.
    void take(int rank, std::span<const Record> records);
    /// The last that the curves tell of ranks of which no record has been taken.
    void recall(const MetricTable& table, int worldSize);

    /// By rank and peer, ascending.
    std::vector<Flow> flows() const;

private:
    std::map<int, RecentLinks> m_recent;            ///< by rank
    std::map<std::pair<int, int>, Flow> m_recalled; ///< by rank and peer
};

} // namespace lockstep
