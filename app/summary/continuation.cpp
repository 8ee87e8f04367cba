// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/summary/continuation.h"

#include "engine/protocol/exit_code.h"

namespace lockstep {

namespace {

bool hasTrainedToItsEnd(const RunInfo& info)
{
    return info.phase == RunPhase::Finished && info.exitCode == static_cast<int>(ExitCode::Success);
}

/// Updates that the newest checkpoint stands for; 0: there is none.
std::int64_t savedSteps(const RunSummary& summary)
{
    const QVector<KeptCheckpoint> checkpoints = summary.checkpoints();
    return checkpoints.isEmpty() ? 0 : checkpoints.last().step;
}

} // namespace

Continuation continuationOf(const RunInfo& info, const RunSummary& summary)
{
    if (!hasEnded(info.phase))
        return Continuation::None;
    // What was saved after the last step is the end of the training, whatever happened then.
    const bool isSavedWhole = summary.totalSteps() > 0 && savedSteps(summary) >= summary.totalSteps();
    if (hasTrainedToItsEnd(info) || isSavedWhole)
        return Continuation::TrainLonger;
    return summary.checkpoints().isEmpty() ? Continuation::TryAgain : Continuation::Resume;
}

int trainedEpochs(const RunInfo& info, const RunSummary& summary)
{
    const std::int64_t saved = savedSteps(summary);
    if (saved > 0 && summary.totalSteps() > 0)
        return static_cast<int>(saved * summary.totalEpochs() / summary.totalSteps());
    return hasTrainedToItsEnd(info) ? summary.totalEpochs() : 0;
}

int epochsWithMore(const RunInfo& info, const RunSummary& summary, int more)
{
    const bool isEnough = continuationOf(info, summary) == Continuation::TrainLonger;
    return more + (isEnough ? trainedEpochs(info, summary) : summary.totalEpochs());
}

Error nothingLeft(const RunInfo& info, const RunSummary& summary)
{
    return {LOCKSTEP_TEXT(
                "The run %1 has trained to its end (epochs: %2), so nothing is left to resume. To train "
                "it longer, write lockstep resume %1 --more-epochs 10."),
            {info.id.toStdString(), std::to_string(trainedEpochs(info, summary))},
            {}};
}

} // namespace lockstep
