// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/topology.h"

#include <QMetaType>
#include <compare>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace lockstep {

/// Names a link: the `ordinal`-th of those drawn from `from` to `to`.
struct LinkKey {
    std::string from;
    std::string to;
    int ordinal = 0;
    auto operator<=>(const LinkKey&) const = default;
};

/// Parts of the drawing by id: hosts, switches and networks, and links.
struct ElementSet {
    std::set<std::string> nodes;
    std::set<LinkKey> links;
    bool operator==(const ElementSet&) const = default;
    bool isEmpty() const { return nodes.empty() && links.empty(); }
    std::size_t size() const { return nodes.size() + links.size(); }
};

/// The keys of all links, in the order of Topology::links.
std::vector<LinkKey> linkKeys(const Topology& topology);
std::optional<std::size_t> findLink(const Topology& topology, const LinkKey& key);
std::optional<std::size_t> findHost(const Topology& topology, const std::string& id);
std::optional<std::size_t> findSwitch(const Topology& topology, const std::string& id);
std::optional<std::size_t> findNetwork(const Topology& topology, const std::string& id);
/// Whether a link may end here: at a host or switch.
bool isLinkEnd(const Topology& topology, const std::string& id);
/// The name of the host, switch or network with this id, else the id.
std::string nodeName(const Topology& topology, const std::string& id);

} // namespace lockstep

Q_DECLARE_METATYPE(lockstep::ElementSet)
