// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/graph.h"

#include <cstddef>
#include <span>

namespace lockstep {

/// Throws EngineError(InvalidExperiment) that names a parameter of the graph which is not among those whose
/// gradients backward announces. REQUIRES: none is announced twice.
void requireAllTrained(const Graph& graph, std::span<const std::size_t> announced);

} // namespace lockstep
