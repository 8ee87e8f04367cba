// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/device/device_memory.h"
#include "engine/compute/cuda/device/device_replica.h"
#include "engine/compute/cuda/device/device_tensors.h"
#include "engine/optim/cuda/update_kernels.cuh"

#include <span>
#include <vector>

namespace lockstep::cuda {

/// The state of an optimiser in the device's memory, and the table of stretches that its kernels read.
class UpdateTable {
public:
    /// `state` are the names of each parameter's state tensors, which are zero at first.
    UpdateTable(const TrainingSpec& spec, const DeviceReplica& replica, std::span<const char* const> state);

    const DeviceStretch* stretches() const;
    std::int64_t count() const { return m_count; }
    const std::vector<DeviceTensor>& tensors() const { return m_tensors; }

private:
    float* takeState(const DeviceParameter& parameter, const char* name);
    std::vector<DeviceStretch> cut(const TrainingSpec& spec, const DeviceReplica& replica,
                                   std::span<const char* const> state);

    DeviceMemory m_memory; ///< of the state
    std::size_t m_used = 0;
    DeviceMemory m_table;
    std::int64_t m_count = 0;
    std::vector<DeviceTensor> m_tensors; ///< {parameter, state}
};

} // namespace lockstep::cuda
