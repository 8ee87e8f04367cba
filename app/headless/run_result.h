// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/blame/culprit.h"
#include "app/summary/run_summary.h"
#include "remote/mirrors/run_folder.h"

#include <QByteArray>

namespace lockstep {

/// The last line of `--json`: one object on one line, without a newline. Members: run, state, epochs
/// (finished), steps, training_loss and validation_accuracy (of the last epoch; null: none),
/// epoch_training_loss and epoch_validation_accuracy (arrays), weight_hashes and records (arrays by rank),
/// world_size, seconds (that the attempts took, each from its first record to its last), exit_code, message,
/// folder; and held_back: what held the run back when its ranks were last heard, as far as this command has
/// followed it. Its members: kind ("unknown", "nothing", "slow-loader", "slow-rank", "slow-link",
/// "silent-host"), sentence, and where they apply rank, host, links (arrays of the ids of both ends), mbps
/// and expected_mbps, own_seconds and usual_seconds (of the rank and of most others), step_seconds,
/// cost_seconds (of a step), shown_steps of steps, silent_seconds.
QByteArray runResultJson(const RunFolder& folder, const RunInfo& info, const RunSummary& summary,
                         const Culprit& culprit);

/// "finished", "stopped", "failed", "training", ...
QString stateName(const RunInfo& info);

} // namespace lockstep
