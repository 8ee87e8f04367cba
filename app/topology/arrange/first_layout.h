// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/experiment_document.h"

#include <set>
#include <string>

namespace lockstep {

/// Nodes that an experiment file gives no place: they are where the format puts such nodes, at the origin,
/// and lie on another of their kind there.
std::set<std::string> unplacedNodes(const Topology& topology);

/// Lays those out in rows, with their links, clear of all that has a place. Nobody has done that, so there is
/// no step to undo it, and a document is no more modified by it than by being looked at.
/// REQUIRES: the document has no steps to undo.
void layOutUnplaced(ExperimentDocument& document);

} // namespace lockstep
