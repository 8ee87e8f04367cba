// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/drawn_routes.h"
#include "engine/protocol/topology.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lockstep {

/// How often flows of equal size cross what is drawn with a bandwidth: each direction of a link, and each
/// switch. Borrows the topology.
class DrawnLoads {
public:
    explicit DrawnLoads(const Topology& topology) : m_topology(topology) {}

    /// One flow more along this way; `flows`: so many more, or fewer.
    void cross(const std::vector<DrawnRoutes::Leg>& way, int flows = 1);
    /// Until each flow has carried a byte, s; nothing: they cross nothing that has a bandwidth.
    std::optional<double> secondsPerByte() const;

private:
    struct Load {
        int crossings = 0;
        double mbps = 0;
    };
    const Topology& m_topology;
    std::map<std::pair<std::size_t, bool>, Load> m_links; ///< by index and direction
    std::map<std::string, Load> m_switches;               ///< by id
};

} // namespace lockstep
