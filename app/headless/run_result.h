// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/summary/run_summary.h"
#include "remote/mirrors/run_folder.h"

#include <QByteArray>

namespace lockstep {

/// The last line of `--json`: one object on one line, without a newline. Members: run, state, epochs
/// (finished), steps, training_loss and validation_accuracy (of the last epoch; null: none),
/// epoch_training_loss and epoch_validation_accuracy (arrays), weight_hashes and records (arrays by rank),
/// world_size, seconds (that the attempts took, each from its first record to its last), exit_code, message,
/// folder.
QByteArray runResultJson(const RunFolder& folder, const RunInfo& info, const RunSummary& summary);

/// "finished", "stopped", "failed", "training", ...
QString stateName(const RunInfo& info);

} // namespace lockstep
