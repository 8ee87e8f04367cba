// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/blame/recent_links.h"

#include <map>
#include <span>
#include <vector>

namespace lockstep {

/// What one rank has sent to another lately, as its kernel tells: of the last records that tell of it, the
/// median of each figure, so that it is that of before or of after a change, and no mixture.
struct RankFlow {
    int rank = 0;
    int peer = 0;
    double busyFraction = 0;     ///< of its time something was on its way or waiting to be
    double receiverFraction = 0; ///< of that time the peer took no more
    double mbps = 0;             ///< while something was on its way: payload, 10^6 bits per second
    double deliveredMbps = 0;    ///< that the kernel measured last over one round trip
};

/// The `link` records of the last seconds: three, as ranks tell of them. A plain value for any one thread.
class FlowHistory {
public:
    static constexpr double kSeconds = 5;

    void take(int rank, std::span<const Record> records);
    /// By rank and peer, ascending; those of which the kernel tells nothing are missing.
    std::vector<RankFlow> flows() const;

private:
    std::map<int, RecentLinks> m_recent; ///< by rank
};

} // namespace lockstep
