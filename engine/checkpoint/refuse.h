// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/core/error.h"

#include <string>
#include <utility>
#include <vector>

namespace lockstep {

/// Throws EngineError(CheckpointError). `text` is a whole sentence; %1 is the file.
[[noreturn]] inline void refuseFile(const char* text, std::vector<Sentence> arguments)
{
    throw EngineError(ExitCode::CheckpointError, Error{text, std::move(arguments), {}});
}

} // namespace lockstep
