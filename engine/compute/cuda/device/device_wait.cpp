// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/device/device_wait.h"

#include "engine/compute/cuda/device/status.h"
#include "engine/compute/cuda/device/stuck_devices.h"

#include <algorithm>
#include <thread>

namespace lockstep::cuda {
namespace {

/// Steps of small networks take less, and would be late by as much as a pause.
constexpr DeviceSeconds kWithoutPauses = std::chrono::milliseconds(1);
/// A pause is such a part of what was waited before: so much later than it might a wait ends.
constexpr double kPausedPart = 1.0 / 64;
/// Two thousand questions a second take a hundredth of a core.
constexpr DeviceSeconds kLongestPause = std::chrono::microseconds(500);

Sentence described(Awaited what)
{
    switch (what) {
    case Awaited::Copy:
        return LOCKSTEP_TEXT("a copy between its memory and that of this host");
    case Awaited::Batch:
        return LOCKSTEP_TEXT("the copy of a batch to its memory");
    case Awaited::Loss:
        return LOCKSTEP_TEXT("the loss of a step");
    case Awaited::Times:
        return LOCKSTEP_TEXT("the end of a step");
    case Awaited::Gradients:
        return LOCKSTEP_TEXT("the gradients of a step");
    case Awaited::Update:
        return LOCKSTEP_TEXT("the update of the weights");
    case Awaited::Measurement:
        return LOCKSTEP_TEXT("the measurement of a convolution");
    case Awaited::NewMemory:
        return LOCKSTEP_TEXT("new memory to be filled with zeros");
    case Awaited::Work:
        break;
    }
    return LOCKSTEP_TEXT("the work that it was given");
}

} // namespace

DeviceSeconds WaitedTime::at(Clock::time_point now)
{
    m_sum += std::min<DeviceSeconds>(now - m_last, kMostAtOnce);
    m_last = now;
    return m_sum;
}

void waitFor(const DevicePatience& patience, Awaited what, const std::function<bool()>& isDone,
             const std::function<void()>& meanwhile)
{
    StuckDevices& devices = StuckDevices::ofProcess();
    devices.throwIfStuck(patience.device);
    WaitedTime time(WaitedTime::Clock::now());
    WaitLimit limit;
    DeviceSeconds waited{0};
    while (!isDone()) {
        waited = time.at(WaitedTime::Clock::now());
        if (waited < kWithoutPauses)
            continue;
        if (limit.isReached(patience, waited)) {
            const EngineError error = limit.error(patience.device, described(what), waited);
            devices.add(patience.device, error);
            throw error;
        }
        if (meanwhile)
            meanwhile();
        std::this_thread::sleep_for(std::min(kLongestPause, waited * kPausedPart));
    }
    noteWaited(waited);
}

bool checkDone(cudaError_t status, const char* call)
{
    if (status == cudaErrorNotReady) {
        // It counts as an error, which the next launch would be asked for.
        (void)cudaGetLastError();
        return false;
    }
    check(status, call);
    return true;
}

} // namespace lockstep::cuda
