// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <functional>
#include <string>

/// The CUDA runtime of devices that are not there: fake_runtime.cpp defines the functions of the runtime that
/// the project calls, on this host. Device memory can be touched by the work of streams alone, which is done
/// when somebody waits for it and no sooner; work that is captured is done when its graph is launched. What
/// must not be (a wait or an allocation during a capture, a copy from memory that is not pinned) ends in an
/// error code, as it does or should in a real one; memory that is freed under work ends the process.
///
/// Any thread. A stream's work is done on the thread that waits; the streams of several threads are
/// independent, so that work may wait for what another thread's work does (a collective).
namespace lockstep::testing {

/// Gives work to a stream, as a kernel launch does.
void giveToFakeStream(cudaStream_t stream, std::function<void()> work);

/// What was called since the start of the program.
struct FakeRuntimeCalls {
    std::int64_t launches = 0;    ///< kernels given, those that were captured included
    std::int64_t allocations = 0; ///< of device and pinned memory
    std::int64_t waits = 0;       ///< synchronous calls of any kind
    std::int64_t refusedInCapture =
        0; ///< calls that are not legal while a stream captures; since it was restored
    std::int64_t graphLaunches = 0;
};
FakeRuntimeCalls fakeRuntimeCalls();

/// What the host of the fake runtime has.
struct FakeHost {
    int devices = 4;
    std::size_t deviceMemory = std::size_t{6} << 30; ///< of each
    int driverVersion = CUDART_VERSION;              ///< 0: there is no driver
};
void setFakeHost(const FakeHost& host);
/// The call of that function ("cudaMalloc") after so many others ends in the error, once.
void failFakeCall(const std::string& function, cudaError_t status, int callsBefore = 0);
/// From now on all calls that use the device end in the error.
void loseFakeDevice(int device, cudaError_t status);
/// The device does so many more pieces of work, and then none, without an error. A call that would wait for
/// it for ever ends the process.
void hangFakeDevice(int device, std::int64_t worksBefore = 0);
/// The call of that function for that device, after so many others of it, does not come back before the
/// runtime is restored.
void holdFakeCall(const std::string& function, int device, int callsBefore = 0);
/// As at the start of the program, but for memory and streams that are in use.
void restoreFakeRuntime();

} // namespace lockstep::testing
