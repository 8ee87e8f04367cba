// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/rank_end.h"

#include <utility>

namespace lockstep {

std::optional<EngineError> endOfRun(const ProcessGroup* group, const StopFlag& stop)
{
    try {
        if (group)
            group->throwIfEnded();
    } catch (const EngineError& error) {
        return error;
    }
    if (!stop.requested())
        return std::nullopt;
    return EngineError(ExitCode::Stopped, {LOCKSTEP_TEXT("The run was asked to stop."), {}, {}});
}

RankFinished finishedAs(Trainer::Outcome outcome, std::int64_t steps, std::string weightHash)
{
    const bool isFinished = outcome == Trainer::Outcome::Finished;
    RankFinished finished;
    finished.step = steps;
    finished.exitCode = static_cast<int>(isFinished ? ExitCode::Success : ExitCode::Stopped);
    finished.weightHash = std::move(weightHash);
    if (!isFinished)
        finished.message = Sentence(
            outcome == Trainer::Outcome::BrokenOff
                ? LOCKSTEP_TEXT("Stopped as asked after %1 steps. What was under way was broken off, so "
                                "the ranks did not compare their weights.")
                : LOCKSTEP_TEXT("Stopped as asked after %1 steps."),
            {std::to_string(finished.step)});
    return finished;
}

std::string lineOf(Trainer::Outcome outcome, const RankFinished& finished)
{
    const bool isBrokenOff = outcome == Trainer::Outcome::BrokenOff;
    return (outcome == Trainer::Outcome::Finished ? "finished after "
            : isBrokenOff                         ? "broken off, as a stop was asked for, after "
                                                  : "stopped as asked after ") +
           std::to_string(finished.step) + " steps" +
           (isBrokenOff ? "" : "; the weights' SHA-256 is " + finished.weightHash);
}

} // namespace lockstep
