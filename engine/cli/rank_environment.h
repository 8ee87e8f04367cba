// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

namespace lockstep {

/// What a launcher's environment says of this process: RANK, WORLD_SIZE, LOCAL_RANK, LOCAL_WORLD_SIZE as
/// PyTorch's launchers set them, else Open MPI's OMPI_COMM_WORLD_*, else Slurm's SLURM_*. One rank alone
/// without any.
struct RankEnvironment {
    int rank = 0;
    int worldSize = 1;
    int localRank = 0;
    int localWorldSize = 1;
    bool operator==(const RankEnvironment&) const = default;
};

/// `variable` looks a variable up, null when it is not set. Throws EngineError(Usage) naming a variable that
/// is no number or does not fit the others.
RankEnvironment readRankEnvironment(const std::function<const char*(const char*)>& variable);

} // namespace lockstep
