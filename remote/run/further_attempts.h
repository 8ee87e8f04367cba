// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/run/run_verdict.h"

#include <optional>
#include <vector>

/// Attempts that the hosts make by themselves: the run stays one, and its folder tells of each.
namespace lockstep {

/// The run with its next attempt, the present one ended as the mirrored journals of its supervisors tell. A
/// run that was left alone for several attempts is taken through them one by one, so that the records of each
/// are shown. Gives the hosts that are followed their states of the end. REQUIRES: their journals are here.
RunInfo afterAttempt(const RunFolder& folder, std::vector<RunHost>& hosts);

/// AttemptInfo::roster of the next attempt, as the hosts that are followed tell it.
QVector<int> nextRoster(const RunFolder& folder, const std::vector<RunHost>& hosts);

/// Which hosts the present attempt goes on without; nothing where all take part.
std::optional<Sentence> newsOfRoster(const RunFolder& folder);

/// Its supervisor has a further attempt of its own that is still to begin, none that was submitted from here.
bool waitsForItsAttempt(const RunHost& host);

/// That the present attempt begins by itself after a pause, and why. REQUIRES: another one was before it.
Sentence newsOfPause(const RunInfo& run);

/// That the present attempt was begun without this host, and why; nothing where it takes part.
std::optional<Sentence> absenceOf(int host, const RunFolder& folder);

/// What is to be said of a host in this phase besides the phase; nothing where all is well. `run`: as known.
/// REQUIRES: the host has told its state.
std::optional<Sentence> newsOf(RunPhase phase, const RunHost& host, const RunInfo& run);

} // namespace lockstep
