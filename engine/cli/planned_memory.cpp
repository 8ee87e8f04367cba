// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/planned_memory.h"

namespace lockstep {

std::vector<PlannedMemory::Part> PlannedMemory::parts() const
{
    return {{"parameters", "parameters", program.parameters},
            {"gradients", "gradients", program.gradients},
            {"optimizer_state", "optimiser state", optimizerState},
            {"buffers", "running statistics", program.buffers},
            {"packed_weights", "packed weights", program.packedWeights},
            {"activations", "activations", program.activations},
            {"workspace", "workspace", program.workspace},
            {"total", "all", total()}};
}

PlannedMemory planMemory(Device device, const Graph& graph, const ProgramOptions& options,
                         std::int64_t optimizerState)
{
    return {toString(device), options.threads, makeComputeBackend(device)->memoryBytes(graph, options),
            optimizerState};
}

} // namespace lockstep
