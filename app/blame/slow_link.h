// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/blame/flow_history.h"
#include "engine/protocol/drawn_routes.h"

#include <optional>
#include <span>
#include <vector>

namespace lockstep {

/// What is slower than it should be between hosts.
struct SlowLink {
    std::vector<std::size_t> links; ///< into Topology::links: one, or those that cannot be told apart
    std::size_t from = 0;           ///< hosts of the flow that shows it best
    std::size_t to = 0;
    double mbps = 0;         ///< what that flow reached while it sent
    double expectedMbps = 0; ///< of what is drawn, payload; where nothing is drawn, what others reached
    int flows = 0;           ///< that are slow
    int otherFlows = 0;      ///< that were busy too and are not
};

/// The rule: a flow between hosts is slow when at least half of the time something was on its way, its
/// receiver took all that came, and it reached less than 0.6 of its part of what the narrowest link on its
/// way lets pass (0.93 of what is drawn: headers and acknowledgements take the rest; flows that go the same
/// way share that; where nothing is drawn, less than 0.4 of the fastest flow of the run). A server sends back
/// as much as it is sent, and tells nothing of that. That may be its hosts' doing, when they are too busy to
/// keep it going; it is a link's when the kernel measures no more in a single round trip of one slow flow at
/// least. To blame is the link that most slow flows cross, on parts of their ways where no flow was fast.
/// Nothing: no flow is slow for a link's sake. `processes`: as placeProcesses() has them.
std::optional<SlowLink> findSlowLink(std::span<const RankFlow> flows, const Topology& topology,
                                     DrawnRoutes& routes, std::span<const Placement> processes);

} // namespace lockstep
