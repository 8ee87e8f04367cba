// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/kernel_arguments.h"
#include "engine/protocol/result.h"

#include <optional>
#include <string>

namespace lockstep::cuda {

/// A device as far as its libraries care.
struct DeviceFacts {
    std::string name; ///< "NVIDIA H200"
    int major = 0;    ///< of its compute capability
    int minor = 0;
    std::string capability() const { return std::to_string(major) + '.' + std::to_string(minor); }
};

/// Of the current device.
DeviceFacts currentDeviceFacts();

/// See DeviceLibraries::refusal(): bf16 came with compute capability 8.0 (Ampere), f16 with 5.3.
std::optional<Error> precisionRefusal(const DeviceFacts& device, Element element);

} // namespace lockstep::cuda
