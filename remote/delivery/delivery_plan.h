// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/topology.h"

#include <optional>
#include <set>
#include <vector>

namespace lockstep {

/// Stands for this computer where a host gets data from.
inline constexpr int kThisComputer = -1;

enum class CopyWay {
    Direct, ///< from this computer to every host
    Chain   ///< from this computer to the first host, and from each host to the next while it arrives there
};

/// How data get to several hosts, and how long that takes by the drawn bandwidths.
struct DeliveryPlan {
    std::vector<int> order; ///< of the chain: indices into Topology::hosts
    /// Expected for each way; nothing where the drawing does not tell.
    std::optional<double> directSeconds{};
    std::optional<double> chainSeconds{};
    /// This computer stands in the drawing, so that the bandwidths count for what it sends as well.
    bool isDrawnHere = false;

    /// The faster way, where the drawing tells; else Direct.
    CopyWay fasterWay() const;
};

/// Each host hands the data on to the one that it reaches over the widest drawn way, and of several such over
/// the fewest links: so a slow link is crossed last, and holds up nobody behind it. What crosses a link, or a
/// switch with a bandwidth, at the same time shares it; the two directions of a link share nothing. This
/// computer, where it is not drawn, counts as having one line that is as fast as the first host's.
DeliveryPlan planDelivery(const Topology& topology, const std::set<int>& hosts, double megabits);

} // namespace lockstep
