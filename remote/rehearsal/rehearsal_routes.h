// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/topology.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace lockstep {

/// Places of a rehearsal are numbered: the hosts of the drawing, then its switches.
std::size_t placeCount(const Topology& topology);

/// The drawing with every host in reach of every other: parts that no chain of links joins (a drawing without
/// links has nothing else) meet at one switch more, over links that hold nothing back.
Topology joinedTopology(Topology topology);

/// One row of the table by which a place forwards.
struct RehearsedRoute {
    std::size_t place = 0; ///< whose table it is
    std::size_t to = 0;    ///< host that the packet is for
    std::size_t next = 0;  ///< place that it goes to
    std::size_t link = 0;  ///< into Topology::links, over which it gets there
    /// Only for packets of this host: where several ways are as short, DrawnRoutes may choose one for one
    /// host and another for its neighbour.
    std::optional<std::size_t> from;
    bool operator==(const RehearsedRoute&) const = default;
};

/// Tables that send each packet along DrawnRoutes, by place; in each place the rows for all hosts come before
/// their exceptions. REQUIRES: ids are unique and links end at them, as checkExperiment() wants it.
std::vector<RehearsedRoute> rehearsedRoutes(const Topology& topology);

} // namespace lockstep
