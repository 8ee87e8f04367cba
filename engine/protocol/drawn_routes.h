// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/topology.h"

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

namespace lockstep {

/// The way that messages between two hosts take through a drawing: the widest one, so that the narrowest link
/// on it is as wide as can be, and of several such ways one over the fewest links, those listed first.
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
    /// Of two hosts by index. Empty when no chain of links joins them, or they are the same. Kept for the
    /// next time.
    const std::vector<Leg>& between(std::size_t from, std::size_t to);

private:
    struct Exit {
        std::size_t node = 0;
        Leg leg;
        double width = 0; ///< Mbit/s; infinite where none is drawn
    };
    std::vector<Leg> shortest(std::size_t from, std::size_t to, double leastWidth) const;

    std::vector<std::vector<Exit>> m_exits; ///< by node: hosts, then switches
    std::vector<double> m_widths;           ///< that links have, descending, each once
    std::map<std::pair<std::size_t, std::size_t>, std::vector<Leg>> m_known;
};

} // namespace lockstep
