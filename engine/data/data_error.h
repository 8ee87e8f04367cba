// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/core/error.h"

namespace lockstep {

[[noreturn]] inline void throwDataError(std::string text, std::vector<Sentence> arguments)
{
    throw EngineError(ExitCode::DataError, Error{std::move(text), std::move(arguments), {}});
}

} // namespace lockstep
