// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/experiment.h"
#include "engine/protocol/result.h"
#include "remote/launchers/batch_script.h"

#include <QString>
#include <string>
#include <string_view>
#include <vector>

/// A scheduler's own programs, run on this computer: sbatch, squeue and scontrol, or qsub and qstat. Each
/// call waits for the program, at most half a minute: for a worker thread or a command.
namespace lockstep {

/// Puts the script into the scheduler's queue; the number of the job.
Result<QString> submitScript(Scheduler scheduler, const QString& script);

struct BatchState {
    enum class Kind { Waiting, Running, Ended };
    Kind kind = Kind::Waiting;
    std::string reason; ///< why it waits, or how it ended, in the scheduler's words: "Resources", "CANCELLED"
    bool operator==(const BatchState&) const = default;
};
/// Of a job of this account.
Result<BatchState> batchState(Scheduler scheduler, const QString& job);
/// What `squeue -h -o "%T|%r"` prints for a job; it forgets those that ended minutes ago.
BatchState parseSlurmState(std::string_view line);
/// What `qstat -xml` prints of an account's jobs; one that is not among them has ended.
Result<BatchState> parseGridEngineState(std::string_view xml, std::string_view job);
/// Why a job is in the state of an error, where `qstat -j` says so; else empty.
std::string gridEngineErrorReason(std::string_view text);

/// A node as its scheduler names it.
struct BatchNode {
    std::string address;
    std::string hostName;
    bool operator==(const BatchNode&) const = default;
};
/// Of a list as allocatedNodes() has it, in its order, which is that of the supervisors.
Result<std::vector<BatchNode>> batchNodes(Scheduler scheduler, const std::string& list);
/// What `scontrol -o show nodes` tells of them.
std::vector<BatchNode> parseSlurmNodes(std::string_view text);
/// Names between blanks.
std::vector<BatchNode> parseGridEngineNodes(std::string_view list);

/// The experiment as this computer reaches it while it runs there: the first host that takes part on the
/// first node, and so on. A node that is this computer, by its host name or as "localhost", becomes
/// Connection::Local. An error where there are too few nodes.
Result<Experiment> placedOn(Experiment experiment, const std::vector<BatchNode>& nodes,
                            const std::string& thisHost);

} // namespace lockstep
