// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/cpu_program.h"

namespace lockstep {

/// A program of oneDNN primitives: every worker runs a network of its own, single-threaded, on its share of the
/// samples, and the workers' gradients are added in their order. For each size of a share a network is built at
/// its first use and kept (a full and a short batch need two or three); apart from that only oneDNN itself
/// allocates in a step, for its argument tables. Throws EngineError when the graph is not a chain.
std::unique_ptr<Program> makeDnnlProgram(const Graph& graph, const ProgramOptions& options);

/// "oneDNN 2.6.3"
std::string dnnlVersion();

} // namespace lockstep
