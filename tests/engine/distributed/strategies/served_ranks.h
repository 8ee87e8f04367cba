// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/server/parameter_server.h"
#include "tests/engine/distributed/rank_harness.h"

#include <string>
#include <vector>

namespace lockstep::test {

/// For one member, ranks first; takes its socket out of `ports`.
ServedMeshOptions servedMesh(Ports& ports, int ranks, int member);

/// As a server process makes it.
SliceOptimizerFactory sliceOptimizers(TrainingSpec training);

/// How the processes of a run with servers ended: "" where they did so in order, else what they threw.
struct ServedEnds {
    std::vector<std::string> ranks, servers;
    std::vector<int> lostRanks; ///< that servers went on without, sorted
};

/// Ranks and servers are threads of this process, linked over the loopback.
ServedEnds runServed(const TrainingSpec& training, int ranks, int servers, const RankFunction& function);

/// The same, where all must end in order.
void expectServed(const TrainingSpec& training, int ranks, int servers, const RankFunction& function);

} // namespace lockstep::test
