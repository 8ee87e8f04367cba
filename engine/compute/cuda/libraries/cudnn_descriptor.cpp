// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/libraries/cudnn_descriptor.h"

#include "engine/compute/cuda/device/driver_call.h"
#include "engine/compute/cuda/device/library_failure.h"
#include "engine/compute/cuda/device/stuck_devices.h"
#include "engine/core/error.h"

#include <algorithm>
#include <array>
#include <string>

namespace lockstep::cuda {

void checkCudnn(cudnnStatus_t status, const char* call)
{
    if (status == CUDNN_STATUS_SUCCESS)
        return;
    throwDevicesOwnFailure(call);
    if (status == CUDNN_STATUS_INTERNAL_ERROR_DEVICE_ALLOCATION_FAILED)
        throwUsedUpMemory(call);
    std::array<char, 1024> reason{};
    cudnnGetLastErrorString(reason.data(), reason.size());
    throw EngineError(ExitCode::DeviceUnavailable,
                      {LOCKSTEP_TEXT("cuDNN, the library for convolutions on GPUs, reports in %1: %2 (%3)."),
                       {call, std::string(cudnnGetErrorString(status)), std::string(reason.data())},
                       {}});
}

CudnnDescriptor::CudnnDescriptor(cudnnBackendDescriptorType_t type)
{
    cudnnBackendDescriptor_t raw = nullptr;
    checkCudnn(cudnnBackendCreateDescriptor(type, &raw), "cudnnBackendCreateDescriptor");
    m_raw = std::shared_ptr<void>(raw, [](void* descriptor) {
        if (isSomeDeviceStuck()) // that of a compiled plan takes its code off the device
            return;
        const DriverCall call("cudnnBackendDestroyDescriptor");
        cudnnBackendDestroyDescriptor(descriptor);
    });
}

CudnnDescriptor& CudnnDescriptor::setRaw(cudnnBackendAttributeName_t name, cudnnBackendAttributeType_t type,
                                         std::size_t count, const void* values)
{
    checkCudnn(cudnnBackendSetAttribute(raw(), name, type, static_cast<std::int64_t>(count), values),
               "cudnnBackendSetAttribute");
    return *this;
}

CudnnDescriptor& CudnnDescriptor::set(cudnnBackendAttributeName_t name, const CudnnDescriptor& part)
{
    return set(name, std::vector<CudnnDescriptor>{part});
}

CudnnDescriptor& CudnnDescriptor::set(cudnnBackendAttributeName_t name,
                                      const std::vector<CudnnDescriptor>& parts)
{
    std::vector<cudnnBackendDescriptor_t> raws;
    for (const CudnnDescriptor& part : parts) {
        m_parts.push_back(part.m_raw);
        m_parts.insert(m_parts.end(), part.m_parts.begin(), part.m_parts.end());
        raws.push_back(part.raw());
    }
    return setRaw(name, CUDNN_TYPE_BACKEND_DESCRIPTOR, raws.size(), raws.data());
}

CudnnDescriptor& CudnnDescriptor::finalize()
{
    const DriverCall call("cudnnBackendFinalize", DriverCall::Kind::Setup);
    checkCudnn(cudnnBackendFinalize(raw()), call.name());
    return *this;
}

bool CudnnDescriptor::tryFinalize()
{
    const DriverCall call("cudnnBackendFinalize", DriverCall::Kind::Setup);
    return cudnnBackendFinalize(raw()) == CUDNN_STATUS_SUCCESS;
}

std::size_t CudnnDescriptor::getRaw(cudnnBackendAttributeName_t name, cudnnBackendAttributeType_t type,
                                    std::size_t most, void* values) const
{
    std::int64_t count = 0;
    checkCudnn(cudnnBackendGetAttribute(raw(), name, type, static_cast<std::int64_t>(most), &count, values),
               "cudnnBackendGetAttribute");
    return std::min(most, static_cast<std::size_t>(count));
}

std::vector<CudnnDescriptor> CudnnDescriptor::get(cudnnBackendAttributeName_t name,
                                                  cudnnBackendDescriptorType_t type, std::size_t most) const
{
    std::vector<CudnnDescriptor> values;
    std::vector<cudnnBackendDescriptor_t> raws;
    for (std::size_t i = 0; i < most; ++i)
        raws.push_back(values.emplace_back(type).raw());
    const std::size_t given = getRaw(name, CUDNN_TYPE_BACKEND_DESCRIPTOR, most, raws.data());
    values.erase(values.begin() + static_cast<std::ptrdiff_t>(given), values.end());
    return values;
}

} // namespace lockstep::cuda
