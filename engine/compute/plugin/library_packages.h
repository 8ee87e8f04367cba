// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/plugin/library_search.h"
#include "engine/protocol/gpu_libraries.h"

namespace lockstep {

/// Tells the version of a library, on the scale of NeededLibrary::minimum; 0: not known.
using LibraryVersion = std::function<int(const FoundLibrary&)>;

/// What a search brought, package by package: one counts as found where all its libraries were found in one
/// folder. Machine, CUDA and driver are left to the caller.
GpuLibraries packagesOf(const LibrarySearch& search, const LibraryVersion& versionOf);

} // namespace lockstep
