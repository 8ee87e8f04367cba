// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

/// Two GPUs, or with FAKE_NVML=hang a driver that never answers, or with FAKE_NVML=broken one that refuses.
/// Signatures: nvml.h.
extern "C" {

int nvmlInit_v2()
{
    const char* const mode = std::getenv("FAKE_NVML");
    if (mode != nullptr && mode[0] == 'h')
        ::sleep(60);
    return mode != nullptr && mode[0] == 'b' ? 9 : 0;
}

int nvmlSystemGetDriverVersion(char* version, unsigned size)
{
    std::snprintf(version, size, "580.65.06");
    return 0;
}

int nvmlDeviceGetCount_v2(unsigned* count)
{
    *count = 2;
    return 0;
}

int nvmlDeviceGetHandleByIndex_v2(unsigned index, void** device)
{
    static int devices[2];
    *device = &devices[index];
    return 0;
}

int nvmlDeviceGetName(void*, char* name, unsigned size)
{
    std::snprintf(name, size, "NVIDIA GeForce GTX 1060 6GB");
    return 0;
}

int nvmlDeviceGetMemoryInfo(void*, unsigned long long* memory)
{
    memory[0] = 6ull << 30;
    return 0;
}
}
