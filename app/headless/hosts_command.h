// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/headless/command_line.h"

namespace lockstep {

/// `lockstep hosts`: has hosts do what the command line asks for, then prints what they keep. The exit code
/// is that of the first thing that failed.
int runHosts(const CommandLine& line);

} // namespace lockstep
