// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/device/status.h"

#include "engine/compute/cuda/device/driver_call.h"
#include "engine/compute/cuda/device/library_failure.h"
#include "engine/core/error.h"

#include <cstdlib>
#include <string>

namespace lockstep::cuda {
namespace {

/// "13.0" of 13000
std::string versionText(int version)
{
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

std::string mebibytes(std::size_t bytes)
{
    constexpr std::size_t kMebibyte = std::size_t{1} << 20;
    return std::to_string((bytes + kMebibyte - 1) / kMebibyte);
}

/// "cudaErrorLaunchFailure, unspecified launch failure"
std::string wordsOf(cudaError_t status)
{
    return std::string(cudaGetErrorName(status)) + ", " + cudaGetErrorString(status);
}

/// "cuda:1"
std::string currentDevice()
{
    int device = 0;
    return cudaGetDevice(&device) == cudaSuccess ? "cuda:" + std::to_string(device) : "cuda";
}

std::string capabilityOfCurrent()
{
    int device = 0;
    int major = 0;
    int minor = 0;
    if (cudaGetDevice(&device) != cudaSuccess ||
        cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device) != cudaSuccess ||
        cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device) != cudaSuccess)
        return "?";
    return std::to_string(major) + "." + std::to_string(minor);
}

[[noreturn]] void fail(ExitCode code, const char* text, std::vector<Sentence> arguments)
{
    // What a single call has left would be found again by the next one that asks.
    (void)cudaGetLastError();
    throw EngineError(code, {text, std::move(arguments), {}});
}

/// Without a driver the runtime reports one that is too old, of version 0.
[[noreturn]] void failForDriver()
{
    int driver = 0;
    int runtime = 0;
    (void)cudaDriverGetVersion(&driver);
    (void)cudaRuntimeGetVersion(&runtime);
    if (driver == 0)
        fail(ExitCode::DeviceUnavailable,
             LOCKSTEP_TEXT(
                 "There is no NVIDIA driver on this host. Install one that serves CUDA %1 (nvidia-smi shows "
                 "its version then), or give the host the device cpu."),
             {versionText(runtime)});
    fail(ExitCode::DeviceUnavailable,
         LOCKSTEP_TEXT(
             "The NVIDIA driver of this host serves CUDA up to %1, and this engine was built with CUDA %2. "
             "Install a newer driver (nvidia-smi shows its version), or give the host the device cpu."),
         {versionText(driver), versionText(runtime)});
}

[[noreturn]] void failForMissingDevices()
{
    if (const char* visible = std::getenv("CUDA_VISIBLE_DEVICES"))
        fail(
            ExitCode::DeviceUnavailable,
            LOCKSTEP_TEXT(
                "The NVIDIA driver shows no GPU here: CUDA_VISIBLE_DEVICES is \"%1\" on this host. Change or "
                "remove that, or give the host the device cpu."),
            {visible});
    fail(ExitCode::DeviceUnavailable,
         LOCKSTEP_TEXT(
             "The NVIDIA driver of this host finds no GPU. See whether nvidia-smi lists one, or give the "
             "host the device cpu."),
         {});
}

[[noreturn]] void failForIndex(int device, int count)
{
    const std::string name = "cuda:" + std::to_string(device);
    if (const char* visible = std::getenv("CUDA_VISIBLE_DEVICES"))
        fail(ExitCode::DeviceUnavailable,
             LOCKSTEP_TEXT("There is no device %1: this host shows %2 GPUs, counted from cuda:0, because "
                           "CUDA_VISIBLE_DEVICES is \"%3\" there. Choose one of those, or change that."),
             {name, std::to_string(count), visible});
    fail(ExitCode::DeviceUnavailable,
         LOCKSTEP_TEXT(
             "There is no device %1: this host has %2 GPUs, counted from cuda:0. Choose one of those."),
         {name, std::to_string(count)});
}

/// Of a driver that is there and does not come up, on whichever device: what the error asks for.
[[noreturn]] void failForDriverState(cudaError_t status, const char* call)
{
    const std::string words = wordsOf(status);
    if (status == cudaErrorSystemNotReady)
        fail(ExitCode::DeviceUnavailable,
             LOCKSTEP_TEXT(
                 "The NVIDIA driver of this host is not ready yet (%1: %2). GPUs that are linked by NVSwitch "
                 "wait for the service nvidia-fabricmanager, which must be of the driver's version: see "
                 "systemctl status nvidia-fabricmanager."),
             {call, words});
    if (status == cudaErrorSystemDriverMismatch)
        fail(ExitCode::DeviceUnavailable,
             LOCKSTEP_TEXT("The parts of this host's NVIDIA driver are of different versions (%1: %2), as "
                           "after an update while it was running. Restart the host."),
             {call, words});
    if (status == cudaErrorCompatNotSupportedOnDevice)
        fail(ExitCode::DeviceUnavailable,
             LOCKSTEP_TEXT(
                 "A package for forward compatibility (cuda-compat) stands before the NVIDIA driver of this "
                 "host, and these GPUs are none that it serves (%1: %2). Take its folder out of "
                 "LD_LIBRARY_PATH, or remove it, and install a newer driver where one is needed."),
             {call, words});
    fail(ExitCode::DeviceUnavailable,
         LOCKSTEP_TEXT(
             "The NVIDIA driver of this host does not start (%1: %2). See whether nvidia-smi lists the GPUs, "
             "and what the kernel log says of NVRM; after a sleep of the host, reloading the module "
             "nvidia_uvm or a restart helps."),
         {call, words});
}

bool isOfTheDriver(cudaError_t status)
{
    return status == cudaErrorSystemNotReady || status == cudaErrorSystemDriverMismatch ||
           status == cudaErrorCompatNotSupportedOnDevice || status == cudaErrorInitializationError ||
           status == cudaErrorOperatingSystem;
}

/// There is code for it, which the driver has to translate, and cannot.
[[noreturn]] void failForTranslation(cudaError_t status)
{
    int driver = 0;
    int runtime = 0;
    (void)cudaDriverGetVersion(&driver);
    (void)cudaRuntimeGetVersion(&runtime);
    fail(
        ExitCode::DeviceUnavailable,
        LOCKSTEP_TEXT(
            "The device %1 has compute capability %2, for which the driver must translate this engine's "
            "code, and it does not (%3): the code is of CUDA %4, and the driver serves CUDA up to %5. "
            "Install a newer driver, with its library libnvidia-ptxjitcompiler.so.1."),
        {currentDevice(), capabilityOfCurrent(), wordsOf(status), versionText(runtime), versionText(driver)});
}

[[noreturn]] void failForTakenDevice(cudaError_t status, const char* call)
{
    fail(ExitCode::DeviceUnavailable,
         LOCKSTEP_TEXT(
             "The device %1 is not to be had (%2: %3): another program has it for itself. End that program "
             "(nvidia-smi lists it), or let several share the GPU: sudo nvidia-smi --compute-mode=DEFAULT."),
         {currentDevice(), call, wordsOf(status)});
}

/// Where a call other than an allocation wanted memory.
[[noreturn]] void failForUsedUpMemory(const char* call)
{
    std::size_t available = 0;
    std::size_t total = 0;
    (void)cudaMemGetInfo(&available, &total);
    fail(ExitCode::OutOfMemory,
         LOCKSTEP_TEXT(
             "The memory of the device %1 is used up (%2): %3 of its %4 MiB are free. Choose a smaller "
             "batch, or end other programs that use the GPU (nvidia-smi lists them)."),
         {currentDevice(), call, mebibytes(available), mebibytes(total)});
}

/// The errors after which nothing of this process can use the device any more.
bool losesTheDevice(cudaError_t status)
{
    constexpr int kContained = 226; // cudaErrorContained, which not every CUDA 12 has a name for
    if (static_cast<int>(status) == kContained)
        return true;
    switch (status) {
    case cudaErrorECCUncorrectable:
    case cudaErrorNvlinkUncorrectable:
    case cudaErrorIllegalAddress:
    case cudaErrorLaunchTimeout:
    case cudaErrorContextIsDestroyed:
    case cudaErrorHardwareStackError:
    case cudaErrorIllegalInstruction:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorLaunchFailure:
    case cudaErrorExternalDevice:
    case cudaErrorUnknown:
        return true;
    default:
        return false;
    }
}

bool lacksDeviceCode(cudaError_t status)
{
    return status == cudaErrorNoKernelImageForDevice || status == cudaErrorInvalidDeviceFunction;
}

} // namespace

