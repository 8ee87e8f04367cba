// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/server/served_mesh.h"
#include "engine/distributed/server/served_slice.h"
#include "engine/protocol/experiment.h"

#include <functional>

namespace lockstep {

struct ParameterServerOptions {
    ServedMeshOptions mesh; ///< its role is that of a server
    TrainingSpec training;
    SliceOptimizerFactory makeOptimizer;
    /// A rank was lost, and the training goes on without it. On some thread; must not throw.
    std::function<void(int rank, const Error& error)> rankLost;
};

/// One server of a run: meets the ranks, and serves them until all have left. Throws EngineError(PeerLost)
/// naming who was lost, EngineError(Stopped) when the ranks were broken off; then all ranks have been told
/// the same. With training.outliveRanks a rank that is lost is left behind, rank 0 excepted, which keeps the
/// checkpoints. Blocks.
void runParameterServer(const ParameterServerOptions& options);

} // namespace lockstep
