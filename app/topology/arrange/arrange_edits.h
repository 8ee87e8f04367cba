// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/experiment_document.h"
#include "app/topology/arrange/arrange.h"

#include <set>

namespace lockstep {

/// Putting nodes in order, each one named step of undo. A network moves with what stands on it, and what
/// stands on a network that is arranged itself stays where it is there.

void alignNodes(ExperimentDocument& document, const std::set<std::string>& nodes, Edge edge);
void distributeNodes(ExperimentDocument& document, const std::set<std::string>& nodes,
                     Qt::Orientation orientation);
/// Of all nodes where fewer than two are given.
void tidyNodes(ExperimentDocument& document, const std::set<std::string>& nodes, Tidy tidy);
void putOnGrid(ExperimentDocument& document, const std::set<std::string>& nodes, qreal grid);

} // namespace lockstep
