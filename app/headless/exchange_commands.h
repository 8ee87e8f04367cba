// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/mirrors/run_folder.h"

#include <QString>

namespace lockstep {

/// Writes a run for another program or desktop. The suffix of `path` tells as what: `.csv` and `.jsonl` every
/// number, a line each; `.lockstep-run` the run itself as one file, with its checkpoints where asked for; no
/// suffix a folder of TensorBoard's event files.
Result<void> exportRun(const RunFolder& folder, const QString& path, bool withCheckpoints);

/// Puts the run of a `.lockstep-run` file among those of `runs` and returns its folder.
Result<QString> importRun(const QString& file, const QString& runs);

} // namespace lockstep
