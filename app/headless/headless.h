// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/headless/command_line.h"
#include "engine/protocol/exit_code.h"
#include "remote/remote_options.h"

#include <optional>

namespace lockstep {

/// Runs `lockstep run|list|attach|stop|resume|check|plot|demo ...` and returns its exit code (an ExitCode);
/// nothing when the first argument is no such command and the window should open. Needs no display. Makes the
/// application object itself: called before there is one.
std::optional<int> runHeadless(int& argc, char** argv);

/// Does what is asked for, which is not Command::Window, and returns the exit code. Needs an application
/// object.
int runCommand(const CommandLine& line);

/// How the command line wants hosts to be reached.
RemoteOptions remoteOptionsOf(const CommandLine& line);

/// Says an error on stderr, in the language of the program, and returns the exit code to leave with.
int refuse(const Error& error, ExitCode code);

} // namespace lockstep
