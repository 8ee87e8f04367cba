// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/elements.h"

#include <optional>
#include <string>

/// Where elements stand in the document, by the keys of its errors.
namespace lockstep {

/// The one whose key begins like this: "topology.hosts.0.port" is of the first host. Nothing of the drawing:
/// an empty set.
ElementSet elementsOfKey(const Topology& topology, const std::string& key);

/// What the keys about the one element of the set begin with: "topology.hosts.0.". Nothing when there are
/// more, or when it is gone.
std::optional<std::string> keyPrefixOf(const Topology& topology, const ElementSet& elements);

/// Whether all of these elements are still there.
bool areThere(const Topology& topology, const ElementSet& elements);

} // namespace lockstep
