// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

namespace lockstep {

/// What this build of the engine is.
struct BuildFacts {
    /// Of all that a plug-in shares with the engine: version and a hash of sources, compiler and flags.
    const char* id;
    /// Of the CUDA toolkit that the plug-in for NVIDIA's GPUs was built with: 13; 0 where there is none.
    int cudaMajor;
    /// Compute capabilities that the plug-in holds device code for, ascending, times 10: 75, 80, ...
    std::span<const int> architectures;
    /// Where the build found NVIDIA's libraries, separated by colons.
    const char* cudaFolders;
};

const BuildFacts& buildFacts();

/// Whether device code runs on a GPU of this compute capability: code for an architecture serves that one and
/// later ones of the same major; behind the last, the driver translates what is there for it (PTX).
bool servesCapability(std::span<const int> architectures, int major, int minor);

} // namespace lockstep
