// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/remote_options.h"

namespace lockstep {

class MainWindow;
class WindowActions;

/// Opens, whenever it is wanted, a window on what the selected hosts of the drawing keep; where none is
/// selected, on all of them and this computer.
void offerHostRuns(WindowActions& actions, const RemoteOptions& options, MainWindow& window);

} // namespace lockstep
