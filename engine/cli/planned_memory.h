// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/program.h"

#include <string>
#include <vector>

namespace lockstep {

/// What a training plans on a device of this host, before anything is allocated.
struct PlannedMemory {
    std::string device; ///< "cpu"
    int threads = 1;
    ProgramMemory program;
    std::int64_t optimizerState = 0;

    std::int64_t total() const { return program.total() + optimizerState; }
    /// Name in JSON and for people, and bytes of each part.
    struct Part {
        const char* key;
        const char* title;
        std::int64_t bytes;
    };
    std::vector<Part> parts() const;
};

/// Throws EngineError when the device cannot serve the graph.
PlannedMemory planMemory(Device device, const Graph& graph, const ProgramOptions& options,
                         std::int64_t optimizerState);

} // namespace lockstep
