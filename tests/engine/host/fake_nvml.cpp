// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <unistd.h>

// Three GPUs; or with FAKE_NVML=hang a driver that never answers, or with FAKE_NVML=broken one that refuses.
// The second GPU tells less than the others, and the first does its work at its limits. Signatures: nvml.h.
namespace {

constexpr int kNotSupported = 3;

struct Gpu {
    int index = 0;
    const char* uuid = "";
};
Gpu gpus[] = {{0, "GPU-11111111-aaaa"}, {1, "GPU-22222222-bbbb"}, {2, "GPU-22223333-cccc"}};

bool is(std::string_view mode)
{
    const char* const set = std::getenv("FAKE_NVML");
    return set != nullptr && mode == set;
}

int indexOf(const void* device)
{
    return static_cast<const Gpu*>(device)->index;
}

int tell(const void* device, unsigned value, unsigned* told)
{
    *told = value;
    return indexOf(device) == 1 ? kNotSupported : 0;
}

} // namespace

extern "C" {

int nvmlInit_v2()
{
    if (is("hang"))
        ::sleep(60);
    return is("broken") ? 9 : 0;
}

int nvmlSystemGetDriverVersion(char* version, unsigned size)
{
    std::snprintf(version, size, "580.65.06");
    return 0;
}

int nvmlSystemGetCudaDriverVersion_v2(int* version)
{
    *version = 12040;
    return 0;
}

int nvmlDeviceGetCount_v2(unsigned* count)
{
    *count = 3;
    return 0;
}

int nvmlDeviceGetHandleByIndex_v2(unsigned index, void** device)
{
    *device = &gpus[index];
    return 0;
}

int nvmlDeviceGetName(void*, char* name, unsigned size)
{
    std::snprintf(name, size, "NVIDIA GeForce GTX 1060 6GB");
    return 0;
}

int nvmlDeviceGetUUID(void* device, char* uuid, unsigned size)
{
    std::snprintf(uuid, size, "%s", static_cast<Gpu*>(device)->uuid);
    return 0;
}

int nvmlDeviceGetCudaComputeCapability(void*, int* major, int* minor)
{
    *major = 6;
    *minor = 1;
    return 0;
}

int nvmlDeviceGetMemoryInfo(void* device, unsigned long long* memory)
{
    memory[0] = 6ull << 30;
    memory[2] = static_cast<unsigned long long>(indexOf(device)) << 30;
    return 0;
}

int nvmlDeviceGetUtilizationRates(void* device, unsigned* rates)
{
    return tell(device, 25, rates);
}

int nvmlDeviceGetTemperature(void* device, int, unsigned* degrees)
{
    return tell(device, 64, degrees);
}

int nvmlDeviceGetPowerUsage(void* device, unsigned* milliwatts)
{
    return tell(device, 38500, milliwatts);
}

int nvmlDeviceGetClockInfo(void* device, int type, unsigned* megahertz)
{
    return tell(device, type == 2 ? 4004 : 1506, megahertz);
}

int nvmlDeviceGetCurrentClocksThrottleReasons(void* device, unsigned long long* reasons)
{
    *reasons = indexOf(device) == 0 ? 0x04 | 0x40 : 0x01;
    return indexOf(device) == 1 ? kNotSupported : 0;
}

int nvmlDeviceGetComputeRunningProcesses_v3(void* device, unsigned* count, void* processes)
{
    struct Process {
        unsigned id;
        unsigned long long bytes;
        unsigned instances[2];
    };
    const Process running[] = {{4711, 1 << 20, {}}, {4712, ~0ull, {}}};
    if (indexOf(device) != 0) {
        *count = 0;
        return 0;
    }
    std::memcpy(processes, running, sizeof running);
    *count = 2;
    return 0;
}
}
