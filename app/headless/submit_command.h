// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/headless/command_line.h"

namespace lockstep {

/// `lockstep submit`: writes the batch script of an experiment (or only shows it), hands it to the scheduler,
/// and follows the job: while it waits, its state; once it runs, the run itself on the hosts that it was
/// given, as `lockstep attach` does. Ctrl-C leaves a job that waits where it is, and says how to take it
/// back.
int runSubmit(const CommandLine& line);

} // namespace lockstep
