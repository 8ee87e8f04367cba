// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/result.h"
#include "engine/protocol/topology.h"

#include <string_view>
#include <vector>

namespace lockstep {

/// A line of a list of hosts that names none.
struct HostListProblem {
    int line = 0; ///< from 1
    Error error;
};

struct HostList {
    /// In the order of the list, each once, reached by SSH, with a CPU rank for each place that the list
    /// gives it.
    std::vector<Host> hosts;
    std::vector<HostListProblem> problems;
};

/// The hosts that a text names, one or more a line, in whichever of these forms each line is:
///   - an address (MXNet's and dmlc's hosts files), `user@host:port`, `ssh -p port user@host`;
///   - `host slots=N` (Open MPI), `host:N` (MPICH, Horovod), `host N queue processors` (Grid Engine's
///     $PE_HOSTFILE), a host that stands there N times (PBS's $PBS_NODEFILE): N ranks. Without a user, a
///     number behind the colon is a port when it is 22 or at least 1024, else a count;
///   - an expression of Slurm's, `gpu[01-04,07]`, bare or as SLURM_JOB_NODELIST=..., and
///     SLURM_TASKS_PER_NODE=2(x3),1 for the ranks of its nodes. Other SLURM_ variables are passed over.
/// `#` begins a comment. What no resolver would take for this host is refused: a number such as 116, which
/// means 0.0.0.116, half an address, a command (apache/mxnet#2117, #1037). Past kMaxHosts hosts or 1 MiB the
/// rest is a problem of its line, and read no further. Tasks that are not told for each node are one, too.
HostList readHostList(std::string_view text);

} // namespace lockstep
