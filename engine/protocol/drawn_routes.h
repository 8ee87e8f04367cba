// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/topology.h"

#include <cstddef>
#include <map>
#include <vector>

namespace lockstep {

/// The way that messages between two hosts take through a drawing: over the fewest links, as routers and
/// switches send them that know nothing of bandwidths; of several such ways the one whose narrowest link is
/// the widest, and of those the one listed first.
class DrawnRoutes {
public:
    DrawnRoutes() = default;
    explicit DrawnRoutes(const Topology& topology);

    /// A link on the way, and which way along.
    struct Leg {
        std::size_t link = 0;  ///< into Topology::links
        bool isForward = true; ///< from Link::from to Link::to
        bool operator==(const Leg&) const = default;
    };
    /// Of two hosts by index. Empty when no chain of links joins them, or they are the same. The ways from a
    /// host are found once, with the first of them, and kept.
    std::vector<Leg> between(std::size_t from, std::size_t to);

private:
    struct Exit {
        std::size_t node = 0;
        Leg leg;
        double width = 0; ///< Mbit/s; infinite where none is drawn
    };
    /// The last leg of the way to a node.
    struct Arrival {
        std::size_t before = 0; ///< the node that it comes from
        Leg leg;
        std::size_t hops = 0; ///< 0: nothing leads here
        double width = 0;     ///< of the narrowest link on the way
    };
    std::vector<Arrival> arrivalsFrom(std::size_t from) const;

    std::vector<std::vector<Exit>> m_exits; ///< by node: hosts, then switches
    std::map<std::size_t, std::vector<Arrival>> m_known;
};

} // namespace lockstep
