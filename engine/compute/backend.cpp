// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/cpu_program.h"
#include "engine/compute/device_kinds.h"
#include "engine/compute/plugin/cuda_plugin.h"

namespace lockstep {

std::vector<DeviceKind> servedDeviceKinds()
{
    std::vector<DeviceKind> kinds{DeviceKind::Cpu};
    if (hasCudaPlugin())
        kinds.push_back(DeviceKind::Cuda);
    return kinds;
}

std::unique_ptr<ComputeBackend> makeComputeBackend(Device device)
{
    if (device.kind == DeviceKind::Cpu)
        return makeCpuBackend();
    return pluginFor(device).makeBackend(device);
}

} // namespace lockstep
