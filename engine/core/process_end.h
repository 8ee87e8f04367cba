// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/exit_code.h"

#include <chrono>

namespace lockstep {

/// From now on the process may take so long to end by itself; then it ends at once, with that code and
/// without tidying up. For the last moments of main: libraries tidy up behind it, and one whose device hangs
/// may never come back. Takes over SIGALRM.
void endWithin(std::chrono::seconds time, ExitCode code);

} // namespace lockstep
