// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

namespace lockstep {

/// Runs `lockstep run|list|attach|stop|resume|check|plot|demo ...` and returns its exit code (an ExitCode);
/// nothing when the first argument is no such command and the window should open. Needs no display. Makes the
/// application object itself: called before there is one.
std::optional<int> runHeadless(int& argc, char** argv);

} // namespace lockstep
