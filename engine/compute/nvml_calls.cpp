// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/nvml_calls.h"

#include "engine/compute/plugin/library_search.h"

#include <dlfcn.h>
#include <initializer_list>

namespace lockstep {
namespace {

/// The newest of these names that the library has.
template <typename Function>
void find(void* library, Function& function, std::initializer_list<const char*> names)
{
    for (const char* name : names) {
        function = reinterpret_cast<Function>(::dlsym(library, name));
        if (function != nullptr)
            return;
    }
}

} // namespace

void* NvmlCalls::load()
{
    return ::dlopen(driverLibrary("libnvidia-ml.so.1", thisHost()).c_str(), RTLD_NOW | RTLD_LOCAL);
}

NvmlCalls::NvmlCalls(void* library)
{
    find(library, init, {"nvmlInit_v2"});
    find(library, driverVersion, {"nvmlSystemGetDriverVersion"});
    find(library, cudaVersion, {"nvmlSystemGetCudaDriverVersion_v2", "nvmlSystemGetCudaDriverVersion"});
    find(library, count, {"nvmlDeviceGetCount_v2"});
    find(library, byIndex, {"nvmlDeviceGetHandleByIndex_v2"});
    find(library, byUuid, {"nvmlDeviceGetHandleByUUID"});
    find(library, parent, {"nvmlDeviceGetDeviceHandleFromMigDeviceHandle"});
    find(library, name, {"nvmlDeviceGetName"});
    find(library, uuid, {"nvmlDeviceGetUUID"});
    find(library, capability, {"nvmlDeviceGetCudaComputeCapability"});
    find(library, memory, {"nvmlDeviceGetMemoryInfo"});
    find(library, utilization, {"nvmlDeviceGetUtilizationRates"});
    find(library, temperature, {"nvmlDeviceGetTemperature"});
    find(library, power, {"nvmlDeviceGetPowerUsage"});
    find(library, clock, {"nvmlDeviceGetClockInfo"});
    find(library, throttleReasons,
         {"nvmlDeviceGetCurrentClocksEventReasons", "nvmlDeviceGetCurrentClocksThrottleReasons"});
    // Both take the same struct; the first version of it was another.
    find(library, processes,
         {"nvmlDeviceGetComputeRunningProcesses_v3", "nvmlDeviceGetComputeRunningProcesses_v2"});
}

} // namespace lockstep
