// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

namespace lockstep {

/// How far a run has come, as a whole, on one of its hosts, or as one of its ranks: the one list of words for
/// all three, in the order in which they follow one another; of several ends, the last says most.
enum class RunPhase {
    Waiting,    ///< nothing has been done for it yet
    Connecting, ///< to its hosts
    Deploying,  ///< the engine is on its way to them
    Launching,  ///< they are being told of the run
    Submitted,  ///< the supervisor runs, the ports are bound; nothing trains yet
    Training,
    Reconnecting,    ///< the desktop has lost sight of a host that was training
    Stopping,        ///< asked to end; the step is being finished
    Finished,        ///< ended as it was to
    Stopped,         ///< ended early because a person asked for it
    NotStarted,      ///< left before anything trained there
    EndedWithOthers, ///< of a host or a rank: ended because another one failed
    Failed,          ///< ended by a failure, of its own where it is a host or a rank
};

/// Every phase is exactly one of these three.
constexpr bool isStarting(RunPhase phase)
{
    return phase < RunPhase::Training;
}
constexpr bool isLive(RunPhase phase)
{
    return phase >= RunPhase::Training && phase < RunPhase::Finished;
}
constexpr bool hasEnded(RunPhase phase)
{
    return phase >= RunPhase::Finished;
}

/// How a rank with this exit code has ended.
RunPhase endingPhase(int exitCode);
/// The phase of a run as people are told: on a host and on the disk, a run that was stopped counts as
/// finished or failed, and its exit code says the rest.
RunPhase shownPhase(RunPhase phase, int exitCode);

/// What a host or a rank is told as once its run has ended, so that the run and all its parts say the same.
/// `run`: as people are told; `part`: the last that the part itself told; `isCulprit`: it ended the run.
RunPhase endOfPart(RunPhase run, RunPhase part, bool isCulprit);

/// "submitted", "training"; what stands in messages and files as well, where a run as a whole is never
/// "ended-with-others".
std::string_view toString(RunPhase phase);
/// The phase of that name; nothing for other words.
std::optional<RunPhase> phaseNamed(std::string_view name);

} // namespace lockstep
