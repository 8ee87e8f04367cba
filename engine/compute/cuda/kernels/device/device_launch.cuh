// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/device/driver_call.h"
#include "engine/compute/cuda/device/queue_stream.h"
#include "engine/compute/cuda/device/status.h"
#include "engine/compute/cuda/kernels/block.h"

#include <atomic>

/// How kernels are started on a device. For the files of this folder alone, each of which instantiates one
/// list of kernels.
namespace lockstep::cuda {

/// A block of the device's threads.
class DeviceBlock {
public:
    __device__ std::int64_t index() const { return blockIdx.x; }
    __device__ std::int64_t blocks() const { return gridDim.x; }

    template <typename Job>
    __device__ void each(const Job& job)
    {
        job(static_cast<int>(threadIdx.x));
        __syncthreads();
    }

    /// In a register of the thread.
    template <typename T>
    class PerThread {
    public:
        __device__ T& operator[](int) { return m_value; }

    private:
        T m_value;
    };
};

template <typename Kernel>
__global__ void __launch_bounds__(Kernel::kThreads) runKernel(const Kernel kernel)
{
    __shared__ typename Kernel::Shared shared;
    DeviceBlock block;
    kernel(block, shared);
}

template <typename Kernel>
void launch(Queue& queue, Grid grid, const Kernel& kernel)
{
    if (grid.blocks == 0)
        return;
    // The first start of a kernel loads its code.
    static std::atomic<bool> isLoaded{false};
    const DriverCall call("start a kernel", isLoaded ? DriverCall::Kind::Work : DriverCall::Kind::Setup);
    runKernel<<<static_cast<unsigned>(grid.blocks), Kernel::kThreads, 0, streamOf(queue)>>>(kernel);
    check(cudaGetLastError(), call.name());
    isLoaded = true;
}

} // namespace lockstep::cuda
