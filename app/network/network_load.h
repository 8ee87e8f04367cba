// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/network/measured_traffic.h"
#include "engine/protocol/drawn_routes.h"
#include "engine/protocol/experiment.h"

#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace lockstep {

/// What goes over a link at present.
struct LinkLoad {
    double forwardMbps = 0; ///< 10^6 bits per second, from Link::from to Link::to
    double backwardMbps = 0;
    /// Of its time, that the rank which waits longest was blocked on a peer beyond this link.
    double lateFraction = 0;

    double busierMbps() const { return forwardMbps > backwardMbps ? forwardMbps : backwardMbps; }
    /// The busier direction as a fraction of what is drawn; nothing where no bandwidth is.
    std::optional<double> share(const Link& drawn) const;
};

/// What the measured flows amount to on the drawing.
struct NetworkLoad {
    using HostPair = std::pair<std::size_t, std::size_t>; ///< the lower index first

    std::vector<LinkLoad> links;         ///< by Topology::links
    std::vector<double> switchMbps;      ///< what crosses each, all directions together
    std::map<HostPair, LinkLoad> direct; ///< between hosts that no drawn links join; forward: from the first
};
/// Each flow is counted on every link of its route; what comes from a server too, which tells nothing itself.
/// Flows within a host, and of ranks that the topology does not have, cross nothing; `training` says where
/// the ranks and servers are. REQUIRES: `routes` is of this topology.
NetworkLoad networkLoad(const Topology& topology, DrawnRoutes& routes, std::span<const Flow> flows,
                        const TrainingSpec& training = {});

} // namespace lockstep
