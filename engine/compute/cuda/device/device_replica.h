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
    /// Takes over giveUpdate(); empty: an update's work is given by itself.
    std::function<void(const std::function<void()>& work)> update{};

    /// Gives an update's work to the queue, behind the gradients. It is the same in every step, for the
    /// device may write it down along with what made the gradients, and give all that as one from then on:
    /// what changes from step to step stands in the device's memory.
    void giveUpdate(const std::function<void()>& work) const
    {
        if (update)
            update(work);
        else
            work();
    }
};

} // namespace lockstep::cuda
