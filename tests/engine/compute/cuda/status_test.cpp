// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// What a person is told when a device fails.
#include "engine/compute/cuda/device/device_memory.h"
#include "engine/compute/cuda/device/queue.h"
#include "engine/compute/cuda/device/status.h"
#include "tests/engine/support/emulated_cuda/fake_runtime.h"
#include "tests/engine/support/thrown_error.h"

#include <gmock/gmock.h>

#include <cstdlib>

namespace lockstep::cuda {
namespace {

using lockstep::testing::failFakeCall;
using lockstep::testing::setFakeHost;
using lockstep::testing::thrownBy;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class CudaStatus : public ::testing::Test {
protected:
    ~CudaStatus() override
    {
        unsetenv("CUDA_VISIBLE_DEVICES");
        lockstep::testing::restoreFakeRuntime();
    }
    static EngineError thrownByDevice(int device)
    {
        return thrownBy([&] { const Queue queue(device); });
    }
};

TEST_F(CudaStatus, SaysThatThereIsNoDriver)
{
    setFakeHost({.driverVersion = 0});
    const EngineError error = thrownByDevice(0);
    EXPECT_EQ(error.code(), ExitCode::DeviceUnavailable);
    EXPECT_THAT(error.what(), HasSubstr("no NVIDIA driver"));
}

TEST_F(CudaStatus, NamesTheVersionsOfAnOldDriver)
{
    setFakeHost({.driverVersion = 11080});
    const EngineError error = thrownByDevice(0);
    EXPECT_EQ(error.code(), ExitCode::DeviceUnavailable);
    EXPECT_THAT(error.what(), AllOf(HasSubstr("up to 11.8,"), HasSubstr("newer driver")));
}

TEST_F(CudaStatus, SaysHowManyDevicesThereAre)
{
    setFakeHost({.devices = 2});
    const EngineError error = thrownByDevice(2);
    EXPECT_EQ(error.code(), ExitCode::DeviceUnavailable);
    EXPECT_THAT(error.what(), AllOf(HasSubstr("no device cuda:2"), HasSubstr("2 GPUs")));
    setenv("CUDA_VISIBLE_DEVICES", "0,3", 1);
    EXPECT_THAT(thrownByDevice(7).what(), HasSubstr("CUDA_VISIBLE_DEVICES is \"0,3\""));
}

TEST_F(CudaStatus, SaysThatNoDeviceIsShown)
{
    setFakeHost({.devices = 0});
    EXPECT_THAT(thrownByDevice(0).what(), HasSubstr("finds no GPU"));
    setenv("CUDA_VISIBLE_DEVICES", "", 1);
    EXPECT_THAT(thrownByDevice(0).what(), HasSubstr("CUDA_VISIBLE_DEVICES is \"\""));
}

TEST_F(CudaStatus, SaysHowMuchMemoryWasWantedAndIsFree)
{
    setFakeHost({.deviceMemory = std::size_t{8} << 20});
    const Queue queue(0);
    const DeviceMemory some(std::size_t{3} << 20);
    const EngineError error = thrownBy([] { const DeviceMemory more(std::size_t{6} << 20); });
    EXPECT_EQ(error.code(), ExitCode::OutOfMemory);
    EXPECT_THAT(error.what(), AllOf(HasSubstr("no 6 MiB"), HasSubstr("5 of its 8 MiB")));
    EXPECT_EQ(cudaGetLastError(), cudaSuccess) << "the next launch would be blamed";
}

TEST_F(CudaStatus, SaysThatPinnedMemoryIsUsedUp)
{
    const Queue queue(0);
    failFakeCall("cudaHostAlloc", cudaErrorMemoryAllocation);
    const EngineError error = thrownBy([] { const PinnedMemory batch(100); });
    EXPECT_EQ(error.code(), ExitCode::OutOfMemory);
    EXPECT_THAT(error.what(), HasSubstr("page-locked"));
}

TEST_F(CudaStatus, NamesTheArchitecturesThatAreBuiltIn)
{
    const Queue queue(1);
    const EngineError error = thrownBy([] { check(cudaErrorNoKernelImageForDevice, "cudaLaunchKernel"); });
    EXPECT_EQ(error.code(), ExitCode::DeviceUnavailable);
    EXPECT_THAT(error.what(),
                ::testing::MatchesRegex("The device cuda:1 has compute capability 9.0, and this "
                                        "engine was built for [0-9]+\\.[0-9].*"));
}

TEST_F(CudaStatus, ALostDeviceEndsEveryCall)
{
    Queue queue(1);
    const DeviceMemory memory(100);
    lockstep::testing::loseFakeDevice(1, cudaErrorUnknown);
    for (int call = 0; call < 2; ++call) {
        const EngineError error = thrownBy([&] { queue.wait(); });
        EXPECT_EQ(error.code(), ExitCode::DeviceUnavailable);
        EXPECT_THAT(error.what(), AllOf(HasSubstr("cuda:1 stopped working"), HasSubstr("cudaStreamQuery"),
                                        HasSubstr("Xid"), HasSubstr("fell off the bus")));
    }
}

TEST_F(CudaStatus, WorkThatFailsIsToldByWhoWaits)
{
    Queue queue(0);
    lockstep::testing::giveToFakeStream(queue.stream(), [] { throw std::runtime_error("of a kernel"); });
    EXPECT_EQ(thrownBy([&] { queue.wait(); }).code(), ExitCode::DeviceUnavailable);
}

/// What a driver that is there can lack, and what is to be done about it.
struct DriverState {
    cudaError_t status;
    const char* advice;
};
TEST_F(CudaStatus, SaysWhatADriverThatDoesNotComeUpAsksFor)
{
    for (const DriverState& state :
         {DriverState{cudaErrorSystemNotReady, "nvidia-fabricmanager"},
          DriverState{cudaErrorSystemDriverMismatch, "Restart the host"},
          DriverState{cudaErrorCompatNotSupportedOnDevice, "cuda-compat"},
          DriverState{cudaErrorInitializationError, "nvidia-smi"},
          DriverState{cudaErrorOperatingSystem, "nvidia-smi"}, DriverState{cudaErrorUnknown, "nvidia_uvm"}}) {
        failFakeCall("cudaGetDeviceCount", state.status);
        const EngineError error = thrownByDevice(0);
        EXPECT_EQ(error.code(), ExitCode::DeviceUnavailable);
        EXPECT_THAT(error.what(), AllOf(HasSubstr("NVIDIA driver"), HasSubstr(state.advice),
                                        Not(HasSubstr("stopped working")), Not(HasSubstr("report"))));
    }
}

/// In the compute mode "exclusive process", and with several ranks on one GPU.
TEST_F(CudaStatus, SaysThatAnotherProgramHasTheDevice)
{
    const Queue queue(1);
    const EngineError error = thrownBy([] { check(cudaErrorDevicesUnavailable, "cudaMalloc"); });
    EXPECT_EQ(error.code(), ExitCode::DeviceUnavailable);
    EXPECT_THAT(error.what(), AllOf(HasSubstr("cuda:1 is not to be had"), HasSubstr("--compute-mode=DEFAULT"),
                                    Not(HasSubstr("stopped working"))));
}

TEST_F(CudaStatus, SaysThatTheDriverCannotTranslate)
{
    setFakeHost({.driverVersion = 12090});
    for (const cudaError_t status : {cudaErrorUnsupportedPtxVersion, cudaErrorJitCompilerNotFound}) {
        const EngineError error = thrownBy([&] { check(status, "cudaLaunchKernel"); });
        EXPECT_EQ(error.code(), ExitCode::DeviceUnavailable);
        EXPECT_THAT(error.what(), AllOf(HasSubstr("up to 12.9"), HasSubstr("newer driver"),
                                        HasSubstr("libnvidia-ptxjitcompiler.so.1")));
    }
}

TEST_F(CudaStatus, AnUnknownRefusalIsAFaultOfTheEngine)
{
    const Queue queue(0);
    const EngineError error = thrownBy([] { check(cudaErrorInvalidValue, "cudaMemcpyAsync"); });
    EXPECT_EQ(error.code(), ExitCode::Failure);
    EXPECT_THAT(error.what(), HasSubstr("cudaMemcpyAsync"));
}

} // namespace
} // namespace lockstep::cuda
