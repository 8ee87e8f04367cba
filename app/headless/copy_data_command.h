// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/headless/command_line.h"

namespace lockstep {

/// Copies the data of an experiment to its hosts and prints the path under which they lie there; with
/// line.writes it puts that path into the document. Returns an ExitCode.
int runCopyData(const CommandLine& line);

} // namespace lockstep
