// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/cpu_program.h"
#include "engine/compute/device_kinds.h"
#include "engine/core/error.h"

namespace lockstep {

std::vector<DeviceKind> servedDeviceKinds()
{
    return {DeviceKind::Cpu};
}

std::unique_ptr<ComputeBackend> makeComputeBackend(Device device)
{
    if (device.kind == DeviceKind::Cpu)
        return makeCpuBackend();
    throw EngineError(
        ExitCode::DeviceUnavailable,
        {LOCKSTEP_TEXT("The device %1 cannot be used: this build of the engine computes on the CPU only. "
                       "Give the host the device cpu."),
         {toString(device)},
         {}});
}

} // namespace lockstep
