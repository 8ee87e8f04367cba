// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/support/emulated_devices.h"

#include "engine/compute/cuda/program/backend.h"
#include "engine/train/cuda/training_device.h"
#include "tests/engine/support/emulated_cuda/emulated_libraries.h"

namespace lockstep::testing {
namespace {

/// The plug-in's training device, kernel by kernel, on the runtime and the libraries of this folder.
std::unique_ptr<TrainingDevice> makeEmulated(Device device)
{
    const cuda::LibrariesFactory libraries = [](cuda::Queue& queue, const cuda::LibraryOptions&) {
        return makeEmulatedLibraries(queue);
    };
    return cuda::makeTrainingDevice(cuda::makeBackend(device.index, libraries), [] { return std::nullopt; });
}

} // namespace

std::vector<TestDevice> emulatedDevices()
{
    // What some forty steps of Adam make of sums in another order, and of activations in bf16.
    return {{"emulated", makeEmulated, Precision::Float32, 5e-4},
            {"emulated_bf16", makeEmulated, Precision::BFloat16, 0.16}};
}

} // namespace lockstep::testing
