// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/descriptor.h"
#include "remote/mirrors/run_folder.h"

#include <QString>

/// Who looks after a run: as long as somebody does, its run.json tells the truth. Any thread.
namespace lockstep {

/// Held while a run of this folder is watched; several programs may hold one, and it goes with its program.
/// Empty where the file system keeps no locks.
Descriptor watchRun(const QString& folder);

/// Whether somebody, this program included, watches the run of this folder now.
bool isWatched(const QString& folder);

/// Whether the run was left before any host was told of it, so that there is nothing to look for.
bool neverBegan(const RunFolder& folder);

} // namespace lockstep
