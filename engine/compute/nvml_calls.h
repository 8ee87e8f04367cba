// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lockstep {

/// The functions of NVML that are called here, under their own names (nvml.h of the CUDA toolkit): their ABI
/// has been stable since they came. Null where this driver's library lacks one. Each returns 0 when it was
/// done.
struct NvmlCalls {
    using Device = void*;
    struct Memory {
        unsigned long long total = 0, free = 0, used = 0;
    };
    struct Utilization { ///< per cent of the time
        unsigned gpu = 0, memory = 0;
    };
    struct Process {
        unsigned pid = 0;
        unsigned long long usedGpuMemory = 0; ///< all bits set: not known
        unsigned gpuInstanceId = 0, computeInstanceId = 0;
    };
    enum Clock : int { Multiprocessors = 1, MemoryClock = 2 };
    static constexpr int kChipSensor = 0;
    static constexpr unsigned long long kNotKnown = ~0ull;

    /// Null where the library is not there. It stays loaded.
    static void* load();
    explicit NvmlCalls(void* library);

    int (*init)() = nullptr;
    int (*driverVersion)(char*, unsigned) = nullptr;
    int (*cudaVersion)(int*) = nullptr; ///< 1000 * major + 10 * minor
    int (*count)(unsigned*) = nullptr;
    int (*byIndex)(unsigned, Device*) = nullptr;
    int (*byUuid)(const char*, Device*) = nullptr;
    int (*parent)(Device, Device*) = nullptr; ///< of an instance (MIG)
    int (*name)(Device, char*, unsigned) = nullptr;
    int (*uuid)(Device, char*, unsigned) = nullptr;
    int (*capability)(Device, int*, int*) = nullptr;
    int (*memory)(Device, Memory*) = nullptr;
    int (*utilization)(Device, Utilization*) = nullptr;
    int (*temperature)(Device, int, unsigned*) = nullptr; ///< degrees Celsius
    int (*power)(Device, unsigned*) = nullptr;            ///< milliwatts
    int (*clock)(Device, int, unsigned*) = nullptr;       ///< MHz
    int (*throttleReasons)(Device, unsigned long long*) = nullptr;
    int (*processes)(Device, unsigned*, Process*) = nullptr;
};

} // namespace lockstep
