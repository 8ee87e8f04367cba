// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/lowering/program_plan.h"
#include "engine/graph/graph_part.h"

namespace lockstep::cuda {

/// How activations are stored.
Element elementOf(Precision precision);

/// Turns a graph, or a part of one, into the work of forward and backward for one queue. The same graph and
/// options give the same plan, whatever the device; it does not refer to the graph. Throws EngineError.
ProgramPlan lower(const GraphPart& part, const ProgramOptions& options);
ProgramPlan lower(const Graph& graph, const ProgramOptions& options);

} // namespace lockstep::cuda
