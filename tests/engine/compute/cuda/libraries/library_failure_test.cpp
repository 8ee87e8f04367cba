// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/libraries/cublas_products.h"
#include "engine/compute/cuda/libraries/cudnn_descriptor.h"
#include "tests/engine/support/emulated_cuda/fake_runtime.h"
#include "tests/engine/support/thrown_error.h"

#include <gmock/gmock.h>

/// Whatever cuDNN and cuBLAS call it, the reason is told: the device's own failure, or a want of memory.
namespace lockstep::cuda {
namespace {

using lockstep::testing::thrownBy;
using ::testing::AllOf;
using ::testing::HasSubstr;

class LibraryFailure : public ::testing::Test {
protected:
    ~LibraryFailure() override { lockstep::testing::restoreFakeRuntime(); }
    const Queue queue{1};
};

TEST_F(LibraryFailure, OfALostDeviceIsTheDevices)
{
    lockstep::testing::loseFakeDevice(1, cudaErrorIllegalAddress);
    for (const EngineError& error :
         {thrownBy([] { checkCudnn(CUDNN_STATUS_EXECUTION_FAILED, "cudnnBackendExecute"); }),
          thrownBy([] { checkCublas(CUBLAS_STATUS_EXECUTION_FAILED, "cublasGemmEx"); })}) {
        EXPECT_EQ(error.code(), ExitCode::DeviceUnavailable);
        EXPECT_THAT(error.what(), AllOf(HasSubstr("cuda:1 stopped working"), HasSubstr("Xid")));
    }
}

TEST_F(LibraryFailure, ForWantOfMemoryIsNoFailureOfTheDevice)
{
    lockstep::testing::setFakeHost({.deviceMemory = std::size_t{8} << 20});
    for (const EngineError& error :
         {thrownBy([] {
              checkCudnn(CUDNN_STATUS_INTERNAL_ERROR_DEVICE_ALLOCATION_FAILED, "cudnnBackendExecute");
          }),
          thrownBy([] { checkCublas(CUBLAS_STATUS_ALLOC_FAILED, "cublasCreate"); })}) {
        EXPECT_EQ(error.code(), ExitCode::OutOfMemory);
        EXPECT_THAT(error.what(), AllOf(HasSubstr("cuda:1 is used up"), HasSubstr("8 of its 8 MiB")));
    }
}

TEST_F(LibraryFailure, OfAnotherKindIsToldAsTheLibraryTellsIt)
{
    const EngineError error = thrownBy([] { checkCublas(CUBLAS_STATUS_NOT_SUPPORTED, "cublasGemmEx"); });
    EXPECT_EQ(error.code(), ExitCode::DeviceUnavailable);
    EXPECT_THAT(error.what(), AllOf(HasSubstr("cublasGemmEx"), HasSubstr("not supported")));
}

} // namespace
} // namespace lockstep::cuda
