// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/journal_records.h"
#include "remote/mirrors/run_folder.h"
#include "remote/run/run_host.h"

#include <map>
#include <vector>

namespace lockstep {

/// The last words of ranks, by rank, where their journals hold any.
using LastWords = std::map<int, RankFinished>;

/// How the run ended, from what its hosts said: the phase, the exit code, and the one cause with the hosts
/// that share it. A host that lost a peer saw the consequence; one with another reason knows the cause; one
/// that said nothing is at fault only when nobody else is. `before` is what was known of the run until now.
RunInfo verdictOf(const RunInfo& before, const std::vector<RunHost>& hosts, const LastWords& ranks = {});

/// What the mirrored journals of the present attempt end with.
LastWords lastWordsIn(const RunFolder& folder);

/// Whether a rank of the host has written anything in this attempt.
bool hasRecords(const RunFolder& folder, const RunHost& host);

/// What the host is told as once the run has ended, and the sentence that belongs to it: the reason, where it
/// is to blame, or what is missing of it here.
RunPhase endOf(const RunHost& host, const RunInfo& verdict);
std::optional<Sentence> errorAtTheEnd(const RunHost& host, const RunInfo& verdict);

} // namespace lockstep
