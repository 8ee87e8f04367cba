// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/core/tensor_store.h"
#include "engine/distributed/process_group.h"

#include <string>

namespace lockstep {

/// SHA-256 in hexadecimal over every parameter in order: name, newline, shape ("20x1x5x5"), newline, the
/// values as little-endian f32. Equal weights of equal models give equal hashes on every host.
std::string weightHash(const TensorStore& parameters);

/// Compares this rank's hash with everyone's. A collective call; throws EngineError(Failure), the same on
/// every rank: it accuses the ranks that differ from a majority, and without one says which are equal among
/// themselves.
void requireEqualReplicas(ProcessGroup& group, const std::string& hash);

} // namespace lockstep
