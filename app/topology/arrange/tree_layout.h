// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/topology/arrange/arrange.h"

#include <set>

namespace lockstep {

using Neighbours = std::map<std::string, std::set<std::string>>;

/// Each connected part as a tree that begins with its busiest node. What is linked to a node stands below it:
/// nodes without further links in lines of a few, trees of their own beside each other. Where the first node
/// has both, the former stand above it, so that no link passes them. Parts stand side by side.
/// REQUIRES: `order` names each node once, `neighbours` has each.
NodePlaces inTrees(const NodeRects& nodes, const std::vector<std::string>& order,
                   const Neighbours& neighbours);

} // namespace lockstep
