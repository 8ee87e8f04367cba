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

/// A scheduler's own programs, run on this computer: sbatch, squeue and scontrol, or qsub. Each call waits
/// for the program, at most half a minute: for a worker thread or a command.
namespace lockstep {

/// Puts the script into the scheduler's queue; the number of the job.
Result<QString> submitScript(Scheduler scheduler, const QString& script);

struct BatchState {
    enum class Kind { Waiting, Running, Ended };
    Kind kind = Kind::Waiting;
    std::string reason; ///< why it waits, or how it ended, in Slurm's word: "Resources", "CANCELLED"
    bool operator==(const BatchState&) const = default;
};
/// Of a job of Slurm's.
Result<BatchState> slurmState(const QString& job);
/// What `squeue -h -o "%T|%r"` prints for a job; it forgets those that ended minutes ago.
BatchState parseSlurmState(std::string_view line);

/// A node as `scontrol -o show nodes` tells of it.
struct BatchNode {
    std::string address;
    std::string hostName;
    bool operator==(const BatchNode&) const = default;
};
/// In the order of the list, which is that of srun's tasks.
Result<std::vector<BatchNode>> slurmNodes(const std::string& list);
std::vector<BatchNode> parseSlurmNodes(std::string_view text);

/// The experiment as this computer reaches it while it runs there: the first host that takes part on the
/// first node, and so on. A node that is this computer, by its host name, becomes Connection::Local. An error
/// where there are too few nodes.
Result<Experiment> placedOn(Experiment experiment, const std::vector<BatchNode>& nodes,
                            const std::string& thisHost);

} // namespace lockstep
