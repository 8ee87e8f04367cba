// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/program/backend.h"
#include "tests/engine/support/emulated_cuda/emulated_libraries.h"

namespace lockstep::testing {

inline std::unique_ptr<ComputeBackend> makeEmulatedBackend(int index = 0)
{
    return cuda::makeBackend(
        index, [](cuda::Queue& queue, const cuda::LibraryOptions&) { return makeEmulatedLibraries(queue); });
}

} // namespace lockstep::testing