void check(cudaError_t status, const char* call)
{
    if (status == cudaSuccess)
        return;
    if (status == cudaErrorInsufficientDriver || status == cudaErrorStubLibrary)
        failForDriver();
    if (status == cudaErrorNoDevice)
        failForMissingDevices();
    if (status == cudaErrorMemoryAllocation)
        failForUsedUpMemory(call);
    if (isOfTheDriver(status))
        failForDriverState(status, call);
    if (status == cudaErrorDevicesUnavailable)
        failForTakenDevice(status, call);
    if (status == cudaErrorUnsupportedPtxVersion || status == cudaErrorJitCompilerNotFound)
        failForTranslation(status);
    if (lacksDeviceCode(status))
        fail(ExitCode::DeviceUnavailable,
             LOCKSTEP_TEXT(
                 "The device %1 has compute capability %2, and this engine was built for %3. Choose another "
                 "device, or build the engine with a CUDA toolkit that knows this one."),
             {currentDevice(), capabilityOfCurrent(), LOCKSTEP_CUDA_CAPABILITIES});
    if (losesTheDevice(status))
        fail(ExitCode::DeviceUnavailable,
             LOCKSTEP_TEXT(
                 "The device %1 stopped working (%2: %3). The host's kernel log names the cause in a line "
                 "with \"Xid\": 79 says that the GPU fell off the bus (power, heat or slot), 48, 63 or 94 "
                 "that its memory is failing, 13 or 31 points to a fault of the engine: please report it "
                 "with the log. Restart the host when nvidia-smi does not list the GPU any more."),
             {currentDevice(), call, wordsOf(status)});
    fail(ExitCode::Failure,
         LOCKSTEP_TEXT(
             "The CUDA runtime refused a call on the device %1 (%2: %3). Please report it with the log."),
         {currentDevice(), call, wordsOf(status)});
}

