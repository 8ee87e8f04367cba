// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/mirrors/run_folder.h"

#include <QByteArray>

namespace lockstep {

/// `run.json` of a run folder, which may be anybody's: every member is checked.
Result<RunInfo> readRunInfo(const QString& folder);
/// Replaces it; a reader sees the old or the new one.
Result<void> writeRunInfo(const QString& folder, const RunInfo& info);

/// The same for the experiment that the run was started from.
Result<Experiment> readRunExperiment(const QString& folder);
Result<void> writeRunExperiment(const QString& folder, const Experiment& experiment);

/// "The run in ... cannot be opened: ..."
Error badRun(const QString& path, const Sentence& reason);

} // namespace lockstep
