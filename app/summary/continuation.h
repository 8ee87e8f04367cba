// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/summary/run_summary.h"
#include "remote/mirrors/run_folder.h"

namespace lockstep {

/// How a run can go on.
enum class Continuation {
    None,        ///< it has not ended
    TryAgain,    ///< nothing of it was saved: it can only begin anew
    Resume,      ///< steps are left to train
    TrainLonger, ///< none are, unless it gets more epochs
};

/// `summary`: what the journals of the run tell; before they are read, its end alone decides.
Continuation continuationOf(const RunInfo& info, const RunSummary& summary);

/// Whole epochs that the newest checkpoint stands for; without one, those of a run that has finished.
int trainedEpochs(const RunInfo& info, const RunSummary& summary);

/// How many epochs the run has in all, when it gets so many more than it was to train or, where it ended
/// early because nothing became better, than it has trained.
int epochsWithMore(const RunInfo& info, const RunSummary& summary, int more);

/// The answer to who wants to resume a run in which nothing is left to train.
Error nothingLeft(const RunInfo& info, const RunSummary& summary);

} // namespace lockstep
