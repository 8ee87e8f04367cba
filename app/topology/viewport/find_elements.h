// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/elements.h"

#include <QString>
#include <vector>

namespace lockstep {

/// The elements that a text occurs in, in whatever case: in the name, id, address, user, facts, region or
/// image of a host, the name or bandwidth of a switch, the name of a network, the label or note of a link.
/// One each, in the order of the document; a blank text is found nowhere.
std::vector<ElementSet> findElements(const Topology& topology, const QString& text);

} // namespace lockstep
