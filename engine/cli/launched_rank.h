// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cli/rank_environment.h"
#include "engine/distributed/process_group.h"
#include "engine/protocol/experiment.h"
#include "engine/protocol/rank_launch.h"
#include "engine/train/stop_flag.h"

#include <string>

namespace lockstep {

/// What a rank tells the others of its launcher.
struct RankNotice {
    Endpoint endpoint;   ///< where it listens for them
    int attempt = 1;     ///< the number that its run folder would give the attempt
    std::string machine; ///< equal on one machine
    std::string cores;   ///< that it may use: their numbers
    bool operator==(const RankNotice&) const = default;
};
std::string toJson(const RankNotice& notice);
/// Throws EngineError(PeerLost) for what no rank tells.
RankNotice parseRankNotice(std::string_view json);

/// Refuses an experiment that these ranks cannot train, naming both sides. Throws EngineError
/// (InvalidExperiment): ranks of another number, or a strategy whose servers only supervisors start.
void requireFits(const Experiment& experiment, const RankEnvironment& environment);

/// Fills in what a supervisor would have told this rank: its number, where the others are, the attempt on
/// which all agree, the socket it listens on, and its threads where `launch.threads` is 0. Blocks until all
/// have come. Throws EngineError as Rendezvous does.
void meetLaunchedRanks(RankLaunch& launch, const Experiment& experiment, const RankEnvironment& environment,
                       const RunToken& token, const StopFlag& stop);

} // namespace lockstep
