// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/run_phase.h"

#include "engine/protocol/exit_code.h"

namespace lockstep {

RunPhase endingPhase(int exitCode)
{
    switch (static_cast<ExitCode>(exitCode)) {
    case ExitCode::Success:
        return RunPhase::Finished;
    case ExitCode::Stopped:
        return RunPhase::Stopped;
    case ExitCode::PeerLost:
        return RunPhase::EndedWithOthers;
    default:
        return RunPhase::Failed;
    }
}

RunPhase shownPhase(RunPhase phase, int exitCode)
{
    const bool stopped = hasEnded(phase) && exitCode == static_cast<int>(ExitCode::Stopped);
    return stopped ? RunPhase::Stopped : phase;
}

RunPhase endOfPart(RunPhase run, RunPhase part, bool isCulprit)
{
    if (run != RunPhase::Failed)
        return run;
    if (isCulprit || part == RunPhase::Finished)
        return isCulprit ? RunPhase::Failed : part;
    return isStarting(part) || part == RunPhase::NotStarted ? RunPhase::NotStarted
                                                            : RunPhase::EndedWithOthers;
}

std::string_view toString(RunPhase phase)
{
    switch (phase) {
    case RunPhase::Waiting:
        return "waiting";
    case RunPhase::Connecting:
        return "connecting";
    case RunPhase::Deploying:
        return "deploying";
    case RunPhase::Launching:
        return "launching";
    case RunPhase::Submitted:
        return "submitted";
    case RunPhase::Training:
        return "training";
    case RunPhase::Reconnecting:
        return "reconnecting";
    case RunPhase::Stopping:
        return "stopping";
    case RunPhase::Finished:
        return "finished";
    case RunPhase::Stopped:
        return "stopped";
    case RunPhase::EndedWithOthers:
        return "ended-with-others";
    case RunPhase::NotStarted:
        return "not-started";
    case RunPhase::Failed:
        return "failed";
    }
    return {};
}

std::optional<RunPhase> phaseNamed(std::string_view name)
{
    for (int each = 0; each <= static_cast<int>(RunPhase::Failed); ++each)
        if (const auto phase = static_cast<RunPhase>(each); toString(phase) == name)
            return phase;
    return std::nullopt;
}

} // namespace lockstep
