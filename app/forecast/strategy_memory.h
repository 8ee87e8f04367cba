// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/forecast/model_work.h"
#include "engine/protocol/experiment.h"

#include <cstddef>

namespace lockstep {

/// What keeping the replicas in step takes of the hosts' main memory, beside what a rank needs for the model.
/// Bytes. Buffers of a few megabytes, through which gradients pass, are not counted.
struct StrategyMemory {
    double perRank = 0;
    double allServers = 0; ///< together, of which each has an even part
    bool operator==(const StrategyMemory&) const = default;
};
StrategyMemory strategyMemory(const TrainingSpec& training, const ModelWork& work, int ranks);

/// The same of all processes that run on a host, an index into Topology::hosts; ranks on GPUs keep it in main
/// memory as well.
double strategyMemoryOn(const Experiment& experiment, const ModelWork& work, std::size_t host);

} // namespace lockstep
