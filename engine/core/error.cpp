// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/error.h"

namespace lockstep {

void throwCheckFailed(const char* condition, const char* file, int line)
{
    throw EngineError(
        ExitCode::Failure,
        {LOCKSTEP_TEXT("Internal error: %1 does not hold (%2:%3). Please report it with the log."),
         {condition, file, std::to_string(line)},
         {}});
}

} // namespace lockstep
