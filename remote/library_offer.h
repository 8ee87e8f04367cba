// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/gpu_libraries.h"
#include "engine/protocol/sentence.h"

#include <cstdint>
#include <vector>

namespace lockstep {

/// How many ranks of a run train on GPUs.
enum class GpuRanks { None, One, Several };

/// What this computer can send to a host that lacks libraries of NVIDIA's.
struct LibraryOffer {
    std::vector<GpuPackage> packages; ///< of this computer
    std::uint64_t bytes = 0;          ///< of all their files
};

/// What of this computer's a host lacks. Nothing where it can train without, where it has no driver or an
/// engine for another CUDA, and where something that it needs is not here either, so that the rest would be
/// of no use.
LibraryOffer offerOf(const GpuLibraries& own, const GpuLibraries& host, GpuRanks ranks);

/// "cuDNN 9.14.0 (366 MiB), NCCL 2.28.9 (208 MiB)"
Sentence namesOf(const LibraryOffer& offer);

} // namespace lockstep
