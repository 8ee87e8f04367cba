// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/experiment.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// Who hands out hosts and starts a batch script on the first of them.
enum class Scheduler { Slurm, GridEngine };

/// What a batch script starts: one supervisor on each host of the allocation, the first one for the first
/// host of the drawing, and so on. All paths are absolute and lead to the same files on all of them.
struct BatchJob {
    std::string run;    ///< its id
    std::string engine; ///< lockstep-engine
    std::string document;
    std::string tokenFile; ///< of mode 0600
    std::string logFile;   ///< what the supervisors say; "%j" of Slurm's, "$JOB_ID" of Grid Engine's
    int hosts = 1;
    int gpusPerHost = 0;              ///< the most that one host of the drawing uses
    std::string parallelEnvironment;  ///< Grid Engine's, with a slot on each host (allocation_rule 1); empty:
                                      ///< none, for one host
    std::vector<std::string> options; ///< further ones for the scheduler, as "--partition=gpu"
};

/// The hosts and GPUs that the experiment takes; the rest is the caller's to fill in.
BatchJob batchJob(const Experiment& experiment);

/// The text of the script for /bin/sh. A job that the scheduler starts again goes on from its newest
/// checkpoint, and one that is cancelled or runs out of time has the moment to write one.
std::string batchScript(Scheduler scheduler, const BatchJob& job);

/// The nodes of a job as its script has told them last in its log: "gpu[03-04]" of Slurm's, "gpu-3 gpu-4" of
/// Grid Engine's; empty: not yet. Schedulers forget, while a job ends, those that have ended.
std::string allocatedNodes(std::string_view log);

} // namespace lockstep
