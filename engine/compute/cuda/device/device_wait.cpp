// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/device/device_wait.h"

#include "engine/compute/cuda/device/status.h"
#include "engine/core/error.h"
#include "engine/protocol/mutex.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <string>
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

std::string secondsText(DeviceSeconds time)
{
    return std::to_string(std::max<long>(1, std::chrono::round<std::chrono::seconds>(time).count()));
}

EngineError stuck(const DevicePatience& patience, Awaited what)
{
    return EngineError(
        ExitCode::DeviceUnavailable,
        {LOCKSTEP_TEXT(
             "The device %1 hangs: after %3 s of waiting for %2 there was neither a result nor an error. See "
             "whether nvidia-smi answers on the host, and what the kernel log says in lines with \"NVRM\" or "
             "\"Xid\"; where nvidia-smi does not answer, only a restart of the host helps. Where something "
             "slows the device down (a profiler, compute-sanitizer), raise training.timeout_seconds."),
         {"cuda:" + std::to_string(patience.device), described(what), secondsText(patience.limit)},
         {}});
}

/// The devices of this process that were found stuck, and what was said of each.
class StuckDevices {
public:
    static StuckDevices& ofProcess()
    {
        static StuckDevices devices;
        return devices;
    }
    void throwIfStuck(int device)
    {
        if (!any())
            return;
        const MutexLock lock(m_mutex);
        if (const auto found = m_errors.find(device); found != m_errors.end())
            throw EngineError(found->second);
    }
    void add(int device, const EngineError& error)
    {
        const MutexLock lock(m_mutex);
        m_errors.emplace(device, error);
        m_any = true;
    }
    bool any() const { return m_any; }

private:
    std::atomic<bool> m_any{false};
    Mutex m_mutex;
    std::map<int, EngineError> m_errors LOCKSTEP_GUARDED_BY(m_mutex);
};

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
    while (!isDone()) {
        const DeviceSeconds waited = time.at(WaitedTime::Clock::now());
        if (waited > patience.limit) {
            const EngineError error = stuck(patience, what);
            devices.add(patience.device, error);
            throw error;
        }
        if (waited < kWithoutPauses)
            continue;
        if (meanwhile)
            meanwhile();
        std::this_thread::sleep_for(std::min(kLongestPause, waited * kPausedPart));
    }
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

bool isSomeDeviceStuck()
{
    return StuckDevices::ofProcess().any();
}

} // namespace lockstep::cuda
