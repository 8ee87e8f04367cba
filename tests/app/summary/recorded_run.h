// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/experiment.h"
#include "engine/protocol/journal.h"
#include "remote/mirrors/run_folder.h"

#include <QString>
#include <vector>

namespace lockstep {

/// What a generated run looks like.
struct RecordedRun {
    int hosts = 1;
    int ranksPerHost = 2;
    int epochs = 3;
    std::int64_t stepsPerEpoch = 120;
    int failingRank = -1; ///< ends after half of the steps
    std::int64_t firstStep = 0;
    int attempt = 1;
    QVector<int> roster{}; ///< hosts of a further attempt; empty: all. `hosts` says how many these are
    std::int64_t beginMs = 1'795'219'200'000; ///< wall clock, ms since 1970
    std::string name = "Digits on this computer";
    bool onGpus = false; ///< cuda:0, cuda:2, ... of each host; the last one tells nothing but its memory
};

/// An experiment with these hosts: the first is this computer, the others are reached over SSH.
Experiment recordedExperiment(const RecordedRun& run);
/// The journal of one rank: start, steps with a falling noisy loss, epochs, evaluations, checkpoints (rank
/// 0), end.
std::vector<Record> recordedJournal(const RecordedRun& run, int rank);
/// The run on disk below `runs`, as mirrors leave it: journals and logs of every rank.
Result<RunFolder> writeRecordedRun(const QString& runs, const RecordedRun& run);
/// A further attempt of such a run, with the epochs that `run` says. REQUIRES: its number is the next.
Result<void> addRecordedAttempt(RunFolder& folder, const RecordedRun& run);
/// A run of two hosts with two ranks each, in two attempts: rank 1 ended the first, and the second went on to
/// the end.
Result<RunFolder> writeRestartedRun(const QString& runs);

} // namespace lockstep
