// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/experiment.h"
#include "engine/protocol/sentence.h"

#include <chrono>

/// How a run goes on after an attempt that ended in an error. FORMAT.md, section 3.
namespace lockstep {

/// How long to wait before an attempt that nobody asked for: the first one as long as the experiment says,
/// each twice as long as the one before, an hour at most. `made`: such attempts before it.
std::chrono::milliseconds backoff(const RestartSpec& restart, int made);

/// What a host says for a supervisor that left no last word, with the name of the machine: no attempt follows
/// by itself where one of them is gone.
inline constexpr const char* kSupervisorGone = LOCKSTEP_TEXT(
    "The supervisor of this run on %1 ended without a last word: it was killed, or the host was "
    "restarted. Its ranks are ended.");

} // namespace lockstep
