// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/headless/command_line.h"

namespace lockstep {

/// `lockstep rehearse`: trains as `lockstep run` does, on this computer made into the drawn cluster, and says
/// on stderr that it is a rehearsal and how it came about. Where this computer cannot be made into one:
/// ExitCode::HostUnreachable.
int runRehearsal(const CommandLine& line);

} // namespace lockstep
