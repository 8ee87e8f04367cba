// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/forecast/step_model.h"
#include "app/problems/model_costs.h"

#include <string>

/// Drawings and models of whom forecasts are made.
namespace lockstep {

/// Hosts "a", "b", ... with one rank each, in a row, each linked to the next.
Topology chainOf(int hosts, double mbps, double latencyMs = 0);
/// The same around a switch.
Topology starOf(int hosts, double mbps, double latencyMs = 0);

/// Hosts "a" and "b" at one switch, "c" and "d" at another, which is linked with the first.
Topology twoSwitches(double mbps);

/// What the engine says of a model of the zoo.
ModelWork workOf(const std::string& model);

/// Ranks that train so many FLOP/s, one for each of the topology.
ForecastInput inputOf(Topology topology, ModelWork work, int batch, double flopsPerSecond);

} // namespace lockstep
