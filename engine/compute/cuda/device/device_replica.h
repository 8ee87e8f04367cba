// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/device/queue.h"
#include "engine/compute/cuda/device/step_block.h"
#include "engine/core/shape.h"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace lockstep::cuda {

/// One trainable tensor in a device's memory: f32, torchvision's layout.
struct DeviceParameter {
    std::string name;
    Shape shape;
    float* value = nullptr;
    float* gradient = nullptr;
    std::size_t elements() const { return static_cast<std::size_t>(shape.elements()); }
};

/// Gradients that cross the network together; see GradientBucket.
struct DeviceBucket {
    float* values = nullptr;
    std::size_t elements = 0;
    std::vector<std::size_t> parameters;
};

/// What optimisers and strategies of a device work with. Borrowed from a program, as long as that lives.
struct DeviceReplica {
    Queue& queue; ///< what is given to it comes after the gradients that have been announced
    std::span<const DeviceParameter> parameters;
    std::span<const DeviceBucket> buckets;
    LossScale* lossScale = nullptr; ///< in the device's memory; null where nothing is scaled
    std::function<void()> changed;  ///< to be called after work was given that changes the values
};

} // namespace lockstep::cuda
