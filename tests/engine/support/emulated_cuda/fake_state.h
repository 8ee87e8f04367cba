// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/engine/support/emulated_cuda/fake_runtime.h"
#include "tests/engine/support/emulated_cuda/fake_streams.h"

#include <map>
#include <memory>
#include <string>

namespace lockstep::testing {

/// What the functions of the fake runtime share: handles, counts, the errors that are to come. Any thread.
class FakeState {
public:
    static FakeState& only();

    // What a call begins with: counted, and the error that it ends in at once.
    cudaError_t enter(const char* function);
    cudaError_t enter(const char* function, const FakeStreams::Stream& stream);
    /// Of a call that a capture of this thread forbids.
    cudaError_t enterOutsideCapture(const char* function);
    cudaError_t refuseInCapture();
    /// Of a call that nothing else keeps: it is held where a test wants it to be.
    void passUnlessHeld(const char* function);
    /// The error that has lost the device, if any.
    cudaError_t standing(int device);
    cudaError_t give(const char* function, cudaStream_t stream, FakeWork work);

    /// Makes it the last error of this thread, and returns it.
    cudaError_t remember(cudaError_t status);
    cudaError_t lastError() const;
    cudaError_t takeLastError();

    int currentDevice() const;
    void setCurrentDevice(int device);

    cudaStream_t makeStream();
    FakeStreams::Stream stream(cudaStream_t handle); ///< null where there is none
    bool dropStream(cudaStream_t handle);
    void finishAll(int device);
    cudaEvent_t makeEvent();
    FakeEvent* event(cudaEvent_t handle) { return reinterpret_cast<FakeEvent*>(handle); }
    void dropEvent(cudaEvent_t handle);
    FakeStreams& streams() { return m_streams; }

    cudaError_t allocateDevice(void** memory, std::size_t bytes);
    cudaError_t freeDevice(void* memory);
    cudaError_t allocatePinned(void** memory, std::size_t bytes);
    cudaError_t freePinned(void* memory);
    /// Of a call that waits for whatever is under way, on any device.
    void endWhereADeviceHangs(const char* function);
    /// Of a device, or pinned.
    bool reachable(const void* memory, std::size_t bytes);

    void countLaunch();
    void countWait();
    void countGraphLaunch();
    FakeRuntimeCalls calls();

    FakeHost host();
    void setHost(const FakeHost& host);
    void fail(const std::string& function, cudaError_t status, int callsBefore);
    void lose(int device, cudaError_t status);
    void hold(const std::string& function, int device, int callsBefore);
    void restore();

private:
    struct Failure {
        cudaError_t status;
        int callsBefore;
    };
    struct Hold {
        int device;
        int callsBefore;
    };
    struct Pinned {
        std::unique_ptr<std::byte[]> memory;
        std::size_t bytes;
    };
    cudaError_t enter(const char* function, int device);
    void stayIfHeld(const char* function, int device) LOCKSTEP_REQUIRES(m_mutex);

    FakeStreams m_streams{[this](int device) { lose(device, cudaErrorLaunchFailure); }};
    Mutex m_mutex;
    std::map<cudaStream_t, FakeStreams::Stream> m_handles LOCKSTEP_GUARDED_BY(m_mutex);
    std::map<cudaEvent_t, std::unique_ptr<FakeEvent>> m_events LOCKSTEP_GUARDED_BY(m_mutex);
    std::map<std::byte*, Pinned> m_pinned LOCKSTEP_GUARDED_BY(m_mutex);
    std::map<std::string, Failure> m_failures LOCKSTEP_GUARDED_BY(m_mutex);
    std::map<std::string, Hold> m_holds LOCKSTEP_GUARDED_BY(m_mutex);
    ConditionVariable m_restored;
    std::map<int, cudaError_t> m_lost LOCKSTEP_GUARDED_BY(m_mutex);
    FakeRuntimeCalls m_calls LOCKSTEP_GUARDED_BY(m_mutex);
    FakeHost m_host LOCKSTEP_GUARDED_BY(m_mutex);
};

} // namespace lockstep::testing
