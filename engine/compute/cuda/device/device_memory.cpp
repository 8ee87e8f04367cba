// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/device/device_memory.h"

#include "engine/compute/cuda/device/device_wait.h"
#include "engine/compute/cuda/device/status.h"

#include <cstring>

namespace lockstep::cuda {
namespace {

/// Of the default stream, which queues are not in step with.
void waitForZeros()
{
    DevicePatience patience;
    check(cudaGetDevice(&patience.device), "cudaGetDevice");
    waitFor(patience, Awaited::NewMemory,
            [] { return checkDone(cudaStreamQuery(nullptr), "cudaStreamQuery"); });
}

} // namespace

DeviceMemory::DeviceMemory(std::size_t bytes) : m_bytes(bytes)
{
    if (bytes == 0)
        return;
    void* memory = nullptr;
    checkDeviceAllocation(cudaMalloc(&memory, bytes), "cudaMalloc", bytes);
    DeviceMemory owned;
    owned.m_memory = static_cast<std::byte*>(memory);
    check(cudaMemset(memory, 0, bytes), "cudaMemset");
    waitForZeros();
    std::swap(m_memory, owned.m_memory);
}

DeviceMemory::~DeviceMemory()
{
    if (m_memory != nullptr && !isSomeDeviceStuck())
        (void)cudaFree(m_memory);
}

PinnedMemory::PinnedMemory(std::size_t bytes) : m_bytes(bytes)
{
    if (bytes == 0)
        return;
    void* memory = nullptr;
    checkHostAllocation(cudaHostAlloc(&memory, bytes, cudaHostAllocPortable), "cudaHostAlloc", bytes);
    m_memory = static_cast<std::byte*>(memory);
    std::memset(memory, 0, bytes);
}

PinnedMemory::~PinnedMemory()
{
    if (m_memory != nullptr && !isSomeDeviceStuck())
        (void)cudaFreeHost(m_memory);
}

} // namespace lockstep::cuda
