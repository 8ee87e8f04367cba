// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/support/emulated_cuda/fake_runtime.h"

#include "tests/engine/support/emulated_cuda/fake_state.h"

#include <cstring>
#include <string>

/// The functions of the runtime, in the order of its manual.
namespace lockstep::testing {
namespace {

FakeState& state()
{
    return FakeState::only();
}

} // namespace

void giveToFakeStream(cudaStream_t stream, std::function<void()> work)
{
    state().countLaunch();
    (void)state().give("cudaLaunchKernel", stream, std::move(work));
}

FakeRuntimeCalls fakeRuntimeCalls()
{
    return state().calls();
}

void setFakeHost(const FakeHost& host)
{
    state().setHost(host);
}

void failFakeCall(const std::string& function, cudaError_t status, int callsBefore)
{
    state().fail(function, status, callsBefore);
}

void loseFakeDevice(int device, cudaError_t status)
{
    state().lose(device, status);
}

void hangFakeDevice(int device, std::int64_t worksBefore)
{
    state().streams().hang(device, worksBefore);
}

void holdFakeCall(const std::string& function, int device, int callsBefore)
{
    state().hold(function, device, callsBefore);
}

void restoreFakeRuntime()
{
    state().restore();
}

} // namespace lockstep::testing

using namespace lockstep::testing;

