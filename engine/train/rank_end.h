// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/core/error.h"
#include "engine/distributed/process_group.h"
#include "engine/protocol/journal.h"
#include "engine/train/stop_flag.h"
#include "engine/train/trainer.h"

#include <optional>
#include <string>

namespace lockstep {

/// Why the run of a rank has come to an end while the rank still works, if it has: what has ended its group
/// (null: there is none yet), else a stop. The group's end comes first: it is most often what the stop of a
/// rank that hangs is about. Any thread.
std::optional<EngineError> endOfRun(const ProcessGroup* group, const StopFlag& stop);

/// The last record of a rank whose training came to this end after so many steps, and the line of its log.
/// `weightHash`: empty where it was broken off, for nobody has compared it then, and ranks may be a step
/// apart.
RankFinished finishedAs(Trainer::Outcome outcome, std::int64_t steps, std::string weightHash);
std::string lineOf(Trainer::Outcome outcome, const RankFinished& finished);

} // namespace lockstep
