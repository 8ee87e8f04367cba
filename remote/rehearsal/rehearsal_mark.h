// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/mirrors/run_folder.h"

#include <QString>

/// What tells the folder of a rehearsal from that of a run: a file `rehearsal.json`. The hosts of a rehearsal
/// are gone with the program that began it, so nobody is to look for them.
namespace lockstep {

Result<void> markRehearsal(const QString& runFolder);
bool isRehearsal(const QString& runFolder);

/// Writes down that a rehearsal which nobody shows any more has ended. An error where another program still
/// rehearses it. REQUIRES: by its phase it goes on.
Result<void> closeRehearsal(RunFolder& folder);

} // namespace lockstep
