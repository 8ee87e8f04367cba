// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace lockstep {

/// Removes the checkpoint of this step from `folder`, the one that holds all of them. It is out of sight at
/// once, so that a folder of its name is whole or not there, whatever interrupts this. One that is not there
/// does no harm: another process may have removed it. Throws EngineError(CheckpointError).
void removeCheckpoint(const std::string& folder, std::int64_t step);

/// Removes a folder with all that is in it; one that is not there does no harm. Throws
/// EngineError(CheckpointError).
void removeFolder(const std::string& folder);

/// Removes what was cut short in there: every name that begins with a dot.
void removeUnfinished(const std::string& folder);

} // namespace lockstep