extern "C" {

// Devices. ----------------------------------------------------------------------------------------------

cudaError_t cudaGetDeviceCount(int* count)
{
    const FakeHost host = state().host();
    *count = 0;
    if (host.driverVersion / 1000 < CUDART_VERSION / 1000)
        return state().remember(cudaErrorInsufficientDriver);
    if (host.devices == 0)
        return state().remember(cudaErrorNoDevice);
    *count = host.devices;
    return state().enter("cudaGetDeviceCount");
}

cudaError_t cudaSetDevice(int device)
{
    if (device < 0 || device >= state().host().devices)
        return state().remember(cudaErrorInvalidDevice);
    state().setCurrentDevice(device);
    return state().enter("cudaSetDevice");
}

cudaError_t cudaGetDevice(int* device)
{
    *device = state().currentDevice();
    return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int)
{
    *value = attribute == cudaDevAttrComputeCapabilityMajor   ? 9
             : attribute == cudaDevAttrComputeCapabilityMinor ? 0
             : attribute == cudaDevAttrMultiProcessorCount    ? 4
                                                              : 0;
    return state().enter("cudaDeviceGetAttribute");
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device)
{
    std::memset(properties, 0, sizeof *properties);
    std::strcpy(properties->name, "Emulated GPU");
    properties->totalGlobalMem = state().host().deviceMemory;
    properties->major = 9;
    properties->minor = 0;
    properties->multiProcessorCount = 4;
    properties->pciBusID = device;
    properties->uuid.bytes[0] = static_cast<char>(device + 1);
    return state().enter("cudaGetDeviceProperties");
}

cudaError_t cudaDriverGetVersion(int* version)
{
    *version = state().host().driverVersion;
    return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int* version)
{
    *version = CUDART_VERSION;
    return cudaSuccess;
}

cudaError_t cudaDeviceSynchronize()
{
    const cudaError_t entered = state().enterOutsideCapture("cudaDeviceSynchronize");
    if (entered == cudaSuccess)
        state().finishAll(state().currentDevice());
    return entered != cudaSuccess ? entered : state().standing(state().currentDevice());
}

// Errors. -----------------------------------------------------------------------------------------------

cudaError_t cudaGetLastError()
{
    return state().takeLastError();
}

cudaError_t cudaPeekAtLastError()
{
    return state().lastError();
}

const char* cudaGetErrorName(cudaError_t status)
{
    static thread_local std::string name;
    return (name = "cudaError " + std::to_string(static_cast<int>(status))).c_str();
}

const char* cudaGetErrorString(cudaError_t status)
{
    return status == cudaSuccess ? "no error" : "an error of the fake runtime";
}

// Memory. -----------------------------------------------------------------------------------------------

cudaError_t cudaMalloc(void** memory, size_t bytes)
{
    const cudaError_t entered = state().enterOutsideCapture("cudaMalloc");
    return entered != cudaSuccess ? entered : state().allocateDevice(memory, bytes);
}

cudaError_t cudaFree(void* memory)
{
    const cudaError_t refused = state().refuseInCapture();
    state().endWhereADeviceHangs("cudaFree");
    state().passUnlessHeld("cudaFree");
    return refused != cudaSuccess ? refused : state().freeDevice(memory);
}

cudaError_t cudaHostAlloc(void** memory, size_t bytes, unsigned)
{
    const cudaError_t entered = state().enterOutsideCapture("cudaHostAlloc");
    return entered != cudaSuccess ? entered : state().allocatePinned(memory, bytes);
}

cudaError_t cudaFreeHost(void* memory)
{
    const cudaError_t refused = state().refuseInCapture();
    state().endWhereADeviceHangs("cudaFreeHost");
    state().passUnlessHeld("cudaFreeHost");
    return refused != cudaSuccess ? refused : state().freePinned(memory);
}

cudaError_t cudaMemGetInfo(size_t* available, size_t* total)
{
    // Legal while a stream captures; tells what work given before has met.
    const cudaError_t standing = state().standing(state().currentDevice());
    if (standing != cudaSuccess)
        return state().remember(standing);
    *total = state().host().deviceMemory;
    const size_t used = state().streams().memory().used(state().currentDevice());
    *available = *total > used ? *total - used : 0;
    return cudaSuccess;
}

cudaError_t cudaMemset(void* to, int byte, size_t bytes)
{
    const cudaError_t entered = state().enterOutsideCapture("cudaMemset");
    if (entered != cudaSuccess)
        return entered;
    if (!state().reachable(to, bytes))
        return state().remember(cudaErrorInvalidValue);
    state().streams().memory().open();
    std::memset(to, byte, bytes);
    state().streams().memory().close();
    return cudaSuccess;
}

cudaError_t cudaMemsetAsync(void* to, int byte, size_t bytes, cudaStream_t stream)
{
    if (!state().reachable(to, bytes))
        return state().remember(cudaErrorInvalidValue);
    return state().give("cudaMemsetAsync", stream, [=] { std::memset(to, byte, bytes); });
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind, cudaStream_t stream)
{
    if (!state().reachable(to, bytes) || !state().reachable(from, bytes))
        return state().remember(cudaErrorInvalidValue);
    return state().give("cudaMemcpyAsync", stream, [=] { std::memcpy(to, from, bytes); });
}

// Streams. ----------------------------------------------------------------------------------------------

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned)
{
    const cudaError_t entered = state().enterOutsideCapture("cudaStreamCreateWithFlags");
    if (entered == cudaSuccess)
        *stream = state().makeStream();
    return entered;
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int)
{
    return cudaStreamCreateWithFlags(stream, flags);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    return state().dropStream(stream) ? cudaSuccess : state().remember(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    const cudaError_t entered = state().enterOutsideCapture("cudaStreamSynchronize");
    if (entered != cudaSuccess || stream == nullptr)
        return entered;
    const FakeStreams::Stream known = state().stream(stream);
    if (!known)
        return state().remember(cudaErrorInvalidResourceHandle);
    state().countWait();
    state().streams().finish(known);
    return state().standing(known->device);
}

cudaError_t cudaStreamQuery(cudaStream_t stream)
{
    const cudaError_t entered = state().enterOutsideCapture("cudaStreamQuery");
    if (entered != cudaSuccess || stream == nullptr)
        return entered;
    const FakeStreams::Stream known = state().stream(stream);
    if (!known)
        return state().remember(cudaErrorInvalidResourceHandle);
    state().countWait(); // nobody asks who does not wait
    if (!state().streams().isDone(known))
        return state().remember(cudaErrorNotReady);
    return state().standing(known->device);
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned)
{
    const FakeStreams::Stream known = state().stream(stream);
    const cudaError_t entered = state().enter("cudaStreamWaitEvent", known);
    if (entered == cudaSuccess)
        state().streams().follow(known, *state().event(event));
    return entered;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data)
{
    return state().give("cudaLaunchHostFunc", stream, [=] { function(data); });
}

// Events. -----------------------------------------------------------------------------------------------

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned)
{
    const cudaError_t entered = state().enter("cudaEventCreateWithFlags");
    if (entered == cudaSuccess)
        *event = state().makeEvent();
    return entered;
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    state().dropEvent(event);
    return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    const FakeStreams::Stream known = state().stream(stream);
    const cudaError_t entered = state().enter("cudaEventRecord", known);
    if (entered == cudaSuccess)
        state().streams().record(known, *state().event(event));
    return entered;
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags)
{
    if (flags != cudaEventRecordExternal)
        return cudaEventRecord(event, stream);
    const FakeStreams::Stream known = state().stream(stream);
    const cudaError_t entered = state().enter("cudaEventRecordWithFlags", known);
    if (entered != cudaSuccess)
        return entered;
    if (known != state().streams().capturing())
        return state().remember(cudaErrorIllegalState);
    state().streams().recordInGraph(known, *state().event(event));
    return cudaSuccess;
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    const cudaError_t entered = state().enterOutsideCapture("cudaEventQuery");
    if (entered != cudaSuccess)
        return entered;
    if (!state().streams().reached(*state().event(event))) {
        state().countWait();
        return state().remember(cudaErrorNotReady);
    }
    return state().standing(state().currentDevice());
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    const cudaError_t entered = state().enterOutsideCapture("cudaEventSynchronize");
    if (entered != cudaSuccess)
        return entered;
    state().countWait();
    state().streams().finish(*state().event(event));
    return state().standing(state().currentDevice());
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end)
{
    FakeEvent& from = *state().event(start);
    FakeEvent& to = *state().event(end);
    if (!from.reached || !to.reached)
        return state().remember(cudaErrorInvalidResourceHandle);
    *milliseconds = std::chrono::duration<float, std::milli>(*to.reached - *from.reached).count();
    return cudaSuccess;
}

} // extern "C"
