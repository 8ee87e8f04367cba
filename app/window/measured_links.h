// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/elements.h"
#include "app/document/experiment_document.h"
#include "app/topology/items/link_mark.h"
#include "remote/preflight/pairs/link_rates.h"

#include <cstddef>
#include <map>

/// Measured links on the canvas, and in the document.
namespace lockstep {

/// What the links of a drawing show of what was measured.
std::map<LinkKey, LinkMark> linkMarks(const Topology& topology, const std::map<std::size_t, LinkRate>& rates);

/// Gives links these bandwidths, by index into Topology::links, in one step of undo.
void drawBandwidths(ExperimentDocument& document, const std::map<std::size_t, double>& bandwidths);

} // namespace lockstep
