// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/libraries/cudnn_convolution.h"

#include "engine/compute/cuda/libraries/library_versions.h"
#include "engine/core/error.h"

namespace lockstep::cuda {
namespace {

/// The first with the graph API as it is used here.
constexpr std::size_t kOldestCudnn = 90000;

} // namespace

CudnnHandle makeCudnnHandle()
{
    if (cudnnGetVersion() < kOldestCudnn)
        throw EngineError(
            ExitCode::DeviceUnavailable,
            {LOCKSTEP_TEXT("This host has cuDNN %1, which is too old: version %2 or newer is needed. "
                           "Install it there, for example with pip install nvidia-cudnn-cu%3."),
             {versionText(cudnnGetVersion()), versionText(kOldestCudnn),
              std::to_string(CUDART_VERSION / 1000)},
             {}});
    cudnnHandle_t handle = nullptr;
    checkCudnn(cudnnCreate(&handle), "cudnnCreate");
    return {handle, [](cudnnHandle_t owned) { cudnnDestroy(owned); }};
}

CudnnConvolution::CudnnConvolution(CudnnHandle handle, ConvolutionPlan plan)
    : m_handle(std::move(handle)), m_plan(std::move(plan))
{
}

void CudnnConvolution::give(Queue& queue, const void* first, const void* second, void* result,
                            void* workspace) const
{
    static const std::vector ids = {static_cast<std::int64_t>(GraphTensor::First),
                                    static_cast<std::int64_t>(GraphTensor::Second),
                                    static_cast<std::int64_t>(GraphTensor::Result)};
    // cuDNN has one type for what it reads and what it writes.
    const std::vector tensors = {const_cast<void*>(first), const_cast<void*>(second), result};
    CudnnDescriptor pack(CUDNN_BACKEND_VARIANT_PACK_DESCRIPTOR);
    pack.set(CUDNN_ATTR_VARIANT_PACK_UNIQUE_IDS, ids)
        .set(CUDNN_ATTR_VARIANT_PACK_DATA_POINTERS, tensors)
        .set(CUDNN_ATTR_VARIANT_PACK_WORKSPACE, workspace)
        .finalize();
    checkCudnn(cudnnSetStream(m_handle.get(), queue.stream()), "cudnnSetStream");
    checkCudnn(cudnnBackendExecute(m_handle.get(), m_plan.plan.raw(), pack.raw()), "cudnnBackendExecute");
}

} // namespace lockstep::cuda
