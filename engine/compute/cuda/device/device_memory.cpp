// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/device/device_memory.h"

#include "engine/compute/cuda/device/status.h"

#include <cstring>

namespace lockstep::cuda {

DeviceMemory::DeviceMemory(std::size_t bytes) : m_bytes(bytes)
{
    if (bytes == 0)
        return;
    void* memory = nullptr;
    checkDeviceAllocation(cudaMalloc(&memory, bytes), "cudaMalloc", bytes);
    DeviceMemory owned;
    owned.m_memory = static_cast<std::byte*>(memory);
    // Queues are not in step with the default stream, so zeros are waited for.
    check(cudaMemset(memory, 0, bytes), "cudaMemset");
    check(cudaStreamSynchronize(nullptr), "cudaStreamSynchronize");
    std::swap(m_memory, owned.m_memory);
}

DeviceMemory::~DeviceMemory()
{
    if (m_memory != nullptr)
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
    if (m_memory != nullptr)
        (void)cudaFreeHost(m_memory);
}

} // namespace lockstep::cuda
