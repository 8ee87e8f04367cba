// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/headless/command_line.h"
#include "remote/mirrors/run_folder.h"

namespace lockstep {

/// `lockstep checkpoints`: does what the line asks for with the checkpoints of a run, then lists them, as
/// text or as one line of JSON. Returns the exit code; ExitCode::CheckpointError when one is damaged.
int runCheckpoints(const CommandLine& line, const RunFolder& folder);

} // namespace lockstep
