// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cli/rank_environment.h"
#include "engine/host/supervisor.h"
#include "engine/protocol/experiment.h"

#include <string>

namespace lockstep {

/// What a person or a batch script asks of the supervisors of a run, which a launcher starts, one on each
/// host.
struct LaunchedRun {
    std::string run; ///< its id
    Experiment experiment;
    std::string resume;  ///< as SubmitRequest::resume
    std::string token;   ///< hexadecimal; empty: drawn, which only a run on one host can do
    std::string address; ///< numeric, for data ports; empty: that by which the others are reached
};

/// The host of the drawing, as an index, whose supervisor the process with that number is: the first process
/// owns the first host that has ranks or servers. Throws EngineError(InvalidExperiment) where the launcher
/// has started another number of processes than there are such hosts.
int hostOfProcess(const Experiment& experiment, const RankEnvironment& environment);

/// The number of the attempt that would come next in the run's folder on this host.
int nextAttemptHere(const std::string& run, int host);

/// The whole life of such a supervisor: the supervisors meet, agree on the attempt, tell each other where
/// their ranks listen, and own their ranks until the attempt has ended. Returns how it ended. Throws
/// EngineError.
ExitCode superviseLaunched(const LaunchedRun& launched, const RankEnvironment& environment,
                           SupervisorOptions options);

} // namespace lockstep
