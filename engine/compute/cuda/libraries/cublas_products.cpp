// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/libraries/cublas_products.h"

#include "engine/compute/cuda/device/driver_call.h"
#include "engine/compute/cuda/device/library_failure.h"
#include "engine/compute/cuda/device/stuck_devices.h"
#include "engine/compute/cuda/libraries/library_versions.h"
#include "engine/core/error.h"

namespace lockstep::cuda {
namespace {

cudaDataType_t dataType(Element element)
{
    switch (element) {
    case Element::Bfloat16:
        return CUDA_R_16BF;
    case Element::Float16:
        return CUDA_R_16F;
    case Element::Float32:
        break;
    }
    return CUDA_R_32F;
}

} // namespace

void checkCublas(cublasStatus_t status, const char* call)
{
    if (status == CUBLAS_STATUS_SUCCESS)
        return;
    throwDevicesOwnFailure(call);
    if (status == CUBLAS_STATUS_ALLOC_FAILED)
        throwUsedUpMemory(call);
    throw EngineError(ExitCode::DeviceUnavailable,
                      {LOCKSTEP_TEXT("cuBLAS, the library for matrix products on GPUs, reports in %1: %2."),
                       {call, std::string(cublasGetStatusString(status))},
                       {}});
}

ColumnMajorProduct columnMajor(const MatrixProduct& product)
{
    return {.first = product.transposeB ? CUBLAS_OP_T : CUBLAS_OP_N,
            .second = product.transposeA ? CUBLAS_OP_T : CUBLAS_OP_N,
            .rows = product.n,
            .columns = product.m,
            .depth = product.k,
            .firstStride = product.transposeB ? product.k : product.n,
            .secondStride = product.transposeA ? product.m : product.k,
            .resultStride = product.n};
}

CublasProducts::CublasProducts(Float32Products float32) : m_float32(float32)
{
    cublasHandle_t handle = nullptr;
    const DriverCall call("cublasCreate", DriverCall::Kind::Setup);
    checkCublas(cublasCreate(&handle), call.name());
    m_handle = {handle, [](cublasHandle_t owned) {
                    if (isSomeDeviceStuck()) // it waits for the device
                        return;
                    const DriverCall destroying("cublasDestroy");
                    cublasDestroy(owned);
                }};
    // Sums of 16-bit products stay f32 to their end, where they are split over blocks too.
    checkCublas(cublasSetMathMode(
                    handle, static_cast<cublasMath_t>(CUBLAS_DEFAULT_MATH |
                                                      CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION)),
                "cublasSetMathMode");
}

void CublasProducts::multiply(Queue& queue, const MatrixProduct& product, const void* a, const void* b,
                              void* c, void* workspace) const
{
    const bool tf32 = product.element == Element::Float32 && m_float32 == Float32Products::Tf32;
    const float one = 1;
    const ColumnMajorProduct swapped = columnMajor(product);
    // The first of a kind loads its code.
    const DriverCall call("cublasGemmEx", DriverCall::Kind::Setup);
    checkCublas(cublasSetStream(m_handle.get(), queue.stream()), "cublasSetStream");
    // Setting the stream gives the library its own workspace back, whose use would differ from run to run.
    checkCublas(cublasSetWorkspace(m_handle.get(), workspace, kProductWorkspaceBytes), "cublasSetWorkspace");
    checkCublas(cublasGemmEx(m_handle.get(), swapped.first, swapped.second, swapped.rows, swapped.columns,
                             swapped.depth, &one, b, dataType(product.element), swapped.firstStride, a,
                             dataType(product.element), swapped.secondStride, &product.beta, c,
                             dataType(product.result), swapped.resultStride,
                             tf32 ? CUBLAS_COMPUTE_32F_FAST_TF32 : CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT),
                call.name());
}

std::string CublasProducts::version() const
{
    int version = 0;
    checkCublas(cublasGetVersion(m_handle.get(), &version), "cublasGetVersion");
    return versionText(static_cast<std::size_t>(version));
}

} // namespace lockstep::cuda
