// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace lockstep {

/// What a launcher's environment says of this process: RANK, WORLD_SIZE, LOCAL_RANK, LOCAL_WORLD_SIZE as
/// PyTorch's launchers set them, else Open MPI's OMPI_COMM_WORLD_*, else Slurm's SLURM_* of a task that srun
/// started. One rank alone without any.
struct RankEnvironment {
    int rank = 0;
    int worldSize = 1;
    int localRank = 0;
    int localWorldSize = 1;
    std::string masterAddress = {}; ///< a name or an address, where rank 0 runs; empty: nobody says
    int masterPort = 0;             ///< 0: nobody says, or another program listens there
    std::string job = {};           ///< tells this start from others of the same launcher
    int restarts = 0;               ///< how often the launcher has started the job again
    bool operator==(const RankEnvironment&) const = default;
};

/// Looks a variable up; null when it is not set.
using VariableLookup = std::function<const char*(const char*)>;

/// Throws EngineError(Usage) naming a variable that is missing beside another, that is no number, or that
/// does not fit the others.
RankEnvironment readRankEnvironment(const VariableLookup& variable);

/// The first name of one of Slurm's lists of hosts: "gpu[03-04,07],login" gives "gpu03". As it is where it is
/// no list.
std::string firstOfHostList(std::string_view list);
/// The number of tasks on the node with that number, 0 the first, in Slurm's "2(x3),1"; 0 where it says none.
int tasksOfNode(std::string_view tasksPerNode, int node);

} // namespace lockstep
