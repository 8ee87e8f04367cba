// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/problems/model_costs.h"
#include "engine/protocol/host_needs.h"

namespace lockstep {

/// Replicas of the model on one device of a host. Those devices that hold the parts of one (model-parallel)
/// have room for one between them.
double replicasOn(const Host& host, Device device, StrategyKind strategy);

/// What the experiment needs of each of its hosts, by the engine's count of its model: what a host has left
/// is held against it before a run.
NeedsOfHosts needsOfHosts(const Experiment& experiment, const ModelCosts& costs);

} // namespace lockstep
