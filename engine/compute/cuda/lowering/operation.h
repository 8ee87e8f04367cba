// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/device/device_replica.h"
#include "engine/compute/cuda/libraries/device_libraries.h"
#include "engine/compute/cuda/lowering/convolution_plans.h"
#include "engine/compute/cuda/lowering/device_buffers.h"
#include "engine/compute/program.h"

#include <functional>
#include <string>
#include <vector>

namespace lockstep::cuda {

/// Where everything that operations work on lies in the device's memory.
struct DevicePlaces {
    std::vector<std::byte*> buffers;
    std::vector<DeviceParameter> parameters;
    std::vector<float*> statistics; ///< of Graph::buffers()
};

/// What an operation finds when it is given to the queue.
struct Frame {
    Queue& queue;
    DeviceLibraries& libraries;
    ConvolutionPlans& convolutions;
    const DevicePlaces& places;
    int count; ///< samples of the batch, at least one
    Phase phase;
    Gradients gradients;
    const std::function<void(const std::string&)>& log; ///< ProgramOptions::log

    template <typename T = void>
    T* at(BufferId id) const
    {
        return static_cast<T*>(static_cast<void*>(places.buffers[id]));
    }
    float* value(std::size_t parameter) const { return places.parameters[parameter].value; }
    float* gradient(std::size_t parameter) const { return places.parameters[parameter].gradient; }
    float* statistics(std::size_t buffer) const { return places.statistics[buffer]; }
    const Convolution& convolution(ConvolutionPlans::Id id) const
    {
        return convolutions.of(id, count, libraries);
    }
    /// Null: one after the other.
    const FusedConvolution* fused(ConvolutionPlans::Id id, ConvolutionEpilogue::Kind kind) const
    {
        return convolutions.fused(id, kind, count);
    }
    bool training() const { return phase == Phase::Training; }
    /// How gradients of parameters are brought to where they belong.
    Output output() const { return gradients == Gradients::Add ? Output::Add : Output::Overwrite; }
};

/// One piece of a step's work: what is given to the queue at once.
struct Operation {
    const char* name = "";
    std::string layer{}; ///< the graph's name of the layer that it belongs to
    /// What it cannot do without, of the full batch: bytes read and written in the device's memory, and for
    /// products of matrices and convolutions two FLOPs for each multiply-add.
    std::int64_t bytes = 0;
    std::int64_t flops = 0;
    bool trainingOnly = false;
    /// Must neither wait nor allocate.
    std::function<void(const Frame&)> give{};
    std::vector<std::size_t> final{}; ///< parameters whose gradients are final after it
};

} // namespace lockstep::cuda
