// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/program.h"
#include "engine/graph/graph_part.h"

#include <cstdint>

namespace lockstep::cuda {

/// Throws EngineError(OutOfMemory) that names the batch that would fit, where the current device has not so
/// many bytes free.
void requireRoom(const GraphPart& part, const ProgramOptions& options, std::int64_t bytes);

/// The largest batch below that of the options whose program takes no more than so many bytes; 0: none.
int batchThatFits(const GraphPart& part, ProgramOptions options, std::int64_t bytes);

} // namespace lockstep::cuda
