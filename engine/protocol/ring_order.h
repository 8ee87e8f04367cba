// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/topology.h"

#include <cstddef>
#include <vector>

namespace lockstep {

/// The hosts that have ranks, by index, in the order of a ring of messages along the drawn links: depth first
/// through the tree that they form, so that each link carries the ring once each way. Where that is no better
/// (no link is crossed less often, or another more often, as it may be in a drawing with circles), as they
/// stand.
std::vector<std::size_t> ringOrder(const Topology& topology);

} // namespace lockstep
