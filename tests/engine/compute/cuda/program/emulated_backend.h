// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/program/backend.h"
#include "tests/engine/support/emulated_cuda/emulated_libraries.h"

namespace lockstep::testing {

inline std::unique_ptr<ComputeBackend> makeEmulatedBackend(EmulatedFusions fusions = EmulatedFusions::None)
{
    return cuda::makeBackend(0, [fusions](cuda::Queue& queue, const cuda::LibraryOptions& options) {
        return makeEmulatedLibraries(queue, {Element::Float32, Element::Bfloat16, Element::Float16},
                                     options.deterministic ? EmulatedFusions::None : fusions);
    });
}

/// Its convolutions of that pass cannot be recorded.
inline std::unique_ptr<ComputeBackend> makeSynchronizingBackend(cuda::ConvolutionPass pass)
{
    return cuda::makeBackend(0, [pass](cuda::Queue& queue, const cuda::LibraryOptions&) {
        return makeEmulatedLibraries(queue, {Element::Float32}, EmulatedFusions::None, pass);
    });
}

} // namespace lockstep::testing
