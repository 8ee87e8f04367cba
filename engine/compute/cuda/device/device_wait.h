// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <chrono>
#include <functional>

/// Waiting for a device, which may hang without an error: a wait that the CUDA runtime offers would never end
/// then.
namespace lockstep::cuda {

using DeviceSeconds = std::chrono::duration<double>;

/// What a thread of this host waits for.
enum class Awaited { Work, Copy, Batch, Loss, Times, Gradients, Update, Measurement, NewMemory };

/// Far more than any step takes, for who is slow is not stuck: what one wait waits for fits the device's
/// memory, which a device goes through in seconds.
inline constexpr DeviceSeconds kStandardDevicePatience = std::chrono::minutes(5);

/// Whose work, and after how long without it the device counts as stuck.
struct DevicePatience {
    int device = 0;
    DeviceSeconds limit = kStandardDevicePatience;
};

/// How long this process has waited. Time in which it did not run (a signal or a debugger had stopped it,
/// and a debugger the device with it) counts as kMostAtOnce.
class WaitedTime {
public:
    using Clock = std::chrono::steady_clock;
    static constexpr DeviceSeconds kMostAtOnce = std::chrono::seconds(1);

    explicit WaitedTime(Clock::time_point start) : m_last(start) {}
    /// To be called at least twice in kMostAtOnce.
    DeviceSeconds at(Clock::time_point now);

private:
    Clock::time_point m_last;
    DeviceSeconds m_sum{0};
};

/// Asks `isDone` until it says so: at first without a pause, as the runtime's own waits do; after a
/// millisecond with pauses, of a small part of what it has taken so far. `meanwhile`, which may be empty, is
/// called with each pause, and may throw to give up.
/// Throws EngineError(DeviceUnavailable) that names the device, what was waited for and for how long, once
/// the patience is over: then, and at once from then on, for nobody waits for a stuck device again.
void waitFor(const DevicePatience& patience, Awaited what, const std::function<bool()>& isDone,
             const std::function<void()>& meanwhile = {});

/// Of calls that ask whether work is done: false where it is not yet; throws as check() does.
bool checkDone(cudaError_t status, const char* call);

/// Whether some device of this process has been found stuck. From then on nothing is given back to the
/// runtime any more: that waits for what is under way. The process ends soon, which frees everything. Any
/// thread.
bool isSomeDeviceStuck();

} // namespace lockstep::cuda
