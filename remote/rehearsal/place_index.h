// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/topology.h"

#include <cstddef>
#include <map>
#include <string>

namespace lockstep {

/// The number of each host and switch of a drawing by its id: hosts first, then switches, in their order.
class PlaceIndex {
public:
    explicit PlaceIndex(const Topology& topology)
    {
        for (const Host& host : topology.hosts)
            m_places.emplace(host.id, m_places.size());
        for (const Switch& node : topology.switches)
            m_places.emplace(node.id, m_places.size());
    }

    /// REQUIRES: there is a host or a switch of this id.
    std::size_t of(const std::string& id) const { return m_places.at(id); }

private:
    std::map<std::string, std::size_t> m_places;
};

} // namespace lockstep