void checkDeviceAllocation(cudaError_t status, const char* call, std::size_t bytes)
{
    if (status != cudaErrorMemoryAllocation)
        return check(status, call);
    std::size_t available = 0;
    std::size_t total = 0;
    (void)cudaMemGetInfo(&available, &total);
    fail(ExitCode::OutOfMemory,
         LOCKSTEP_TEXT(
             "The device %1 has no %2 MiB of memory left: %3 of its %4 MiB are free. Choose a smaller batch, "
             "or end other programs that use the GPU (nvidia-smi lists them)."),
         {currentDevice(), mebibytes(bytes), mebibytes(available), mebibytes(total)});
}

void checkHostAllocation(cudaError_t status, const char* call, std::size_t bytes)
{
    if (status != cudaErrorMemoryAllocation)
        return check(status, call);
    fail(ExitCode::OutOfMemory,
         LOCKSTEP_TEXT(
             "This host has no %1 MiB of memory left that a GPU can copy from (page-locked memory). Choose a "
             "smaller batch, prepare fewer batches ahead (data.prefetch), or raise the limit of locked "
             "memory (ulimit -l)."),
         {mebibytes(bytes)});
}

void throwDevicesOwnFailure(const char* call)
{
    check(cudaPeekAtLastError(), call);
    // Libraries have a runtime of their own, whose errors this one has not seen. Of a lost device every call
    // tells; this one waits for nothing.
    std::size_t available = 0;
    std::size_t total = 0;
    check(cudaMemGetInfo(&available, &total), call);
}

void throwUsedUpMemory(const char* call)
{
    failForUsedUpMemory(call);
}

void makeCurrent(int device)
{
    watchThread(device);
    // The first of a process starts the driver, and makes the context.
    const DriverCall call("cudaSetDevice", DriverCall::Kind::Setup);
    int count = 0;
    const cudaError_t status = cudaGetDeviceCount(&count);
    if (status == cudaErrorUnknown) // no device can have stopped working yet
        failForDriverState(status, "cudaGetDeviceCount");
    check(status, "cudaGetDeviceCount");
    if (count == 0)
        failForMissingDevices();
    if (device < 0 || device >= count)
        failForIndex(device, count);
    check(cudaSetDevice(device), call.name());
}

} // namespace lockstep::cuda
