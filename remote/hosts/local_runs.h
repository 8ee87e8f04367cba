// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/attach_messages.h"
#include "remote/waiting.h"

#include <string>
#include <vector>

namespace lockstep {

/// What the engine of this computer knows of its runs, one state for each run and host of it; a run whose
/// supervisor has died is told as ended. Waits for the answer, but not beyond the deadline: for a worker
/// thread.
Result<std::vector<RunState>> localRuns(const std::string& engine, Deadline deadline);

} // namespace lockstep
