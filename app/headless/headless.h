// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <optional>

namespace lockstep {

/// Runs `lockstep run|list|attach|stop|check|resume ...` (arguments without the program's name) and returns its exit
/// code; nothing when the first argument is no such command and the window should open. Needs no display.
std::optional<int> runHeadless(int& argc, char** argv);

} // namespace lockstep
