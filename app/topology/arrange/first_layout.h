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

/// Lays those out in rows, with their links, clear of all that has a place: one step of undo. A document
/// that was not modified still is not: looking at a file does not change it.
void layOutUnplaced(ExperimentDocument& document);

} // namespace lockstep
