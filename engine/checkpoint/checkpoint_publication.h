// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace lockstep {

/// Gives the finished folder `made` of a checkpoint the name `target`, beside it, in one step; what had that
/// name is then called `made`. On a file system that cannot exchange two names, a checkpoint that is there
/// and whole stays. Throws EngineError(CheckpointError).
void publishCheckpoint(const std::string& made, const std::string& target);

} // namespace lockstep
