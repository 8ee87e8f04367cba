// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>

namespace lockstep {

/// What an experiment needs of one host beyond what every run needs, in bytes; 0: nothing, or it is not
/// known.
struct HostNeeds {
    std::int64_t memoryBytes = 0; ///< main memory: ranks of the processor, and what the strategy keeps
    std::map<int, std::int64_t> gpuBytes{}; ///< memory of a GPU, by its index: all ranks on it
    std::int64_t checkpointBytes = 0;       ///< checkpoints that stand on its disk at one time, at most
    bool operator==(const HostNeeds&) const = default;
};
/// By the index of the host in the drawing.
using NeedsOfHosts = std::map<int, HostNeeds>;

} // namespace lockstep
