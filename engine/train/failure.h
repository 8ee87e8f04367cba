// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/exit_code.h"
#include "engine/protocol/sentence.h"

namespace lockstep {

/// How an exception ends the process.
struct ExitReason {
    ExitCode code = ExitCode::Failure;
    Sentence message;
    int culprit = -1; ///< the rank that caused it, where known
};

/// Of the exception being handled; call it inside a catch block. Memory that ran out and a full disk get
/// sentences that say how to mend them.
ExitReason currentFailure();

} // namespace lockstep
