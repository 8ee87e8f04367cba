// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/support/emulated_cuda/fake_state.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <utility>

namespace lockstep::testing {
namespace {

thread_local int t_device = 0;
thread_local cudaError_t t_lastError = cudaSuccess;

} // namespace

FakeState& FakeState::only()
{
    static FakeState state;
    return state;
}

// What a call begins with. ------------------------------------------------------------------------------

cudaError_t FakeState::enter(const char* function, int device)
{
    const MutexLock lock(m_mutex);
    stayIfHeld(function, device);
    const auto failure = m_failures.find(function);
    if (failure != m_failures.end() && failure->second.callsBefore-- == 0) {
        const cudaError_t status = failure->second.status;
        m_failures.erase(failure);
        return remember(status);
    }
    const auto lost = m_lost.find(device);
    return lost == m_lost.end() ? cudaSuccess : remember(lost->second);
}

void FakeState::stayIfHeld(const char* function, int device)
{
    const auto hold = m_holds.find(function);
    if (hold != m_holds.end() && hold->second.device == device && hold->second.callsBefore-- <= 0)
        m_restored.wait(m_mutex, [this]() LOCKSTEP_REQUIRES(m_mutex) { return m_holds.empty(); });
}

void FakeState::passUnlessHeld(const char* function)
{
    const MutexLock lock(m_mutex);
    stayIfHeld(function, t_device);
}

cudaError_t FakeState::enter(const char* function)
{
    return enter(function, t_device);
}

cudaError_t FakeState::enter(const char* function, const FakeStreams::Stream& stream)
{
    return stream ? enter(function, stream->device) : remember(cudaErrorInvalidResourceHandle);
}

cudaError_t FakeState::enterOutsideCapture(const char* function)
{
    const cudaError_t refused = refuseInCapture();
    return refused != cudaSuccess ? refused : enter(function, t_device);
}

cudaError_t FakeState::refuseInCapture()
{
    const FakeStreams::Stream capturing = m_streams.capturing();
    if (!capturing)
        return cudaSuccess;
    m_streams.spoil(capturing);
    const MutexLock lock(m_mutex);
    ++m_calls.refusedInCapture;
    return remember(cudaErrorStreamCaptureUnsupported);
}

cudaError_t FakeState::standing(int device)
{
    const MutexLock lock(m_mutex);
    const auto lost = m_lost.find(device);
    return lost == m_lost.end() ? cudaSuccess : remember(lost->second);
}

cudaError_t FakeState::give(const char* function, cudaStream_t stream, FakeWork work)
{
    const FakeStreams::Stream known = this->stream(stream);
    const cudaError_t entered = enter(function, known);
    if (entered == cudaSuccess)
        m_streams.give(known, std::move(work));
    return entered;
}

// Errors and devices of a thread. -----------------------------------------------------------------------

cudaError_t FakeState::remember(cudaError_t status)
{
    return t_lastError = status;
}

cudaError_t FakeState::lastError() const
{
    return t_lastError;
}

cudaError_t FakeState::takeLastError()
{
    return std::exchange(t_lastError, cudaSuccess);
}

int FakeState::currentDevice() const
{
    return t_device;
}

void FakeState::setCurrentDevice(int device)
{
    t_device = device;
}

// Handles. ----------------------------------------------------------------------------------------------

cudaStream_t FakeState::makeStream()
{
    auto stream = std::make_shared<FakeStream>();
    stream->device = t_device;
    const auto handle = reinterpret_cast<cudaStream_t>(stream.get());
    const MutexLock lock(m_mutex);
    m_handles.emplace(handle, std::move(stream));
    return handle;
}

FakeStreams::Stream FakeState::stream(cudaStream_t handle)
{
    const MutexLock lock(m_mutex);
    const auto found = m_handles.find(handle);
    return found == m_handles.end() ? nullptr : found->second;
}

bool FakeState::dropStream(cudaStream_t handle)
{
    const MutexLock lock(m_mutex);
    return m_handles.erase(handle) > 0;
}

void FakeState::finishAll(int device)
{
    std::vector<FakeStreams::Stream> streams;
    {
        const MutexLock lock(m_mutex);
        ++m_calls.waits;
        for (const auto& [handle, stream] : m_handles)
            if (stream->device == device)
                streams.push_back(stream);
    }
    for (const FakeStreams::Stream& stream : streams)
        m_streams.finish(stream);
}

cudaEvent_t FakeState::makeEvent()
{
    auto event = std::make_unique<FakeEvent>();
    const auto handle = reinterpret_cast<cudaEvent_t>(event.get());
    const MutexLock lock(m_mutex);
    m_events.emplace(handle, std::move(event));
    return handle;
}

void FakeState::dropEvent(cudaEvent_t handle)
{
    const MutexLock lock(m_mutex);
    m_events.erase(handle);
}

// Memory. -----------------------------------------------------------------------------------------------

cudaError_t FakeState::allocateDevice(void** memory, std::size_t bytes)
{
    *memory = m_streams.memory().allocate(t_device, bytes, host().deviceMemory);
    if (*memory == nullptr)
        return remember(cudaErrorMemoryAllocation);
    const MutexLock lock(m_mutex);
    ++m_calls.allocations;
    return cudaSuccess;
}

cudaError_t FakeState::freeDevice(void* memory)
{
    return m_streams.memory().release(memory) ? cudaSuccess : remember(cudaErrorInvalidValue);
}

cudaError_t FakeState::allocatePinned(void** memory, std::size_t bytes)
{
    // As long as asked for, so that a sanitizer sees what is read behind it.
    std::unique_ptr<std::byte[]> piece(new std::byte[bytes]);
    std::byte* const begin = piece.get();
    *memory = begin;
    const MutexLock lock(m_mutex);
    ++m_calls.allocations;
    m_pinned.emplace(begin, Pinned{std::move(piece), bytes});
    return cudaSuccess;
}

cudaError_t FakeState::freePinned(void* memory)
{
    const MutexLock lock(m_mutex);
    return m_pinned.erase(static_cast<std::byte*>(memory)) > 0 ? cudaSuccess
                                                               : remember(cudaErrorInvalidValue);
}

void FakeState::endWhereADeviceHangs(const char* function)
{
    std::vector<FakeStreams::Stream> streams;
    {
        const MutexLock lock(m_mutex);
        for (const auto& [handle, stream] : m_handles)
            streams.push_back(stream);
    }
    if (std::ranges::none_of(streams, [this](const auto& each) { return m_streams.hangs(each); }))
        return;
    std::cerr << function << " waits for a device that hangs\n";
    std::abort();
}

bool FakeState::reachable(const void* memory, std::size_t bytes)
{
    if (m_streams.memory().holds(memory, bytes))
        return true;
    const MutexLock lock(m_mutex);
    const auto* const begin = static_cast<const std::byte*>(memory);
    auto next = m_pinned.upper_bound(const_cast<std::byte*>(begin));
    return next != m_pinned.begin() &&
           begin + bytes <= std::prev(next)->first + std::prev(next)->second.bytes;
}

// Counts, and what tests set. ---------------------------------------------------------------------------

void FakeState::countLaunch()
{
    const MutexLock lock(m_mutex);
    ++m_calls.launches;
}

void FakeState::countWait()
{
    const MutexLock lock(m_mutex);
    ++m_calls.waits;
}

void FakeState::countGraphLaunch()
{
    const MutexLock lock(m_mutex);
    ++m_calls.graphLaunches;
}

FakeRuntimeCalls FakeState::calls()
{
    const MutexLock lock(m_mutex);
    return m_calls;
}

FakeHost FakeState::host()
{
    const MutexLock lock(m_mutex);
    return m_host;
}

void FakeState::setHost(const FakeHost& host)
{
    const MutexLock lock(m_mutex);
    m_host = host;
}

void FakeState::fail(const std::string& function, cudaError_t status, int callsBefore)
{
    const MutexLock lock(m_mutex);
    m_failures[function] = {status, callsBefore};
}

void FakeState::lose(int device, cudaError_t status)
{
    const MutexLock lock(m_mutex);
    m_lost[device] = status;
}

void FakeState::hold(const std::string& function, int device, int callsBefore)
{
    const MutexLock lock(m_mutex);
    m_holds[function] = {device, callsBefore};
}

void FakeState::restore()
{
    const MutexLock lock(m_mutex);
    m_holds.clear();
    m_restored.notifyAll();
    m_failures.clear();
    m_lost.clear();
    m_host = {};
    m_streams.hangNone();
    m_calls.refusedInCapture = 0;
    t_device = 0;
    t_lastError = cudaSuccess;
}

} // namespace lockstep::testing
