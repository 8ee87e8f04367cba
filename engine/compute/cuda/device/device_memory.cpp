// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/device/device_memory.h"

#include "engine/compute/cuda/device/device_wait.h"
#include "engine/compute/cuda/device/driver_call.h"
#include "engine/compute/cuda/device/status.h"
#include "engine/compute/cuda/device/stuck_devices.h"

#include <cstring>

namespace lockstep::cuda {
namespace {

/// Of the default stream, which queues are not in step with.
void waitForZeros()
{
    waitFor(*patienceOfThread(), Awaited::NewMemory, [] {
        const DriverCall call("cudaStreamQuery");
        return checkDone(cudaStreamQuery(nullptr), call.name());
    });
}

} // namespace

DeviceMemory::DeviceMemory(std::size_t bytes) : m_bytes(bytes)
{
    if (bytes == 0)
        return;
    DeviceMemory owned;
    owned.allocate(bytes);
    waitForZeros();
    std::swap(m_memory, owned.m_memory);
}

void DeviceMemory::allocate(std::size_t bytes)
{
    const DriverCall call("cudaMalloc");
    void* memory = nullptr;
    checkDeviceAllocation(cudaMalloc(&memory, bytes), call.name(), bytes);
    m_memory = static_cast<std::byte*>(memory);
    check(cudaMemset(memory, 0, bytes), "cudaMemset");
}

DeviceMemory::~DeviceMemory()
{
    if (m_memory == nullptr || isSomeDeviceStuck())
        return;
    const DriverCall call("cudaFree");
    (void)cudaFree(m_memory);
}

PinnedMemory::PinnedMemory(std::size_t bytes) : m_bytes(bytes)
{
    if (bytes == 0)
        return;
    void* memory = nullptr;
    {
        const DriverCall call("cudaHostAlloc");
        checkHostAllocation(cudaHostAlloc(&memory, bytes, cudaHostAllocPortable), call.name(), bytes);
    }
    m_memory = static_cast<std::byte*>(memory);
    std::memset(memory, 0, bytes);
}

PinnedMemory::~PinnedMemory()
{
    if (m_memory == nullptr || isSomeDeviceStuck())
        return;
    const DriverCall call("cudaFreeHost");
    (void)cudaFreeHost(m_memory);
}

} // namespace lockstep::cuda
