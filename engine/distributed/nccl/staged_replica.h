// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/device/device_memory.h"
#include "engine/compute/cuda/device/device_replica.h"
#include "engine/compute/cuda/device/device_tensors.h"
#include "engine/core/parameter.h"

#include <cstdlib>
#include <memory>
#include <vector>

namespace lockstep::cuda {

/// The double in this host's memory of a replica on a device, for strategies of the host. Gradients and
/// weights cross when they are asked for. Used by the thread of the replica's queue, but where it says else.
class StagedReplica {
public:
    /// Seldom: weights cross in pieces, through a little pinned memory, and take none of their own until they
    /// are asked for. EachStep: they are pinned themselves, and cross at the rate of the bus.
    enum class WeightsCross { Seldom, EachStep };
    /// Borrows what the replica names.
    explicit StagedReplica(const DeviceReplica& replica, WeightsCross weights = WeightsCross::Seldom);
    StagedReplica(const StagedReplica&) = delete;
    StagedReplica& operator=(const StagedReplica&) = delete;

    /// Memory of the host, as long as this lives. Who changes weights there says so, as to a program.
    const HostReplica& host() const { return m_host; }
    std::size_t buckets() const { return m_buckets.size(); }

    /// From the device, in the order of `copies`, on the thread of that queue; returns when it is here.
    /// `meanwhile`: see Queue::wait().
    void fetchGradients(Queue& copies, std::size_t bucket, const std::function<void()>& meanwhile = {});
    /// To the device, in the order of its work.
    void deliverGradients();
    /// Both wait for the device.
    void fetchWeights();
    /// If they were changed since; likewise.
    void deliverWeights();

private:
    struct Free {
        void operator()(float* memory) const { std::free(memory); }
    };
    void lay(float* weights);

    DeviceReplica m_device;
    PinnedMemory m_gradients;
    PinnedMemory m_pinnedWeights;
    /// Where they cross seldom. Not there at all until it is written: all-reduce never looks at weights.
    std::unique_ptr<float[], Free> m_weights;
    DeviceTensors m_deviceWeights;
    std::vector<Parameter> m_parameters;
    std::vector<GradientBucket> m_buckets;
    HostReplica m_host;
    bool m_weightsChanged = false;
};

} // namespace lockstep::cuda
