// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/interchange/archive/run_archive.h"
#include "remote/mirrors/run_folder.h"

#include <QString>

namespace lockstep {

/// Writes a run for another program, desktop or reader. The suffix of `path` tells as what: `.html` and
/// `.pdf` a report; `.csv` and `.jsonl` every number, a line each; `.lockstep-run` the run itself as one
/// file, as much of it as asked for; no suffix a folder of TensorBoard's event files. REQUIRES: a
/// QApplication, of any platform.
Result<void> exportRun(const RunFolder& folder, const QString& path, ArchiveContents contents);

/// Puts the run of a `.lockstep-run` file among those of `runs` and returns its folder.
Result<QString> importRun(const QString& file, const QString& runs);

} // namespace lockstep
