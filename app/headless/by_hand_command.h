// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/headless/command_line.h"

namespace lockstep {

/// `lockstep commands`: prints the commands that do by hand what `lockstep run` does, as one script.
int runByHand(const CommandLine& line);

} // namespace lockstep
