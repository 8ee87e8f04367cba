// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/mirrors/run_folder.h"
#include "remote/rehearsal/rehearsal.h"

#include <QString>
#include <optional>

/// What tells the folder of a rehearsal from that of a run: a file `rehearsal.json`. The hosts of a rehearsal
/// are gone with the program that began it, so nobody is to look for them.
namespace lockstep {

/// How a rehearsal came about, and what of the drawing is not true of it.
struct RehearsalFacts {
    StageKind stage = StageKind::User;
    bool leavesOutGpus = false;   ///< the ranks drawn on GPUs compute on processors
    bool imitatesCompute = false; ///< the ranks wait as long as computing would take
    bool operator==(const RehearsalFacts&) const = default;
};
RehearsalFacts factsOf(const Rehearsal& rehearsal);

Result<void> markRehearsal(const QString& runFolder, const RehearsalFacts& facts);
/// Nothing where the folder is that of a run. Of a damaged file what can be read.
std::optional<RehearsalFacts> rehearsalIn(const QString& runFolder);
bool isRehearsal(const QString& runFolder);

/// Writes down that a rehearsal which nobody shows any more has ended. An error where another program still
/// rehearses it. REQUIRES: by its phase it goes on.
Result<void> closeRehearsal(RunFolder& folder);

} // namespace lockstep
