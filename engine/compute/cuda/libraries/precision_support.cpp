// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/libraries/precision_support.h"

#include "engine/compute/cuda/device/status.h"
#include "engine/core/error.h"

namespace lockstep::cuda {

DeviceFacts currentDeviceFacts()
{
    int device = 0;
    check(cudaGetDevice(&device), "cudaGetDevice");
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, device), "cudaGetDeviceProperties");
    return {properties.name, properties.major, properties.minor};
}

std::optional<Error> precisionRefusal(const DeviceFacts& device, Element element)
{
    const int capability = device.major * 10 + device.minor;
    if (element == Element::Bfloat16 && capability < 80)
        return Error{LOCKSTEP_TEXT(
                         "The GPU %1 (compute capability %2) has no arithmetic in bf16, which came with 8.0. "
                         "Choose the precision fp16, or f32."),
                     {device.name, device.capability()},
                     {}};
    if (element == Element::Float16 && capability < 53)
        return Error{LOCKSTEP_TEXT(
                         "The GPU %1 (compute capability %2) has no arithmetic in fp16, which came with 5.3. "
                         "Choose the precision f32."),
                     {device.name, device.capability()},
                     {}};
    return std::nullopt;
}

} // namespace lockstep::cuda
